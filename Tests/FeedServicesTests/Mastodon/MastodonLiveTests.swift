import Doubles
import FeedDomain
import ServiceRig
import Testing
import Threads

@testable import FeedServices

/// What a server tells by itself.
@Suite struct MastodonLiveTests {
  private func live(at origin: String) -> MastodonLive {
    let stage = ServiceStage(
      transport: CurlTransport.forTests(), world: PassingWorld(), log: LogSpy(),
      thread: SerialThread(name: "test-live"))
    return MastodonLive(
      client: stage.client(at: origin, token: Secret("canary"), dialect: MastodonDialect()),
      server: MastodonServer(address: origin),
      account: Account(service: .mastodon, person: Person.ID("me"), handle: "sol"),
      world: PassingWorld())
  }

  @Test func `events become news until the server ends them`() async throws {
    let body = """
      :)

      event: update
      data: {}

      event: delete
      data: 7

      event: status.update
      data: {"id":"8","account":{"id":"a"}}

      event: notification
      data: {}

      event: filters_changed


      """
    let server = try LoopbackServer { _ in
      .reply(200, ["Content-Type": "text/event-stream"], body: Array(body.utf8))
    }
    let told = Guarded<[LiveEvent]>([])

    try await live(at: server.origin).listen { event in told.withLock { $0.append(event) } }

    let events = told.withLock { $0 }
    #expect(events.count == 5)
    #expect(
      events.prefix(3) == [.listening([.home]), .news(.home), .removed(Post.ID("7"))])
    #expect(events.last == .notice)
    #expect(server.requests.map(\.target) == ["/api/v1/streaming/user"])
    #expect(server.requests.first?.header("Authorization") == "Bearer canary")
    #expect(server.requests.first?.header("Accept") == "text/event-stream")
  }

  @Test func `a stream that is refused is a failure`() async throws {
    let server = try LoopbackServer([.json("{}", status: 401)])

    await #expect(throws: FeedError.signedOut) {
      try await live(at: server.origin).listen { _ in }
    }
  }
}
