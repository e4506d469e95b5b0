import Doubles
import FeedDomain
import Testing

@testable import Console

/// What `TWEETIE_RESTRICTED` keeps the command line from, and what it does not.
struct CommandLineRestrictedTests {
  private let folder = ScratchFolder()

  private func stage(isRestricted: Bool = true) -> CommandStage {
    var stage = CommandStage()
    stage.environment = isRestricted ? ["TWEETIE_RESTRICTED": "1"] : [:]
    stage.service.people = [Person(id: Person.ID("1"), handle: "ada", name: "Ada")]
    stage.service.draftLimits = DraftLimits(
      characters: 50, attachments: 4, visibilities: [.everybody], allowsWarning: false,
      threads: true)
    stage.service.pages = [FeedPage([FeedEntry(CommandStage.post("p2", "Hers"))], older: nil)]
    stage.input = StubInput(piped: "Piped", files: ["/etc/passwd": "root:x:0:0"])
    return stage
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
  ])
  func `no file that somebody names is read or written`(
    _ words: [String], _ named: String
  ) async throws {
    let file = folder["archive"]
    let stage = stage()

    #expect(try await stage.run(words.map { $0 == "FILE" ? file : $0 }) == .wrongUse)

    let what = words == ["export"] ? named : named.replacing("FILE", with: file)
    #expect(
      stage.errors.text
        == "tweetie: In restricted mode no file is read or written: \(what) is refused.\n")
    #expect(stage.output.text == "")
    #expect(folder.names == [])
    #expect(await stage.outbox.held == [])
  }

  @Test func `settings are not taken or written`() async throws {
    for words in [["--export"], ["--export", "x"], ["--import", "x"], ["--import", "-"]] {
      let stage = stage()

      #expect(try await stage.run(["config"] + words) == .failed)
      #expect(stage.errors.text == "tweetie: Not in restricted mode.\n")
    }
  }

  @Test(arguments: [
    ["export", "-"], ["post", "--thread", "-", "--dry-run"], ["post", "--thread", "--dry-run"],
    ["feed"], ["config"],
  ])
  func `standard output and input go on`(_ words: [String]) async throws {
    let stage = stage()

    #expect(try await stage.run(words) == .done)
    #expect(stage.output.text != "")
    #expect(stage.errors.text == "")
  }

  @Test func `elsewhere files are read and written`() async throws {
    let stage = stage(isRestricted: false)

    #expect(try await stage.run("export", folder["archive"]) == .done)
    #expect(folder.names == ["archive"])
    #expect(try await stage.run("post", "--thread", "/etc/passwd", "--dry-run") == .done)
    #expect(stage.output.text.contains("root:x:0:0"))
  }
}
