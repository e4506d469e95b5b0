import Doubles
import FeedDomain
import Terminal
import Testing

@testable import Console
@testable import Preferences
@testable import Words

/// What a shell is told that can stand where somebody presses Tab.
struct CommandLineCompletionTests {
  /// The candidates for what was typed, without their meanings.
  private func candidates(_ words: String..., fixture: CommandFixture = CommandFixture())
    async throws
    -> [String]
  {
    #expect(try await fixture.run(["complete"] + words) == .done)
    #expect(fixture.errors.text == "")
    return fixture.output.text.split(separator: "\n").map { line in
      String(line.prefix { $0 != "\t" })
    }
  }

  @Test func `the first word completes to commands with their descriptions`() async throws {
    let fixture = CommandFixture()
    let all = try await candidates("", fixture: fixture)

    #expect(Set(all) == Set(CommandName.allCases.map(\.rawValue) + ["help", "version"]))
    #expect(
      fixture.output.text.contains(
        "doctor\tcheck the installation, and show facts for a bug report\n"))
    #expect(try await candidates("unb").contains("unboost"))
    #expect(try await candidates("nothing-so-called") == [])
    #expect(try await candidates("help", "doc") == ["doctor"])
  }

  @Test func `every command completes every option that it takes`() async throws {
    for spec in CommandSpec.commands {
      let name = try #require(spec.name).rawValue
      let options = Set(try await candidates(name, "-"))

      #expect(options == Set(spec.allOptions.map(\.name) + ["--help"]), "\(name)")
    }
    let before = try await candidates("--")
    #expect(before.contains("--demo") && before.contains("--account"))
  }

  @Test func `an option that was given is not completed again`() async throws {
    #expect(try await candidates("feed", "--json", "--j") == [])
    #expect(try await candidates("post", "--media", "a.jpg", "--m") == ["--media"])
  }

  @Test(arguments: [
    ("--theme", "d", ["dark", "dusk"]), ("--theme", "pap", ["paper"]),
  ])
  func `values of full-screen options are completed`(
    option: String, typed: String, expected: [String]
  ) async throws {
    #expect(try await candidates(option, typed) == expected)
    #expect(try await candidates("\(option)=\(typed)") == expected.map { "\(option)=\($0)" })
  }

  @Test(arguments: [
    (["post", "x", "--visibility", "un"], ["unlisted"]),
    (["post", "x", "--quotable-by", "fo"], ["followers"]),
    (["post", "x", "--visibility=fo"], ["--visibility=followers"]),
    (["post", "x", "--poll-for", "1"], ["1h", "12h", "1d"]),
    (["catch-up", "--order", "l"], ["likes"]),
    (["export", "--format", "m"], ["mbox"]),
    (["login", "ma"], ["mastodon"]), (["login", "rs"], ["rss"]),
    (["feeds", "im"], ["import"]), (["outbox", "se"], ["send"]),
    (["requests", "ac"], ["accept"]), (["act", "notify"], ["notify-posts"]),
    (["catch-up", "e"], ["everything"]), (["list", "tr"], ["trends"]),
    (["act", "--with", "reason=sp"], ["reason=spam"]), (["act", "--with", "ends=1"], ["ends=12h"]),
  ])
  func `arguments are completed from their allowed values`(_ words: [String], _ expected: [String])
    async throws
  {
    let fixture = CommandFixture()
    #expect(try await fixture.run(["complete"] + words) == .done)
    let found = fixture.output.text.split(separator: "\n").map { $0.prefix { $0 != "\t" } }
    #expect(Set(found.map(String.init)).isSuperset(of: expected))
    #expect(found.allSatisfy { $0.hasPrefix(words.last ?? "") })
  }

  @Test(arguments: [
    ["post", "x", "--media", ""], ["feeds", "import", "l"], ["export", ""],
    ["config", "--import", ""], ["post", "--thread", ""],
  ])
  func `file arguments are left to the shell's completion`(_ words: [String]) async throws {
    let fixture = CommandFixture()
    #expect(try await fixture.run(["complete"] + words) == .done)
    #expect(fixture.output.text == ":files\t\n")
  }

  @Test func `accounts, streams and lists are completed from stored ones`() async throws {
    var fixture = CommandFixture()
    fixture.service.lists = [.list(id: "7", name: "Boats"), .list(id: "8", name: "My trams")]
    #expect(try await candidates("feed", "--account", "", fixture: fixture) == ["ada"])

    let streams = CommandFixture(service: fixture.service)
    let found = try await candidates("feed", "", fixture: streams)
    #expect(found.contains("home") && found.contains("list:Boats") && found.contains("everything"))
    let lists = CommandFixture(service: fixture.service)
    #expect(try await candidates("feed", "list:B", fixture: lists) == ["list:Boats"])
    #expect(try await candidates("logout", "a") == ["ada"])
  }

  @Test func `stored tabs are completed as streams`() async throws {
    var fixture = CommandFixture()
    fixture.tabs = FakeTabs([.feed(.home), .feed(.tag("tram"))])

    #expect(try await candidates("feed", "#", fixture: fixture) == ["#tram", "#"])
  }

  @Test func `without an account built-in streams are completed, and no accounts`() async throws {
    var fixture = CommandFixture()
    fixture.accounts = FakeCredentials([])
    let found = try await candidates("feed", "", fixture: fixture)

    #expect(found.contains("home") && found.contains("list:"))
    var other = CommandFixture()
    other.accounts = FakeCredentials([])
    #expect(try await candidates("feed", "--account", "", fixture: other) == [])
  }

  @Test func `operands that cannot be known have no completions`() async throws {
    #expect(try await candidates("like", "") == [])
    #expect(try await candidates("feed", "home", "") == [])
    #expect(try await candidates() != [])
    #expect(try await candidates("feed", "--", "-") == [])
  }
}
