import Doubles
import FeedDomain
import Testing

@testable import FeedStorage

struct DeckTests {
  private let sol = Account.ID("mastodon:https://social.example:sol")
  private let tom = Account.ID("tweetie:tom")

  private var columns: [DeckColumn] {
    [
      DeckColumn(.stream(.feed(.list(id: "7", name: "Near\tand\nfar"))), of: sol),
      DeckColumn(.notifications, of: tom), DeckColumn(.stream(.nearby), of: tom),
      DeckColumn(.stream(.feed(.tag("swift"))), of: sol),
    ]
  }

  @Test func `deck columns of several accounts are stored in order`() async throws {
    let directory = ScratchFolder()
    let path = directory["cache"]
    let first = try await SQLiteFeedStore(.file(path))
    #expect(try await first.tabStore.deckColumns() == [])
    try await first.tabStore.storeDeckColumns(columns.reversed())
    try await first.tabStore.storeDeckColumns(columns)
    await first.closeDatabase()

    let second = try await SQLiteFeedStore(.file(path))

    #expect(try await second.tabStore.deckColumns() == columns)
    await second.closeDatabase()
  }

  @Test func `erasing an account removes its deck columns`() async throws {
    let store = try await SQLiteFeedStore(.memory)
    try await store.tabStore.storeDeckColumns(columns)

    try await store.eraseAllData(of: tom)

    #expect(try await store.tabStore.deckColumns() == columns.filter { $0.account == sol })
  }

  @Test func `deck columns of a removed account are not stored`() async throws {
    let tom = tom
    let store = try await SQLiteFeedStore(.memory, isGone: { $0 == tom })

    try await store.tabStore.storeDeckColumns(columns)

    #expect(try await store.tabStore.deckColumns() == columns.filter { $0.account == sol })
  }
}
