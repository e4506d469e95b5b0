import Doubles
import Testing

@testable import FeedDomain
@testable import UseCases

@MainActor @Suite struct GapClosingTests {
  @Test
  func `closing a gap stops after a limit if a service sends endless pages without new posts`()
    async throws
  {
    let setting = try await Setting().holding([.sample("1")], older: Cursor("0"))
    let endless = EndlessFeeds()
    let session = AccountSession(
      .sample,
      connection: ServiceConnection(account: setting.session.account, streams: [], feeds: endless),
      stores: setting.session.stores, world: PassingWorld(), log: NoLog())

    try await CatchUpFetcher(session, .home, .since(Timestamp(milliseconds: 0))).fetchMissingPosts()

    let asked = await endless.asked
    // A hundred steps, each of which looks at a few pages until there is something on one.
    #expect((100...800).contains(asked))
  }
}
