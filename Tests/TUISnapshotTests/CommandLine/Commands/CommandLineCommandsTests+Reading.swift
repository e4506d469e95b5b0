import Doubles
import FeedDomain
import Testing

@testable import Console
@testable import Scenes

/// Streams and searching.
extension CommandLineCommandsTests {
  @Test func `feed prints a stream and stores it`() async throws {
    var fixture = CommandFixture()
    fixture.service.pages = [
      FeedPage([FeedEntry(CommandFixture.post("p1", "One\nTwo"))], older: nil)
    ]

    let code = try await fixture.run("feed")

    #expect(code == .done)
    #expect(
      fixture.output.text == """
        Grace @grace · 1h
          One
          Two
          1 reply · 0 boosts · 12 likes · p1

        """)
    #expect(await fixture.store.ids(of: .home).count == 1)
  }

  @Test(arguments: [false, true])
  func `feed prints posts that cannot be stored, and reports the storage error`(isOpen: Bool)
    async throws
  {
    var fixture = CommandFixture()
    fixture.service.pages = [FeedPage([FeedEntry(CommandFixture.post("p1", "One"))], older: nil)]
    fixture.store = FakeFeedStore(failure: isOpen ? .full : nil)
    fixture.memoryOnlyReason = isOpen ? nil : .full

    #expect(try await fixture.run("feed") == .done)

    #expect(fixture.output.text.contains("  One\n"))
    #expect(
      fixture.errors.text
        == "tweetie: Nothing is being saved. The disk is full. Free some space and try again.\n")
  }

  @Test(arguments: [["feed"], ["search", "one"]])
  func `with an in-memory store feed and search fail offline`(command: [String]) async throws {
    var fixture = CommandFixture()
    fixture.memoryOnlyReason = .full

    #expect(try await fixture.run(command + ["--offline"]) == .failed)

    #expect(fixture.errors.text == "tweetie: The disk is full. Free some space and try again.\n")
  }

  @Test func `feed fetches pages until it has the requested number of posts`() async throws {
    var fixture = CommandFixture()
    fixture.service.pages = (0..<3).map { page in
      let entries = (0..<2).map { FeedEntry(CommandFixture.post("p\(page)\($0)", "x")) }
      return FeedPage(entries, older: Cursor(String(page + 1)))
    }

    _ = try await fixture.run("feed", "-n", "3", "--json")

    let lines = fixture.output.text.split(separator: "\n")
    #expect(
      lines.map { $0.prefix(12) } == ["{\"id\":\"p00\",", "{\"id\":\"p01\",", "{\"id\":\"p10\","])
    #expect(await fixture.store.ids(of: .home) == ["p00", "p01", "p10", "p11"])
  }

  @Test func `feed prints each page as it arrives, and keeps it if the next page fails`()
    async throws
  {
    var fixture = CommandFixture()
    fixture.service.pages = [
      FeedPage([FeedEntry(CommandFixture.post("p1", "One"))], older: Cursor("1")),
      FeedPage([FeedEntry(CommandFixture.post("p2", "Two"))], older: Cursor("broken")),
    ]
    fixture.service.brokenPages = ["broken"]

    #expect(try await fixture.run("feed", "-n", "5000") == .noNetwork)

    #expect(fixture.output.text.contains("  One\n"))
    #expect(fixture.output.text.contains("\n\nGrace @grace · 1h\n  Two\n"))
  }

  /// Two stretches with something in between that was not fetched.
  private func stretches() async throws -> CommandFixture {
    let fixture = CommandFixture()
    for (ids, older) in [(["p2", "p1"], nil), (["p5", "p4"], Cursor("p3"))] {
      _ = try await fixture.store.mergeFetchedPage(
        FeedPage(ids.map { FeedEntry(CommandFixture.post($0, $0)) }, older: older), into: .home,
        account: CommandFixture.ada.account.id, at: .top, now: fixture.world.now)
    }
    return fixture
  }

  @Test func `feed offline prints across gaps, and reports them`() async throws {
    let fixture = try await stretches()

    #expect(try await fixture.run("feed", "--offline") == .done)

    #expect(fixture.output.text.split(separator: "\n").count { $0.hasPrefix("  p") } == 4)
    #expect(fixture.errors.text == "tweetie: Some posts between these were not fetched.\n")
  }

  @Test func `feed with JSON prints an object for each gap`() async throws {
    let fixture = try await stretches()

    #expect(try await fixture.run("feed", "--offline", "--json") == .done)

    let lines = fixture.output.text.split(separator: "\n")
    #expect(lines.count == 5)
    #expect(lines[2] == #"{"gap":{"newer_than":"p2","older_than":"p4"}}"#)
    #expect(fixture.errors.text.isEmpty)
  }

  @Test func `feed offline reads more posts than one store page`() async throws {
    let fixture = CommandFixture()
    _ = try await fixture.store.mergeFetchedPage(
      FeedPage((1...450).map { FeedEntry(CommandFixture.post("p\($0)", "x")) }, older: nil),
      into: .home, account: CommandFixture.ada.account.id, at: .top, now: fixture.world.now)

    #expect(try await fixture.run("feed", "--offline", "--json", "-n", "2000") == .done)

    let lines = fixture.output.text.split(separator: "\n")
    #expect(lines.count == 450)
    #expect(Set(lines).count == 450)
  }

  @Test(arguments: [["feed"], ["search", "x"]])
  func `feed and search stop at repeated pages, and print each post once`(command: [String])
    async throws
  {
    var fixture = CommandFixture()
    fixture.service.pages = (0..<40).map { page in
      let entries = [page, page + 1].map { FeedEntry(CommandFixture.post("p\(min($0, 3))", "x")) }
      return FeedPage(entries, older: Cursor(String((page + 1) % 40)))
    }

    _ = try await fixture.run(command + ["-n", "9", "--json"])

    let lines = fixture.output.text.split(separator: "\n")
    #expect(
      lines.map { $0.prefix(11) } == (0...3).map { "{\"id\":\"p\($0)\"," })
  }

  @Test func `feed folds muted posts in text, and prints them in full as JSON`() async throws {
    var fixture = CommandFixture()
    fixture.mutes = [.person("grace")]
    fixture.store = FakeFeedStore([.home: [FeedEntry(CommandFixture.post("p1", "the butler"))]])

    #expect(try await fixture.run("feed", "--offline") == .done)
    #expect(fixture.output.text.contains("[muted] @grace"))
    #expect(!fixture.output.text.contains("butler"))
    #expect(try await fixture.run("feed", "--offline", "--json") == .done)
    #expect(fixture.output.text.contains("butler"))
  }

  @Test func `feed folds the text behind a content warning`() async throws {
    var fixture = CommandFixture()
    let post = CommandFixture.post("p1", "the butler", warning: "spoiler")
    fixture.service.pages = [FeedPage([FeedEntry(post)], older: nil)]

    _ = try await fixture.run("feed")

    #expect(fixture.output.text.contains("[warning] spoiler"))
    #expect(!fixture.output.text.contains("butler"))
  }

  @Test func `feed without a network exits with code 4, offline it prints stored posts`()
    async throws
  {
    var fixture = CommandFixture()
    fixture.service.failure = .unreachable
    fixture.store = FakeFeedStore([.home: [FeedEntry(CommandFixture.post("p1", "kept"))]])

    #expect(try await fixture.run("feed") == .noNetwork)
    #expect(fixture.output.text.isEmpty)
    #expect(try await fixture.run("feed", "--offline") == .done)
    #expect(fixture.output.text.contains("kept"))
  }

  @Test func `feed refuses a stream that the service lacks, and lists those it has`() async throws {
    let fixture = CommandFixture()

    #expect(try await fixture.run("feed", "federated") == .failed)
    #expect(
      fixture.errors.text
        == "tweetie: This account has no stream \"Federated\". "
        + "It has: home, photos.\n")
  }

  @Test func `feed nearby needs a service with places and a known location`()
    async throws
  {
    var fixture = CommandFixture()
    #expect(try await fixture.run("feed", "nearby") == .failed)
    #expect(fixture.errors.text.hasPrefix("tweetie: This account has no stream \"Nearby\"."))

    fixture.service.hasPlaces = true
    fixture.service.pages = [
      FeedPage([FeedEntry(CommandFixture.post("p1", "a ferry"))], older: nil)
    ]
    #expect(try await fixture.run("feed", "nearby") == .failed)
    #expect(fixture.errors.text.contains("Your location is unknown. Set photos.place"))
    fixture.place = Place(name: "Lisboa", latitude: 38.72, longitude: -9.14)
    #expect(try await fixture.run("feed", "nearby") == .done)

    #expect(fixture.output.text.contains("a ferry"))
  }

  @Test func `feed with a handle looks the person up, and knows them offline afterwards`()
    async throws
  {
    var fixture = CommandFixture()
    let noor = Person(id: Person.ID("7"), handle: "noor", name: "Noor")
    fixture.service.people = [noor]
    fixture.service.pages = [FeedPage([FeedEntry(CommandFixture.post("p1", "found"))], older: nil)]

    #expect(try await fixture.run("feed", "@nobody") == .failed)
    #expect(try await fixture.run("feed", "@noor") == .done)

    #expect(fixture.errors.text == "tweetie: There is nobody called @nobody.\n")
    #expect(fixture.output.text.contains("found"))
    #expect(await fixture.store.ids(of: .person(Person.ID("7"))) == ["p1"])
    fixture.service.people = []
    #expect(try await fixture.run("feed", "@Noor", "--offline") == .done)
    #expect(fixture.errors.text == "tweetie: There is nobody called @nobody.\n")
  }

  @Test func `search asks the service, or offline the store`() async throws {
    var fixture = CommandFixture()
    fixture.service.pages = [
      FeedPage([FeedEntry(CommandFixture.post("p1", "from there"))], older: nil)
    ]
    fixture.store = FakeFeedStore([.home: [FeedEntry(CommandFixture.post("p2", "from here"))]])

    _ = try await fixture.run("search", "from")
    _ = try await fixture.run("search", "from", "here", "--offline")

    #expect(fixture.output.text.contains("p1") && fixture.output.text.contains("p2"))
    #expect(try await fixture.run("search", "nowhere", "--offline") == .done)
    #expect(fixture.errors.text == "tweetie: No matches.\n")
  }
}
