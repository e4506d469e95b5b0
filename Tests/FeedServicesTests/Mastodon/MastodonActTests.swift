import FeedDomain
import Testing

@testable import FeedServices

/// What is done besides to posts and people, at a server.
@Suite struct MastodonActTests {
  @Test(arguments: [
    (Act(.followTag, "fog"), "POST /api/v1/tags/fog/follow"),
    (Act(.followTag, "étang", isDone: false), "POST /api/v1/tags/%C3%A9tang/unfollow"),
    (Act(.hideBoosts, "7"), "POST /api/v1/accounts/7/follow reblogs=false"),
    (Act(.hideBoosts, "7", isDone: false), "POST /api/v1/accounts/7/follow reblogs=true"),
    (Act(.tellOfPosts, "7"), "POST /api/v1/accounts/7/follow notify=true"),
    (Act(.blockServer, "fog.example"), "POST /api/v1/domain_blocks domain=fog.example"),
    (
      Act(.blockServer, "fog.example", isDone: false),
      "DELETE /api/v1/domain_blocks?domain=fog.example"
    ),
  ])
  func `each act is a call`(act: Act, call: String) async throws {
    let stage = MastodonStage(always: ["name": "fog", "following": true])

    let outcome = try await stage.connection.send(.act(act), key: OutboxItem.ID("k"))

    #expect(outcome == .done)
    #expect(stage.asked == [call])
  }

  @Test func `a refusal is told`() async throws {
    let stage = MastodonStage { _ in .json(["error": "No"], status: 422) }

    await #expect(throws: FeedError.refused("No")) {
      try await stage.connection.send(.act(Act(.followTag, "fog")), key: OutboxItem.ID("k"))
    }
  }
}
