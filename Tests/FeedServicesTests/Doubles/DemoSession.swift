import Doubles
import FeedDomain
import FeedServices

/// An account signed in to the built-in service.
struct DemoSession {
  let world: PassingWorld
  let services: DemoServiceDirectory
  let account: SignedInAccount
  let connection: ServiceConnection

  static let credentials = Credentials(user: "tweetieuser", password: Secret("tweetie123"))

  init(
    world: PassingWorld = PassingWorld(),
    settings: SimulatedServerSettings = SimulatedServerSettings(latency: .zero),
    journal: String? = nil, as account: SignedInAccount? = nil
  ) async throws {
    self.world = world
    services = DemoServiceDirectory(
      world: world, settings: settings, journal: journal, folder: DemoFolder.path)
    if let account {
      self.account = account
    } else {
      self.account = try await services.signInGateway(to: .tweetie)!.signIn(Self.credentials)
    }
    connection = services.connection(for: self.account)!
  }

  func latest(_ feed: Feed = .home) async throws(FeedError) -> FeedPage {
    try await connection.feeds.feedPage(of: feed, .latest)
  }

  /// Every entry of a stream, walked from its top to its end.
  func walkDown(_ feed: Feed) async throws(FeedError) -> [FeedEntry] {
    var page = try await latest(feed)
    var entries = page.entries
    while let older = page.older {
      page = try await connection.feeds.feedPage(of: feed, .older(older))
      entries += page.entries
    }
    return entries
  }

  /// Every entry above one, walked upwards, in the order of the stream.
  func walkUp(_ feed: Feed, from entry: FeedEntry.ID) async throws(FeedError) -> [FeedEntry] {
    var entries: [FeedEntry] = []
    var edge = entry
    while true {
      let page = try await connection.feeds.feedPage(of: feed, .newer(edge))
      entries = page.entries + entries
      guard page.hasNewer, let top = page.entries.first else { return entries }
      edge = top.id
    }
  }

  @discardableResult
  func send(_ change: PendingChange, key: String) async throws(FeedError) -> ChangeOutcome {
    try await connection.publishing!.sendChange(change, key: OutboxItem.ID(key))
  }

  func publish(_ text: String, key: String, replyTo: Post.ID? = nil) async throws(FeedError)
    -> Post?
  {
    let draft = Draft(id: Draft.ID(key), text: text, replyTo: replyTo)
    guard case .post(let post) = try await send(.publish(draft), key: key) else { return nil }
    return post
  }
}

extension [FeedEntry] {
  var ids: [FeedEntry.ID] { map(\.id) }
}

/// What an attempt failed with; nil where it succeeded.
func failure<Value>(of attempt: () async throws -> Value) async -> FeedError? {
  do {
    _ = try await attempt()
    return nil
  } catch {
    return error as? FeedError
  }
}
