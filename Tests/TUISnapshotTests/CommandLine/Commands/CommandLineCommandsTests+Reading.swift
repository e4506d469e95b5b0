import Doubles
import FeedDomain
import Testing

@testable import Console
@testable import Scenes

/// Streams and searching.
extension CommandLineCommandsTests {
  @Test func `a feed is printed for reading and stored`() async throws {
    var stage = CommandStage()
    stage.service.pages = [
      FeedPage([FeedEntry(CommandStage.post("p1", "One\nTwo"))], older: nil)
    ]

    let code = try await stage.run("feed")

    #expect(code == .done)
    #expect(
      stage.output.text == """
        Grace @grace · 1h
          One
          Two
          1 reply · 0 boosts · 12 likes · p1

        """)
    #expect(await stage.store.ids(of: .home).count == 1)
  }

  @Test(arguments: [false, true])
  func `what cannot be stored is printed all the same, and told`(isOpen: Bool) async throws {
    var stage = CommandStage()
    stage.service.pages = [FeedPage([FeedEntry(CommandStage.post("p1", "One"))], older: nil)]
    stage.store = FakeFeedStore(failure: isOpen ? .full : nil)
    stage.inMemoryBecause = isOpen ? nil : .full

    #expect(try await stage.run("feed") == .done)

    #expect(stage.output.text.contains("  One\n"))
    #expect(
      stage.errors.text
        == "tweetie: None of this is saved. The disk is full. Make room and try again.\n")
  }

  @Test(arguments: [["feed"], ["search", "one"]])
  func `what is but held in memory was never stored`(command: [String]) async throws {
    var stage = CommandStage()
    stage.inMemoryBecause = .full

    #expect(try await stage.run(command + ["--offline"]) == .failed)

    #expect(stage.errors.text == "tweetie: The disk is full. Make room and try again.\n")
  }

  @Test func `a feed goes on page by page until there are enough`() async throws {
    var stage = CommandStage()
    stage.service.pages = (0..<3).map { page in
      let entries = (0..<2).map { FeedEntry(CommandStage.post("p\(page)\($0)", "x")) }
      return FeedPage(entries, older: Cursor(String(page + 1)))
    }

    _ = try await stage.run("feed", "-n", "3", "--json")

    let lines = stage.output.text.split(separator: "\n")
    #expect(
      lines.map { $0.prefix(12) } == ["{\"id\":\"p00\",", "{\"id\":\"p01\",", "{\"id\":\"p10\","])
    #expect(await stage.store.ids(of: .home) == ["p00", "p01", "p10", "p11"])
  }

  @Test func `pages are printed as they come, and what came stays when the next does not`()
    async throws
  {
    var stage = CommandStage()
    stage.service.pages = [
      FeedPage([FeedEntry(CommandStage.post("p1", "One"))], older: Cursor("1")),
      FeedPage([FeedEntry(CommandStage.post("p2", "Two"))], older: Cursor("broken")),
    ]
    stage.service.brokenPages = ["broken"]

    #expect(try await stage.run("feed", "-n", "5000") == .noNetwork)

    #expect(stage.output.text.contains("  One\n"))
    #expect(stage.output.text.contains("\n\nGrace @grace · 1h\n  Two\n"))
  }

  /// Two stretches with something in between that was not fetched.
  private func stretches() async throws -> CommandStage {
    let stage = CommandStage()
    for (ids, older) in [(["p2", "p1"], nil), (["p5", "p4"], Cursor("p3"))] {
      _ = try await stage.store.commit(
        FeedPage(ids.map { FeedEntry(CommandStage.post($0, $0)) }, older: older), to: .home,
        account: CommandStage.ada.account.id, at: .top, now: stage.world.now)
    }
    return stage
  }

  @Test func `offline one reads on through what was not fetched, which is told`() async throws {
    let stage = try await stretches()

    #expect(try await stage.run("feed", "--offline") == .done)

    #expect(stage.output.text.split(separator: "\n").count { $0.hasPrefix("  p") } == 4)
    #expect(stage.errors.text == "tweetie: Some posts between these were not fetched.\n")
  }

  @Test func `a program gets an object where something was not fetched`() async throws {
    let stage = try await stretches()

    #expect(try await stage.run("feed", "--offline", "--json") == .done)

    let lines = stage.output.text.split(separator: "\n")
    #expect(lines.count == 5)
    #expect(lines[2] == #"{"gap":{"newer_than":"p2","older_than":"p4"}}"#)
    #expect(stage.errors.text.isEmpty)
  }

  @Test func `offline more is printed than is read at once`() async throws {
    let stage = CommandStage()
    _ = try await stage.store.commit(
      FeedPage((1...450).map { FeedEntry(CommandStage.post("p\($0)", "x")) }, older: nil),
      to: .home, account: CommandStage.ada.account.id, at: .top, now: stage.world.now)

    #expect(try await stage.run("feed", "--offline", "--json", "-n", "2000") == .done)

    let lines = stage.output.text.split(separator: "\n")
    #expect(lines.count == 450)
    #expect(Set(lines).count == 450)
  }

  @Test(arguments: [["feed"], ["search", "x"]])
  func `pages that repeat themselves are printed once and left`(command: [String]) async throws {
    var stage = CommandStage()
    stage.service.pages = (0..<40).map { page in
      let entries = [page, page + 1].map { FeedEntry(CommandStage.post("p\(min($0, 3))", "x")) }
      return FeedPage(entries, older: Cursor(String((page + 1) % 40)))
    }

    _ = try await stage.run(command + ["-n", "9", "--json"])

    let lines = stage.output.text.split(separator: "\n")
    #expect(
      lines.map { $0.prefix(11) } == (0...3).map { "{\"id\":\"p\($0)\"," })
  }

  @Test func `what is muted is folded for people, and whole for programs`() async throws {
    var stage = CommandStage()
    stage.mutes = [.person("grace")]
    stage.store = FakeFeedStore([.home: [FeedEntry(CommandStage.post("p1", "the butler"))]])

    #expect(try await stage.run("feed", "--offline") == .done)
    #expect(stage.output.text.contains("[muted] @grace"))
    #expect(!stage.output.text.contains("butler"))
    #expect(try await stage.run("feed", "--offline", "--json") == .done)
    #expect(stage.output.text.contains("butler"))
  }

  @Test func `a content warning folds the text`() async throws {
    var stage = CommandStage()
    let post = CommandStage.post("p1", "the butler", warning: "spoiler")
    stage.service.pages = [FeedPage([FeedEntry(post)], older: nil)]

    _ = try await stage.run("feed")

    #expect(stage.output.text.contains("[warning] spoiler"))
    #expect(!stage.output.text.contains("butler"))
  }

  @Test func `without a network a feed ends with code 4, offline it is read`() async throws {
    var stage = CommandStage()
    stage.service.failure = .unreachable
    stage.store = FakeFeedStore([.home: [FeedEntry(CommandStage.post("p1", "kept"))]])

    #expect(try await stage.run("feed") == .noNetwork)
    #expect(stage.output.text.isEmpty)
    #expect(try await stage.run("feed", "--offline") == .done)
    #expect(stage.output.text.contains("kept"))
  }

  @Test func `a stream the service has not is refused by name`() async throws {
    let stage = CommandStage()

    #expect(try await stage.run("feed", "federated") == .failed)
    #expect(
      stage.errors.text
        == "tweetie: This account has no stream \"Federated\". "
        + "It has: home, photos, likes, bookmarks.\n")
  }

  @Test func `photos nearby are printed where the service has them, and a place is known`()
    async throws
  {
    var stage = CommandStage()
    #expect(try await stage.run("feed", "nearby") == .failed)
    #expect(stage.errors.text.hasPrefix("tweetie: This account has no stream \"Nearby\"."))

    stage.service.hasPlaces = true
    stage.service.pages = [FeedPage([FeedEntry(CommandStage.post("p1", "a ferry"))], older: nil)]
    #expect(try await stage.run("feed", "nearby") == .failed)
    #expect(stage.errors.text.contains("Your location is not known. Set photos.place"))
    stage.place = Place(name: "Lisboa", latitude: 38.72, longitude: -9.14)
    #expect(try await stage.run("feed", "nearby") == .done)

    #expect(stage.output.text.contains("a ferry"))
  }

  @Test func `whoever has a handle is looked up once, and known offline`() async throws {
    var stage = CommandStage()
    let noor = Person(id: Person.ID("7"), handle: "noor", name: "Noor")
    stage.service.people = [noor]
    stage.service.pages = [FeedPage([FeedEntry(CommandStage.post("p1", "found"))], older: nil)]

    #expect(try await stage.run("feed", "@nobody") == .failed)
    #expect(try await stage.run("feed", "@noor") == .done)

    #expect(stage.errors.text == "tweetie: There is nobody called @nobody.\n")
    #expect(stage.output.text.contains("found"))
    #expect(await stage.store.ids(of: .person(Person.ID("7"))) == ["p1"])
    stage.service.people = []
    #expect(try await stage.run("feed", "@Noor", "--offline") == .done)
    #expect(stage.errors.text == "tweetie: There is nobody called @nobody.\n")
  }

  @Test func `search looks at the service, or offline in the store`() async throws {
    var stage = CommandStage()
    stage.service.pages = [FeedPage([FeedEntry(CommandStage.post("p1", "from there"))], older: nil)]
    stage.store = FakeFeedStore([.home: [FeedEntry(CommandStage.post("p2", "from here"))]])

    _ = try await stage.run("search", "from")
    _ = try await stage.run("search", "from", "here", "--offline")

    #expect(stage.output.text.contains("p1") && stage.output.text.contains("p2"))
    #expect(try await stage.run("search", "nowhere", "--offline") == .done)
    #expect(stage.errors.text == "tweetie: No matches.\n")
  }
}
