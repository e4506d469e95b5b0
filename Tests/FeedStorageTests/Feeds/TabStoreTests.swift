import Doubles
import FeedDomain
import Testing

@testable import FeedStorage

struct TabStoreTests {
  private let account = Account.ID("mastodon:https://social.example:sol")
  private let tabs: [StreamTab] = [
    .feed(.home), .nearby, .feed(.tag("swift")), .feed(.list(id: "7", name: "Near\tand\nfar")),
    .feed(.search("a b")),
  ]

  @Test func `chosen tabs are there after a restart`() async throws {
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

  @Test func `tabs go with their account`() async throws {
    let store = try await SQLiteFeedStore(.memory)
    try await store.tabStore.setTabs(tabs, account: account)

    try await store.eraseAllData(of: account)

    #expect(try await store.tabStore.tabs(account: account) == nil)
  }

  @Test func `of an account that was signed out no tabs are kept`() async throws {
    let account = account
    let store = try await SQLiteFeedStore(.memory, isGone: { $0 == account })

    await #expect(throws: StoreError.signedOut) {
      try await store.tabStore.setTabs(tabs, account: account)
    }

    #expect(try await store.tabStore.tabs(account: account) == nil)
  }

  @Test func `what another version wrote is passed over`() {
    let text = "home\n\nfuture:thing\nhome\n\u{301}tag:x\nlist:7\tName"

    #expect(
      StoredTabsFormat.parsedTabs(in: text) == [.feed(.home), .feed(.list(id: "7", name: "Name"))])
  }
  @Test func `in which order one catches up is there after a restart, an account at a time`()
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
