import Doubles
import FeedDomain
import Testing
import UseCases

/// Actions on all entries that a search finds: the number first, then the action, undone as one.
@MainActor struct BulkEntryActionTests {
  @Test(arguments: [
    ("read from:\"Old Blog\" before:7d", BulkEntryAction(.read, "from:\"Old Blog\" before:7d")),
    ("open unread in:News", BulkEntryAction(.open, "is:unread in:News")),
    ("star tram", BulkEntryAction(.star, "tram")), ("read", nil), ("like tram", nil),
    ("read  ", nil),
  ])
  func `a bulk action is parsed with its search`(typed: String, act: BulkEntryAction?) {
    #expect(BulkEntryAction(typed) == act)
  }

  private let posts = [
    FeedReader.entry("new", hoursAgo: 1), FeedReader.entry("tide", of: "sea", hoursAgo: 2),
    FeedReader.entry("old", hoursAgo: 24 * 9),
  ]

  private func found(_ typed: String) async throws -> [String] {
    let reader = FeedReader(posts)
    try await reader.hold(posts)
    let act = try #require(BulkEntryAction(typed))
    return try await BulkActionEntrySearch(reader.session).matchingEntryIDs(for: act).map(
      \.rawValue)
  }

  @Test func `a bulk action is limited by feeds, folders and dates`() async throws {
    #expect(try await found("read from:\"Old Blog\"") == ["old/new", "old/old"])
    #expect(try await found("read from:\"Old Blog\" before:7d") == ["old/old"])
    #expect(try await found("read in:News since:2d") == ["old/new"])
    #expect(try await found("read -in:News") == ["sea/tide"])
    #expect(try await found("read title:tide") == ["sea/tide"])
    #expect(try await found("read in:Sea OR before:7d") == ["sea/tide", "old/old"])
  }

  @Test func `entries are found by their full texts, and left out by them`() async throws {
    let reader = FeedReader(posts)
    try await reader.hold(posts)
    await reader.subscriptions.hold(Array(posts.prefix(2)))
    await reader.subscriptions.holdFullTexts([posts[0].id: "zeppelins"])
    func found(_ typed: String) async throws -> [String] {
      let act = try #require(BulkEntryAction(typed))
      return try await BulkActionEntrySearch(reader.session).matchingEntryIDs(for: act).map(
        \.rawValue)
    }

    #expect(try await found("star text:zeppelin") == ["old/new"])
    #expect(try await found("star text:zeppelin OR title:tide") == ["old/new", "sea/tide"])
    #expect(try await found("star -zeppelin") == ["sea/tide", "old/old"])
  }

  @Test(arguments: [
    ("star \"words of tide\"", ["sea/tide"]), ("read fresh", ["sea/fresh"]),
    ("unread fresh", []), ("star is:unread fresh", ["sea/fresh"]), ("open fresh", ["sea/fresh"]),
  ])
  func `a bulk action finds entries that were fetched and never shown in a stream`(
    typed: String, ids: [String]
  ) async throws {
    let reader = FeedReader(posts)
    try await reader.hold(posts)
    await reader.subscriptions.hold([
      FeedReader.entry("fresh", of: "sea"), FeedReader.entry("tide", of: "sea", hoursAgo: 2),
    ])
    let act = try #require(BulkEntryAction(typed))

    let found = try await BulkActionEntrySearch(reader.session).matchingEntryIDs(for: act)

    #expect(found.map(\.rawValue) == ids)
    let store = reader.session.stores.feeds
    let account = FeedReader.account.id
    #expect(try await store.storedPost(Post.ID("sea/tide"), account: account) != nil)
    if let id = found.first {
      #expect(try await store.storedPost(id, account: account)?.url != nil)
    }
  }

  @Test func `a mistake in the search of a bulk action is an error`() async throws {
    let reader = FeedReader(posts)
    await #expect(throws: BulkActionEntrySearch.BulkActionSearchFailure.self) {
      _ = try await BulkActionEntrySearch(reader.session).matchingEntryIDs(
        for: BulkEntryAction(.read, "is:blue"))
    }
  }

  @Test(arguments: [
    ("bogus:x", "bogus:x"), ("in:News -Lang:", nil), ("in:News -tilte:tide", "tilte:tide"),
    ("in:News OR bogus:x", "bogus:x"), ("\"bogus:x\"", nil), ("https://old.example/new", nil),
    ("12:30", nil), ("is:unread", nil),
  ])
  func `a term with an unknown keyword is named, and not searched as a word`(
    query: String, term: String?
  ) async throws {
    let reader = FeedReader(posts)
    try await reader.hold(posts)
    var mistake: SearchMistake?

    do throws(BulkActionEntrySearch.BulkActionSearchFailure) {
      _ = try await BulkActionEntrySearch(reader.session).matchingEntryIDs(
        for: BulkEntryAction(.read, query))
    } catch {
      if case .mistake(let found) = error { mistake = found }
    }

    #expect(mistake?.kind == .unknown ? mistake?.part == term : term == nil)
  }

  @Test func `signing in again repeats the count of matching entries`() async throws {
    let reader = FeedReader(posts)
    try await reader.hold(posts)
    await reader.subscriptions.fail(.signedOut)
    let presenter = Spy<BulkEntryActionScene.SceneState>()
    let interactor = BulkEntryActionInteractor(
      reader.session, actions: reader.actions, presenter: presenter)
    await interactor.handle(.open(BulkEntryAction(.read, "in:News")))
    #expect(presenter.values.last?.failure == .service(.signedOut))
    #expect(presenter.values.last?.count == nil)

    await reader.subscriptions.fail(nil)
    await interactor.repeatRequestsAfterSignIn()

    #expect(presenter.values.last?.failure == nil)
    #expect(presenter.values.last?.count == 2)
  }

  @Test func `pages are opened in the order of the entries, and none once the overlay is closed`()
    async throws
  {
    let reader = FeedReader(posts)
    try await reader.hold(posts)
    let presenter = Spy<BulkEntryActionScene.SceneState>()
    let interactor = BulkEntryActionInteractor(
      reader.session, actions: reader.actions, presenter: presenter)

    await interactor.handle(.open(BulkEntryAction(.open, "in:News")))
    await interactor.handle(.close)
    await interactor.handle(.confirm)
    #expect(presenter.effects.isEmpty)

    await interactor.handle(.open(BulkEntryAction(.open, "in:News")))
    await interactor.handle(.confirm)
    #expect(
      presenter.effects == [
        .openPages(["https://old.example/new", "https://old.example/old"]), .leave(nil),
      ])
  }

  @Test func `a second confirmation does not act again`() async throws {
    let reader = FeedReader(posts)
    try await reader.hold(posts)
    let interactor = BulkEntryActionInteractor(
      reader.session, actions: reader.actions, presenter: Spy<BulkEntryActionScene.SceneState>())
    await interactor.handle(.open(BulkEntryAction(.read, "in:News")))

    let confirmations = (0..<2).map { _ in Task { await interactor.handle(.confirm) } }
    for confirmation in confirmations { await confirmation.value }

    let markings = reader.observer.news.filter {
      if case .markedRead = $0 { true } else { false }
    }
    #expect(markings == [.markedRead(2, true)])
  }

  @Test func `matching entries are counted first, then marked together and undone together`()
    async throws
  {
    let reader = FeedReader(posts)
    try await reader.hold(posts)
    let presenter = Spy<BulkEntryActionScene.SceneState>()
    let interactor = BulkEntryActionInteractor(
      reader.session, actions: reader.actions, presenter: presenter)
    await interactor.handle(.open(BulkEntryAction(.read, "in:News")))
    #expect(presenter.values.last?.count == 2)
    #expect(
      try await reader.readStates.unreadCountsByFeed(account: FeedReader.account.id).values.reduce(
        0, +)
        == 3)

    await interactor.handle(.confirm)
    #expect(presenter.effects == [.leave(nil)])
    #expect(
      try await reader.readStates.unreadCountsByFeed(account: FeedReader.account.id) == [
        Person.ID("sea"): 1
      ])
    reader.actions.undoLastAction()
    await reader.actions.waitUntilChangesWritten()
    #expect(reader.observer.news.contains(.readStatesUndone(2, false)))
    #expect(
      try await reader.readStates.unreadCountsByFeed(account: FeedReader.account.id).values.reduce(
        0, +)
        == 3)
  }
}
