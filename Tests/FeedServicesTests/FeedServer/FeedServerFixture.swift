import Doubles
import FeedDomain
import Threads

@testable import FeedServices

/// A feed server of which every answer is chosen by the test.
struct FeedServerFixture {
  static let token = FeedServerAccountSecret(
    api: .googleReader, base: StubNetwork.home, user: "ada", password: "canary-password",
    auth: "ada/1")
  static let ownToken = FeedServerAccountSecret(
    api: .miniflux, base: StubNetwork.home, user: "", password: "", auth: "canary-key")
  static let harbour = Subscription(
    id: Subscription.ID("feed/12"), address: "https://harbour.example/feed.xml",
    name: "Harbour Notes", folder: "News")

  let stub: StubNetwork
  let store = FakeCredentials()
  let services: FeedServerGatewayFactory
  let token: FeedServerAccountSecret

  init(
    _ token: FeedServerAccountSecret = FeedServerFixture.token, folder: String? = nil,
    lockFile: String? = nil, rules: (any FilterRuleStore)? = nil,
    answer: @escaping @Sendable (HTTPRequest) throws(TransportError) -> HTTPReply
  ) {
    stub = StubNetwork(answer: answer)
    var token = token
    token.list = FeedServerFeedList(subscriptions: [Self.harbour])
    token.refreshedAt = stub.world.now
    self.token = token
    let importer = SubscriptionImporter(
      network: stub.network, cache: WebFeedFileCache(folder: nil), home: nil, rules: rules)
    services = FeedServerGatewayFactory(
      network: stub.network,
      accounts: AccountTokenStorage(store: store, lockFile: lockFile, world: stub.world),
      cacheFolder: folder, outlines: importer, rules: { importer.currentFilterRules }
    ) { [stub] in FeedServerArticleStore(network: stub.network, cache: ArticleCache(folder: $0)) }
  }

  var account: SignedInAccount {
    SignedInAccount(
      Account(
        service: .feedServer, person: FeedServerSignIn.oneself, handle: "ada",
        server: StubNetwork.home), token: token.secret)
  }

  func connection() throws -> ServiceConnection {
    try store.saveAccountAndMakeActive(account)
    guard let connection = services.connection(for: account) else { throw FeedError.signedOut }
    return connection
  }

  /// The calls alone, with their cache in memory.
  func readerCalls(serverIsFreshRSS: Bool = false) -> GoogleReaderCalls {
    let world = stub.world
    return GoogleReaderCalls(
      client: stub.network.serviceClient(
        at: StubNetwork.home, token: token.secret, requestRules: GoogleReaderRequestRules()),
      cache: FeedServerEntryCache(folder: nil, account: account.account.id) { world.now },
      reader: GoogleReaderJSONReader(serverIsFreshRSS: serverIsFreshRSS), now: { world.now })
  }

  /// The calls of Miniflux's own API alone, with their cache in memory.
  func minifluxCalls() -> MinifluxCalls {
    let world = stub.world
    return MinifluxCalls(
      client: stub.network.serviceClient(
        at: StubNetwork.home, token: token.secret, requestRules: MinifluxRequestRules()),
      cache: FeedServerEntryCache(folder: nil, account: account.account.id) { world.now },
      now: { world.now })
  }

  /// The reply of the case of that name among the samples.
  static func sample(_ file: String, _ name: String) throws -> JSON {
    let cases = try ServiceSample.json("FeedServer/\(file)").array
    guard let found = cases.first(where: { $0["name"].string == name }) else {
      throw ServiceSample.Unreadable(path: "\(file): \(name)")
    }
    return found["body"]
  }

  static func text(_ text: String, status: Int = 200, _ headers: HTTPHeaders = [:]) -> HTTPReply {
    HTTPReply(status: status, headers: headers, body: Array(text.utf8))
  }

  /// An entry of the feed "feed/12", as servers of the Google Reader API write it.
  static func item(_ id: Int64, read: Bool = false, starred: Bool = false) -> JSON {
    var states: [JSON] = ["user/7/state/com.google/reading-list"]
    if read { states.append("user/7/state/com.google/read") }
    if starred { states.append("user/7/state/com.google/starred") }
    return [
      "id": .string(FeedServerEntryID(id).longForm), "title": .string("Entry \(id)"),
      "published": .number(String(1_795_190_000 + id % 1000)), "categories": .array(states),
      "origin": ["streamId": "feed/12", "title": "Harbour Notes"],
      "summary": ["content": .string("<p>Text of \(id)</p>")],
      "alternate": [["href": .string("https://harbour.example/\(id)")]],
    ]
  }
}

extension HTTPRequest {
  /// The path without the query.
  var path: String {
    String(url.dropFirst(StubNetwork.home.count).prefix { $0 != "?" })
  }

  /// The values of a field of the query or form.
  func values(_ name: String) -> [String] {
    if case .form(let fields) = body { return fields.filter { $0.0 == name }.map(\.1) }
    return url.split(separator: "?").dropFirst().flatMap { $0.split(separator: "&") }
      .compactMap { item in
        let pair = item.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        return pair[0] == name && pair.count == 2
          ? WebAddressQuery.percentDecoded(String(pair[1])) : nil
      }
  }

  /// The entries that a change or a request for texts names.
  var names: [FeedServerEntryID] { values("i").compactMap { FeedServerEntryID(told: $0) } }
}
