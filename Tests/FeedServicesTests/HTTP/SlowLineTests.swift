import FeedDomain
import ServiceRig
import Testing
import Threads

@testable import FeedServices

/// Lines that are slow or break off (NF4, NF5): what comes is enough, and nothing comes by halves.
@Suite struct SlowLineTests {
  /// Patient, since a test's server is held back by hand.
  private let transport = {
    var limits = TransferLimits()
    limits.slowness = .seconds(3600)
    limits.apiCall = .seconds(3600)
    limits.media = .seconds(3600)
    return CurlTransport.forTests(limits: limits)
  }()

  private func connection(at origin: String) -> MastodonConnection {
    let stage = ServiceStage(
      transport: transport, world: FakeWorld(at: 1_795_199_400_000), log: LogSpy(),
      thread: SerialThread(name: "test-slow"))
    return MastodonConnection(
      account: Account(service: .mastodon, person: Person.ID("me"), handle: "sol"),
      server: MastodonServer(origin: origin),
      client: stage.client(at: origin, token: Secret("canary")),
      files: stage.client(at: origin), world: stage.world)
  }

  @Test func `a page that comes in small pieces is read whole, while pictures wait`() async throws {
    let page = try MastodonSample.json("timeline-home").encoded()
    let gate = Gate()
    let server = try LoopbackServer { request in
      if request.path.hasPrefix("/picture") {
        return ScriptedReply([
          .send(ScriptedReply.head(200, ["Content-Length": "3", "Content-Type": "image/png"])),
          .hold(gate), .send([1, 2, 3]),
        ])
      }
      let head = ScriptedReply.head(
        200, ["Content-Length": String(page.count), "Content-Type": "application/json"])
      return ScriptedReply([.send(head), .drip(page, each: 100)])
    }
    // As many as are fetched at a time.
    let pictures = (0..<4).map { number in
      Task {
        await transport.result(
          of: HTTPRequest(.get, "\(server.origin)/picture/\(number)", kind: .media))
      }
    }
    _ = await server.requests(atLeast: 4)

    let read = try await connection(at: server.origin).page(of: .home, .latest)

    #expect(!read.entries.isEmpty)
    gate.open()
    for picture in pictures { #expect(try await picture.value.get().body == [1, 2, 3]) }
  }

  @Test func `a page cut off anywhere is no page, and comes whole the next time`() async throws {
    let page = try MastodonSample.json("timeline-home").encoded()
    let cuts = Guarded(Array(stride(from: 0, to: page.count, by: 1024)))
    let count = cuts.withLock { $0.count }
    let server = try LoopbackServer { _ in
      let cut = cuts.withLock { $0.popLast() }
      let head = ScriptedReply.head(
        200, ["Content-Length": String(page.count), "Content-Type": "application/json"])
      guard let cut else { return ScriptedReply([.send(head + page)]) }
      return ScriptedReply([.send(head + page.prefix(cut)), .close])
    }
    let connection = connection(at: server.origin)

    for _ in 0..<count {
      #expect(await failure { try await connection.page(of: .home, .latest) } == .unreachable)
    }
    let first = try await connection.page(of: .home, .latest)
    let second = try await connection.page(of: .home, .latest)

    #expect(!first.entries.isEmpty)
    #expect(first == second)
    #expect(Set(first.entries.map(\.id)).count == first.entries.count)
  }
}
