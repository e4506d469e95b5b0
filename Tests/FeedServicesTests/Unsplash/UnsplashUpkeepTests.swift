import Doubles
import FeedDomain
import Testing
import Threads

@testable import FeedServices

/// What is looked at again once a day, and what is kept of it.
@Suite struct UnsplashUpkeepTests {
  private let store = FakeCredentials()

  private func fixture(_ answers: [String: HTTPReply]) -> StubNetwork {
    StubNetwork { request in
      answers[WebAddress(request.url)?.path ?? ""] ?? HTTPReply(status: 404)
    }
  }

  private func connection(
    _ stub: StubNetwork, _ account: SignedInAccount
  ) throws -> ServiceConnection {
    let services = UnsplashGatewayFactory(
      network: stub.network, host: StubNetwork.home, signInHost: StubNetwork.home,
      accounts: AccountTokenStorage(store: store, lockFile: nil, world: stub.world))
    return try #require(services.connection(for: account))
  }

  private func account(hasLikes: Bool = true) throws -> SignedInAccount {
    let tokenGrant = UnsplashAccountSecret.UnsplashPersonAuthorization(
      token: Secret("t"), handle: "mirre", hasLikes: hasLikes,
      collections: [.init(id: "1", title: "Old")])
    let key = UnsplashAccountSecret(
      access: Secret("k"), topics: [.init(slug: "fog", title: "Fog")], tokenGrant: tokenGrant)
    let account = SignedInAccount(
      Account(service: .unsplash, person: Person.ID("mirre"), handle: "mirre"), token: key.secret)
    try store.saveAccountAndMakeActive(account)
    return account
  }

  @Test func `topics, collections and likes are refreshed once a day`() async throws {
    let stub = fixture([
      "/topics": .json([["slug": "street", "title": "Street"]]),
      "/users/mirre/collections": .json([["id": "77", "title": "Boats"]]),
      "/photos": .json([["id": "a"]]),
    ])
    let before = try connection(stub, try account())

    try await before.upkeep?.refreshAccountFactsIfOld()
    let after = try connection(stub, try #require(store.storedAccounts().first))
    let asked = stub.asked.count
    try await after.upkeep?.refreshAccountFactsIfOld()

    #expect(before.marks == [.liked, .bookmarked])
    #expect(after.marks == .bookmarked)
    #expect(
      after.streams.compactMap(\.feed) == [
        .photos, .list(id: "topic/street", name: "Street"), .bookmarks,
        .list(id: "collection/77", name: "Boats"),
      ])
    #expect(asked == 3)
    #expect(stub.asked.count == asked)
    stub.world.pass(.seconds(24 * 3600))
    try await after.upkeep?.refreshAccountFactsIfOld()
    #expect(stub.asked.count > asked)
  }

  @Test func `likes are no longer offered after their call was gone`() async throws {
    let stub = fixture(["/photos/a": .json(UnsplashFixture.photo("a"))])
    let like = PendingChange.mark(Post.ID("a"), .liked, true)
    let before = try connection(stub, try account())

    let error = await failure {
      _ = try await before.publishing?.sendChange(like, key: OutboxItem.ID("k"))
    }

    #expect(error == .refused(nil))
    let after = try connection(stub, try #require(store.storedAccounts().first))
    #expect(after.marks == .bookmarked)
  }

  @Test func `facts that cannot be refreshed stay, and likes once withdrawn are not offered again`()
    async throws
  {
    let told = fixture([
      "/topics": HTTPReply(status: 500), "/users/mirre/collections": .json([]),
      "/photos": .json([["id": "a", "liked_by_user": true]]),
    ])
    let silent = StubNetwork { _ throws(TransportError) in throw .notConnected }
    let account = try account(hasLikes: false)

    await #expect(throws: FeedError.unreachable) {
      try await connection(silent, account).upkeep?.refreshAccountFactsIfOld()
    }
    #expect(store.storedAccounts().first == account)
    try await connection(told, account).upkeep?.refreshAccountFactsIfOld()

    let key = try #require(store.storedAccounts().first.flatMap { UnsplashAccountSecret($0.token) })
    #expect(key.topics.map(\.slug) == ["fog"])
    #expect(key.tokenGrant?.collections == [])
    #expect(key.tokenGrant?.hasLikes == false)
    #expect(key.refreshedAt == told.world.now)
  }
}
