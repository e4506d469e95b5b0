import TerminalRig
import Testing

@testable import Console

/// The report that `tweetie doctor --bundle` makes for somebody who can help.
struct BundleTests {
  @Test func `a report bundle has the needed facts, and no token, address, name or text of a post`()
    async throws
  {
    let home = try TemporaryHome.furnished()
    let run = try await home.run(
      """
      echo tweetie123 | tweetie login tweetie --user tweetieuser --password-stdin > /dev/null
      tweetie post "Lighthouse keepers whisper" > /dev/null
      mkdir -p "$HOME/config/tweetie" "$HOME/state/tweetie/crashes"
      printf '[reading]\\nrefresh = https://nosy.example/secret\\n' >> "$HOME/config/tweetie/config.ini"
      cat >> "$HOME/state/tweetie/log" <<LOG
      2026-11-29T02:31:48Z network error: https://harbour.example/api/v1/home?token=5f3a9c77 said 503
      2026-11-29T02:31:49Z storage error: @mirre@harbour.example wrote "Lighthouse keepers whisper" to 109382745610293
      LOG
      echo ----
      tweetie doctor --bundle
      """)
    let bundle = try #require(run.output.components(after: "----\n"))

    #expect(run.code == 0, "\(run.errors)")
    for needed in ["versions", "tweetie ", "libraries", "stores", "outbox", "line 12", "~/state"] {
      #expect(bundle.contains(needed), "\(needed)")
    }
    for secret in [
      "tweetie123", "tweetieuser", "Lighthouse", "keepers", "nosy.example", "harbour", "mirre",
      "5f3a9c77", "109382745610293", home.path,
    ] {
      #expect(!bundle.contains(secret), "\(secret)")
    }
  }

  @Test(arguments: [
    (
      "2026-11-29T02:31:48Z network error: https://a.example/x?token=1 said 503",
      "2026-11-29T02:31:48Z network error: … said 503"
    ),
    ("storage: \"two words\" of @ada@example.org", "storage: … of …"),
    ("the token eyJhbGciOiJIUzI1NiJ9 was refused", "the token … was refused"),
    ("item 109382745610293 waits", "item … waits"),
    ("/home/ada/.config is full", "… is full"),
    ("she wrote \"never closed", "she wrote …"),
    ("Ελλάδα is not plain", "… is not plain"),
  ])
  func `private words are replaced in each line of a report bundle`(line: String, expected: String)
  {
    #expect(DoctorBundleReport.replacingPrivateWords(line) == expected)
  }

  @Test func `the home folder is abbreviated to a tilde at the start of each path`() {
    #expect(
      DoctorBundleReport.abbreviatingHomeFolder("/home/ada/x and /home/ada", "/home/ada")
        == "~/x and ~")
    #expect(DoctorBundleReport.abbreviatingHomeFolder("/etc/x", "/") == "/etc/x")
  }

  @Test func `a report bundle ends with the last crash report and the last 200 lines of the log`()
    async throws
  {
    let home = try TemporaryHome()
    _ = try await home.run(
      """
      printf '0.1.0\\nended by signal 11\\n%s/bin/tweetie(+0x1234)\\n' "$HOME" > "$HOME/crash.txt"
      seq 300 | sed 's/^/line /' > "$HOME/log"
      """)

    let sections = DoctorBundleReport.reportBundleSections(
      of: [], crashReport: "\(home.path)/crash.txt", log: "\(home.path)/log", home: home.path)

    #expect(
      sections.first?.facts.map(\.value) == [
        .string("0.1.0"), .string("ended by signal 11"), .string("~/bin/tweetie(+0x1234)"),
      ])
    #expect(sections.last?.facts.map(\.value).first == .string("line 101"))
    #expect(sections.last?.facts.count == 200)
  }
}

extension String {
  fileprivate func components(after marker: String) -> String? {
    ranges(of: marker).last.map { String(self[$0.upperBound...]) }
  }
}
