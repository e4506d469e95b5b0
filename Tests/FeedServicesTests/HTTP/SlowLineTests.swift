import ServiceRig
import Testing

@testable import FeedServices

/// A slow line is no broken line (NF4): what counts is that something comes.
@Suite struct SlowLineTests {
  /// A whole transfer may take a second, and a stall counts after one.
  private static let impatient = {
    var limits = TransferLimits()
    limits.slowness = .seconds(1)
    limits.apiCall = .seconds(1)
    return limits
  }()

  @Test func `four pictures at once on a line of 16 kbit a second are waited for`() {
    let limits = TransferLimits.standard
    let size = 400_000
    let each = 2_000 / 4

    for second in 1...(size / each) {
      #expect(!limits.isTooLong(.seconds(second), for: .media, moved: second * each))
    }
  }

  @Test func `a page comes over that line, however long it takes`() {
    let limits = TransferLimits.standard

    // Two seconds each for the name, the connection, the handshake and the first byte.
    for second in 1...300 {
      let moved = max(0, second - 8) * 2_000
      #expect(!limits.isTooLong(.seconds(second), for: .api, moved: moved))
    }
  }

  @Test(arguments: [(HTTPRequest.Kind.api, 60), (.media, 180)])
  func `what drips is given up when its time is over`(kind: HTTPRequest.Kind, total: Int) {
    let limits = TransferLimits.standard

    #expect(!limits.isTooLong(.seconds(total), for: kind, moved: 0))
    #expect(limits.isTooLong(.seconds(total + 1), for: kind, moved: 99 * (total + 1)))
    #expect(!limits.isTooLong(.seconds(total + 1), for: kind, moved: 100 * (total + 1)))
    #expect(!limits.isTooLong(.seconds(86_400), for: .stream, moved: 0))
  }

  @Test func `a reply that keeps coming is not given up`() async throws {
    let body = [UInt8](repeating: 0x20, count: 12_000)
    let server = try LoopbackServer { _ in
      ScriptedReply([
        .send(ScriptedReply.head(200, ["Content-Length": "12000"])),
        .pace(body, each: 600, milliseconds: 75),
      ])
    }
    let transport = CurlTransport.forTests(limits: Self.impatient)

    let result = await transport.result(of: HTTPRequest(.get, server.origin))

    #expect(try result.get().body == body)
  }

  @Test func `a reply that drips is given up`() async throws {
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
