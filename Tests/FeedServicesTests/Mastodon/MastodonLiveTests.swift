import Doubles
import FeedDomain
import ServiceRig
import Testing
import Threads

@testable import FeedServices

/// What a server tells by itself.
@Suite struct MastodonLiveTests {
  private func live(at origin: String, renewal: TokenRenewer? = nil) -> MastodonLiveEvents {
    let fixture = NetworkContext.forTests()
    return MastodonLiveEvents(
      client: fixture.serviceClient(at: origin, requestRules: MastodonRequestRules()),
      accountClient: fixture.serviceClient(
        at: origin, token: Secret("canary"), requestRules: MastodonRequestRules(),
        renewal: renewal),
      server: MastodonServer(address: origin),
      account: Account(service: .mastodon, person: Person.ID("me"), handle: "sol"),
      world: PassingWorld())
  }

  @Test func `streamed events are read until the server ends the stream`() async throws {
    let body = """
      :)

      event: update
      data: {"id":"9","content":"<p>Fog</p>","account":{"id":"a","acct":"ada"}}

      event: update
      data: {"id":"10","account":{"id":"b"},"reblog":{"id":"5","account":{"id":"a"}}}

      event: update
      data: {"id":"11","account":{"id":"a"},"filtered":[{"filter":{"context":["home"],"filter_action":"hide"}}]}

      event: update
      data: {}

      event: delete
      data: 7

      event: status.update
      data: {"id":"8","account":{"id":"a"}}

      event: notification
      data: {}

      event: notification
      data: {"id":"3","type":"favourite","account":{"id":"a"},"status":{"id":"9","account":{"id":"me"}}}

      event: filters_changed

      event: announcement
      data: {"id":"1"}

      event: weather
      data: fog


      """
    let server = try LoopbackServer { _ in
      .reply(200, ["Content-Type": "text/event-stream"], body: Array(body.utf8))
    }
    let told = LockedValue<[LiveEvent]>([])

    try await live(at: server.origin).listenForLiveEvents { event in
      told.withLock { $0.append(event) }
    }

    let events = told.withLock { $0 }
    #expect(
      events.map(\.summary) == [
        "listening", "posted 9 home", "posted 10 home by b", "news home", "removed 7", "changed 8",
        "notice", "happened 3 like", "listed wordFilters", "listed announcements",
      ])
    #expect(server.requests.map(\.target) == ["/api/v1/streaming/user"])
    #expect(server.requests.first?.header("Authorization") == "Bearer canary")
    #expect(server.requests.first?.header("Accept") == "text/event-stream")
  }

  @Test func `an expired token is renewed, and later streams use the new one`() async throws {
    let server = try LoopbackServer { request in
      request.header("Authorization") == "Bearer canary"
        ? .json("{}", status: 401) : .reply(200, body: Array(":)\n\n".utf8))
    }
    let renewals = LockedValue(0)
    let live = live(
      at: server.origin,
      renewal: TokenRenewer(lock: nil, stored: { nil }, storeToken: { _ in }) { _ in
        renewals.withLock { $0 += 1 }
        return Secret("second")
      })

    // The stream's own refusal renews the token.
    try await live.listenForLiveEvents { _ in }
    try await live.listenForLiveEvents { _ in }

    #expect(
      server.requests.map { $0.header("Authorization") ?? "" }
        == ["Bearer canary", "Bearer second", "Bearer second"])
    #expect(renewals.withLock { $0 } == 1)
  }

  @Test func `ids are compared by number, and a cursor leads below an id`() {
    let live = live(at: "https://home.example")
    #expect(live.isNewer(FeedEntry.ID("1000"), than: FeedEntry.ID("999")))
    #expect(!live.isNewer(FeedEntry.ID("999"), than: FeedEntry.ID("1000")))
    #expect(!live.isNewer(FeedEntry.ID("5"), than: FeedEntry.ID("5")))
    #expect(live.cursor(below: FeedEntry.ID("7")) == Cursor("max_id=7"))
  }

  @Test func `a post too large to be streamed is reported as news to fetch`() async throws {
    let words = String(repeating: "x", count: 1 << 20)
    let server = try LoopbackServer { _ in
      .reply(
        200, ["Content-Type": "text/event-stream"],
        body: Array(":)\n\nevent: update\ndata: {\"id\":\"9\",\"content\":\"\(words)\"}\n\n".utf8))
    }
    let told = LockedValue<[LiveEvent]>([])

    try await live(at: server.origin).listenForLiveEvents { event in
      told.withLock { $0.append(event) }
    }

    #expect(told.withLock { $0 } == [.listening([.home]), .newEntries(.home)])
  }

  @Test func `a refused stream is an error`() async throws {
    let server = try LoopbackServer([.json("{}", status: 401)])

    await #expect(throws: FeedError.signedOut) {
      try await live(at: server.origin).listenForLiveEvents { _ in }
    }
  }
}

extension LiveEvent {
  /// What it is about, in a few words.
  fileprivate var summary: String {
    switch self {
    case .listening: "listening"
    case .posted(let entry, let feed):
      "posted \(entry.id.rawValue) \(feed)"
        + (entry.boostedBy.map { " by \($0.id.rawValue)" } ?? "")
    case .newEntries(let feed): "news \(feed)"
    case .changed(let post): "changed \(post.id.rawValue)"
    case .removed(let post): "removed \(post.rawValue)"
    case .happened(let notice): "happened \(notice.id.rawValue) \(notice.kind)"
    case .notice: "notice"
    case .listChanged(let extra): "listed \(extra)"
    }
  }
}
