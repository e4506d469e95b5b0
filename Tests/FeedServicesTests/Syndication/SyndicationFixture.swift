import Doubles
import FeedDomain
import FeedStorage

@testable import FeedServices

/// Feeds of which every answer is chosen by the test, and somebody who follows them.
struct SyndicationFixture {
  static let feed = "\(StubNetwork.home)/feed"

  let stub: StubNetwork
  let store = FakeCredentials()
  private(set) var services: LocalWebFeedGatewayFactory

  /// Returns those of some posts that are marked as read.
  var readPosts: @Sendable (Account.ID, [Post.ID]) async -> Set<Post.ID> {
    get { services.readPosts }
    set { services.readPosts = newValue }
  }

  /// Returns an account's tags of bookmarks.
  var bookmarkTags: @Sendable (Account.ID) async -> BookmarkTagIndex {
    get { services.bookmarkTags }
    set { services.bookmarkTags = newValue }
  }

  init(
    folder: String? = nil, rules: (any FilterRuleStore)? = nil,
    answer: @escaping @Sendable (HTTPRequest) throws(TransportError) -> HTTPReply
  ) {
    stub = StubNetwork(answer: answer)
    services = LocalWebFeedGatewayFactory(
      intake: SubscriptionImporter(
        network: stub.network, cache: WebFeedFileCache(folder: folder), home: folder,
        rules: rules, newsboat: NewsboatDatabase()),
      accounts: AccountTokenStorage(store: store, lockFile: nil, world: stub.world))
  }

  /// Signs in with that address, and keeps the account.
  @discardableResult func signIn(_ address: String = feed) async throws -> SignedInAccount {
    let step = try await services.signIn.beginSignIn(
      services.signIn.methods[0], [.address: Secret(address)])
    guard case .signedIn(let account) = step else { throw FeedError.badReply }
    try store.saveAccountAndMakeActive(account)
    return account
  }

  func connection() throws -> ServiceConnection {
    guard let account = store.storedAccounts().first,
      let connection = services.connection(for: account)
    else { throw FeedError.signedOut }
    return connection
  }

  /// What is on the list, as it is kept.
  var list: [Subscription] {
    store.storedAccounts().first.flatMap { SubscriptionList($0.token) }?.subscriptions ?? []
  }

  /// The ids of the newest page of what is followed.
  func home() async throws -> [String] {
    try await connection().feeds.feedPage(of: .home, .latest).entries.map(\.post.content.text.plain)
  }

  /// A feed with these entries, written one after the other, the last one first.
  static func rss(_ titles: String...) -> HTTPReply { rss(titles) }

  static func rss(
    _ titles: [String], name: String = "Fog", _ headers: HTTPHeaders = [:]
  ) -> HTTPReply {
    let items = titles.enumerated().map { place, title in
      let moment = ISODate.isoDateText(
        Timestamp(milliseconds: 1_795_190_400_000 - Int64(place) * 60_000))
      return "<item><guid>\(title)</guid><title>\(title)</title><pubDate>\(moment)</pubDate></item>"
    }
    let text = "<rss><channel><title>\(name)</title>\(items.joined())</channel></rss>"
    return HTTPReply(status: 200, headers: headers, body: Array(text.utf8), url: feed)
  }
}
