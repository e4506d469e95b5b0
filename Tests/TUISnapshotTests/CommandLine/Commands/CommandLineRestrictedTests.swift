import Doubles
import FeedDomain
import Testing

@testable import Console

/// What `TWEETIE_RESTRICTED` keeps the command line from, and what it does not.
struct CommandLineRestrictedTests {
  private let folder = ScratchFolder()

  private func fixture(isRestricted: Bool = true) -> CommandFixture {
    var fixture = CommandFixture()
    fixture.environment = isRestricted ? ["TWEETIE_RESTRICTED": "1"] : [:]
    fixture.service.people = [Person(id: Person.ID("1"), handle: "ada", name: "Ada")]
    fixture.service.draftLimits = DraftLimits(
      characters: 50, attachments: 4, visibilities: [.everybody], allowsWarning: false,
      threads: true)
    fixture.service.pages = [FeedPage([FeedEntry(CommandFixture.post("p2", "Hers"))], older: nil)]
    fixture.input = StubInput(piped: "Piped", files: ["/etc/passwd": "root:x:0:0"])
    return fixture
  }

  @Test(arguments: [
    (["export", "FILE"], "export FILE"), (["export"], "export FILE"),
    (["export", "FILE", "--format", "mbox"], "export FILE"),
    (["export", "FILE", "--pictures"], "export FILE"),
    (["post", "--thread", "/etc/passwd", "--dry-run"], "--thread /etc/passwd"),
    (["post", "--thread", "-", "/etc/passwd"], "--thread /etc/passwd"),
    (["post", "Hi", "--media", "/a.png", "--alt", "A"], "--media /a.png"),
    (["reply", "p2", "Hi", "--media", "/a.png", "--alt", "A"], "--media /a.png"),
    (["act", "edit-profile", "--with", "portrait=/a.png"], "--with portrait=/a.png"),
    (["act", "edit-profile", "--with", "banner=/a.png"], "--with banner=/a.png"),
    (["feeds", "import", "/etc/passwd"], "/etc/passwd"),
    (["feeds", "import", "/etc/passwd", "--trusted"], "/etc/passwd"),
    (["feeds", "add", "/etc/passwd"], "/etc/passwd"), (["feeds", "add", "~/x"], "~/x"),
    (["feeds", "add", "./x"], "./x"),
    (["export", "/proc/self/fd/1"], "export /proc/self/fd/1"),
    (["export", "/dev/stdout"], "export /dev/stdout"), (["export", "../x"], "export ../x"),
    (["export", "--", "-x"], "export -x"),
    (["post", "--thread", "/dev/stdin", "--dry-run"], "--thread /dev/stdin"),
    (["post", "--thread", "/proc/self/environ", "--dry-run"], "--thread /proc/self/environ"),
    (["post", "Hi", "--media", "/proc/self/fd/0", "--alt", "A"], "--media /proc/self/fd/0"),
    (["feeds", "import", "../x"], "../x"), (["feeds", "import", "/dev/stdin"], "/dev/stdin"),
    (["feeds", "add", "/proc/self/environ"], "/proc/self/environ"),
  ])
  func `restricted mode refuses to read or write a named file`(
    _ words: [String], _ named: String
  ) async throws {
    let file = folder["archive"]
    let fixture = fixture()

    #expect(try await fixture.run(words.map { $0 == "FILE" ? file : $0 }) == .wrongUse)

    let what = words == ["export"] ? named : named.replacing("FILE", with: file)
    #expect(
      fixture.errors.text
        == "tweetie: Restricted mode does not read or write files: \(what) is not allowed.\n")
    #expect(fixture.output.text == "")
    #expect(folder.names == [])
    #expect(await fixture.outbox.held == [])
  }

  @Test func `restricted mode refuses to export or import settings`() async throws {
    for words in [["--export"], ["--export", "x"], ["--import", "x"], ["--import", "-"]] {
      let fixture = fixture()

      #expect(try await fixture.run(["config"] + words) == .failed)
      #expect(fixture.errors.text == "tweetie: Not allowed in restricted mode.\n")
    }
  }

  @Test(arguments: [
    ["export", "-"], ["post", "--thread", "-", "--dry-run"], ["post", "--thread", "--dry-run"],
    ["feed"], ["config"],
  ])
  func `restricted mode allows standard output and standard input`(_ words: [String]) async throws {
    let fixture = fixture()

    #expect(try await fixture.run(words) == .done)
    #expect(fixture.output.text != "")
    #expect(fixture.errors.text == "")
  }

  @Test func `without restricted mode files are read and written`() async throws {
    let fixture = fixture(isRestricted: false)

    #expect(try await fixture.run("export", folder["archive"]) == .done)
    #expect(folder.names == ["archive"])
    #expect(try await fixture.run("post", "--thread", "/etc/passwd", "--dry-run") == .done)
    #expect(fixture.output.text.contains("root:x:0:0"))
  }
}
