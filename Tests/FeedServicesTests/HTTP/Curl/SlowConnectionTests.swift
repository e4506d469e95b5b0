import ServiceRig
import Testing

@testable import FeedServices

/// A slow line is no broken line (NF4): what counts is that something comes.
@Suite struct SlowConnectionTests {
  /// A whole transfer may take a second, and a stall counts after one.
  private static let impatient = {
    var limits = TransferTimeLimits()
    limits.slowTimeout = .seconds(1)
    limits.apiCall = .seconds(1)
    return limits
  }()

  @Test func `four pictures at 16 kbit per second do not time out`() {
    let limits = TransferTimeLimits.standard
    let size = 400_000
    let each = 2_000 / 4

    for second in 1...(size / each) {
      #expect(!limits.exceedsTimeLimit(.seconds(second), for: .media, moved: second * each))
    }
  }

  @Test func `a page at 16 kbit per second does not time out`() {
    let limits = TransferTimeLimits.standard

    // Two seconds each for the name, the connection, the handshake and the first byte.
    for second in 1...300 {
      let moved = max(0, second - 8) * 2_000
      #expect(!limits.exceedsTimeLimit(.seconds(second), for: .api, moved: moved))
    }
  }

  @Test(arguments: [(HTTPRequest.TransferKind.api, 60), (.media, 180)])
  func `a transfer below 100 bytes per second times out after its limit`(
    kind: HTTPRequest.TransferKind, total: Int
  ) {
    let limits = TransferTimeLimits.standard

    #expect(!limits.exceedsTimeLimit(.seconds(total), for: kind, moved: 0))
    #expect(limits.exceedsTimeLimit(.seconds(total + 1), for: kind, moved: 99 * (total + 1)))
    #expect(!limits.exceedsTimeLimit(.seconds(total + 1), for: kind, moved: 100 * (total + 1)))
    #expect(!limits.exceedsTimeLimit(.seconds(86_400), for: .stream, moved: 0))
  }

  @Test(arguments: [(HTTPRequest.TransferKind.api, 300), (.webText, 900), (.media, 900)])
  func `a steady transfer times out after the maximum total time`(
    kind: HTTPRequest.TransferKind, end: Int
  ) {
    let limits = TransferTimeLimits.standard

    for pace in [101, 500, 100_000] {
      #expect(!limits.exceedsTimeLimit(.seconds(end), for: kind, moved: pace * end))
      #expect(limits.exceedsTimeLimit(.seconds(end + 1), for: kind, moved: pace * (end + 1)))
    }
    #expect(!limits.exceedsTimeLimit(.seconds(86_400), for: .stream, moved: 101 * 86_400))
  }

  @Test func `a slow photo upload gets time for its size, and then times out`() {
    let limits = TransferTimeLimits.standard
    let size = 2_000_000

    for second in stride(from: 1, through: size / 500, by: 7) {
      #expect(
        !limits.exceedsTimeLimit(.seconds(second), for: .api, moved: second * 500, sending: size))
    }
    let end = 300 + size / 500
    #expect(!limits.exceedsTimeLimit(.seconds(end), for: .api, moved: size, sending: size))
    #expect(limits.exceedsTimeLimit(.seconds(end + 1), for: .api, moved: size, sending: size))
  }

  @Test func `a trickling reply times out after the maximum total time`() async throws {
    var limits = Self.impatient
    limits.maximumTotals = 2
    let gate = Gate()
    let server = try LoopbackServer { _ in
      ScriptedReply([
        .send(ScriptedReply.head(200, ["Content-Length": "1000000"])),
        .pace([UInt8](repeating: 0x20, count: 900_000), each: 30, milliseconds: 50),
        .hold(gate),
      ])
    }
    let transport = CurlTransport.forTests(limits: limits)

    let result = await transport.result(of: HTTPRequest(.get, server.origin))

    #expect(result == .failure(.timedOut))
    gate.open()
  }

  @Test func `a slow reply that keeps coming does not time out`() async throws {
    // 16 kbit a second.
    let body = [UInt8](repeating: 0x20, count: 3_000)
    let server = try LoopbackServer { _ in
      ScriptedReply([
        .send(ScriptedReply.head(200, ["Content-Length": "3000"])),
        .pace(body, each: 150, milliseconds: 75),
      ])
    }
    let transport = CurlTransport.forTests(limits: Self.impatient)

    let result = await transport.result(of: HTTPRequest(.get, server.origin))

    #expect(try result.get().body == body)
  }

  @Test(arguments: [1, 4, 6, 12])
  func `posts are fetched while pictures wait`(pictures: Int) async throws {
    let gate = Gate()
    let half = [UInt8](repeating: 7, count: 50_000)
    let server = try LoopbackServer { request in
      guard request.path.hasPrefix("/picture") else { return .json("{\"text\":1}") }
      return ScriptedReply([
        .send(ScriptedReply.head(200, ["Content-Length": "100000"]) + half), .hold(gate),
        .send(half),
      ])
    }
    let transport = CurlTransport.forTests()
    let begun = min(pictures, 4)

    try await withThrowingTaskGroup(of: [UInt8].self) { group in
      for number in 1...pictures {
        group.addTask {
          try await transport.send(
            HTTPRequest(.get, server.origin + "/picture/\(number)", kind: .media)
          ).body
        }
      }
      _ = await server.requests(atLeast: begun)
      for _ in 1...3 {
        let text = await transport.result(of: HTTPRequest(.get, server.origin + "/posts"))
        #expect(text.map(\.body) == .success(Array("{\"text\":1}".utf8)))
      }
      #expect(server.requests.count == begun + 3)
      gate.open()
      for try await body in group { #expect(body == half + half) }
    }

    #expect(server.requests.count == pictures + 3)
  }

  @Test func `a picture waiting for others can be cancelled`() async throws {
    let gate = Gate()
    let server = try LoopbackServer { request in
      guard request.path != "/posts" else { return .json("{}") }
      return ScriptedReply([.hold(gate), .send(ScriptedReply.head(200, ["Content-Length": "0"]))])
    }
    let transport = CurlTransport.forTests()
    let first = (1...4).map { number in
      Task {
        await transport.result(of: HTTPRequest(.get, server.origin + "/\(number)", kind: .media))
      }
    }
    _ = await server.requests(atLeast: 4)

    let last = Task {
      await transport.result(of: HTTPRequest(.get, server.origin + "/last", kind: .media))
    }
    // What is answered was asked after it, unless it has not begun at all.
    for _ in 1...5 { _ = try await transport.send(HTTPRequest(.get, server.origin + "/posts")) }
    last.cancel()

    #expect(await last.value == .failure(.cancelled))
    gate.open()
    for task in first { #expect(try await task.value.get().status == 200) }
    #expect(server.requests.count == 4 + 5)
  }

  @Test func `a reply below the minimum speed times out`() async throws {
    let server = try LoopbackServer { _ in
      ScriptedReply([
        .send(ScriptedReply.head(200, ["Content-Length": "12000"])),
        .pace([UInt8](repeating: 0x20, count: 12_000), each: 4, milliseconds: 50),
      ])
    }
    let transport = CurlTransport.forTests(limits: Self.impatient)

    let result = await transport.result(of: HTTPRequest(.get, server.origin))

    #expect(result == .failure(.timedOut))
  }
}
