import Doubles
import FeedDomain
import Testing

@testable import FeedStorage

struct TabStoreTests {
  private let account = Account.ID("mastodon:https://social.example:sol")
  private let tabs: [AccountStreamTab] = [
    .feed(.home), .nearby, .feed(.tag("swift")), .feed(.list(id: "7", name: "Near\tand\nfar")),
    .feed(.search("a b")),
  ]

  @Test func `chosen tabs are stored for their account`() async throws {
    let directory = ScratchFolder()
    let path = directory["cache"]
    let first = try await SQLiteFeedStore(.file(path))
    #expect(try await first.tabStore.tabs(account: account) == nil)
    try await first.tabStore.setTabs(tabs, account: account)
    await first.closeDatabase()

    let second = try await SQLiteFeedStore(.file(path))

    #expect(try await second.tabStore.tabs(account: account) == tabs)
    #expect(try await second.tabStore.tabs(account: Account.ID("another")) == nil)
    await second.closeDatabase()
  }

  @Test func `erasing an account removes its tabs`() async throws {
    let store = try await SQLiteFeedStore(.memory)
    try await store.tabStore.setTabs(tabs, account: account)

    try await store.eraseAllData(of: account)

    #expect(try await store.tabStore.tabs(account: account) == nil)
  }

  @Test func `tabs of a removed account are not stored`() async throws {
    let account = account
    let store = try await SQLiteFeedStore(.memory, isGone: { $0 == account })

    await #expect(throws: StoreError.signedOut) {
      try await store.tabStore.setTabs(tabs, account: account)
    }

    #expect(try await store.tabStore.tabs(account: account) == nil)
  }

  @Test func `tabs of an unknown version are ignored`() {
    let text = "home\n\nfuture:thing\nhome\n\u{301}tag:x\nlist:7\tName"

    #expect(
      StoredTabsFormat.parsedTabs(in: text) == [.feed(.home), .feed(.list(id: "7", name: "Name"))])
  }
  @Test func `the catch-up order is stored for each account`()
    async throws
  {
    let directory = ScratchFolder()
    let path = directory["cache"]
    let first = try await SQLiteFeedStore(.file(path))
    #expect(try await first.catchUpOrder(account: account) == nil)
    try await first.setCatchUpOrder(.likes, account: account)
    await first.closeDatabase()

    let second = try await SQLiteFeedStore(.file(path))

    #expect(try await second.catchUpOrder(account: account) == .likes)
    #expect(try await second.catchUpOrder(account: Account.ID("tweetie:other")) == nil)
    await second.closeDatabase()
  }
}
