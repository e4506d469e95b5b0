import ServiceRig
import Testing

@testable import FeedServices

/// Replies whose length can be read in more than one way (HB8): a failure or the right body, and
/// never a part of one reply in the next.
@Suite struct OddReplyTests {
  private static let limits = {
    var limits = TransferTimeLimits()
    limits.slowTimeout = .seconds(1)
    return limits
  }()

  /// What comes after the status line of a good reply, and the bodies that would be right.
  private static let variants: [(head: String, body: String, right: [String])] = [
    ("Content-Length: 2", "{}HTTP/1.1 200 OK", ["{}"]),
    ("Content-Length: 0", "{\"evil\":1}", [""]),
    ("Content-Length: 2\r\nContent-Length: 2", "{}", ["{}"]),
    ("Content-Length: 2\r\nContent-Length: 9", "{}evil!!!", ["{}", "{}evil!!!"]),
    ("Content-Length: 9\r\nContent-Length: 2", "{}evil!!!", ["{}", "{}evil!!!"]),
    ("Content-Length: 2, 2", "{}", ["{}"]),
    ("Content-Length: 2, 9", "{}evil!!!", ["{}"]),
    ("Content-Length: +2", "{}evil", ["{}"]),
    ("Content-Length: 0x2", "{}evil", ["{}", ""]),
    ("Content-Length: 2x", "{}evil", ["{}"]),
    ("Content-Length:   2   ", "{}evil", ["{}"]),
    ("Content-Length: ", "{}", ["{}", ""]),
    ("Content-Length: 99999999999999999999999", "{}", ["{}"]),
    ("Content-Length: 1e1", "{}evil!!!!!", ["{", "{}"]),
    ("content-length: 2", "{}evil", ["{}"]),
    ("Content-Length : 2", "{}evil", ["{}", "{}evil"]),
    ("Transfer-Encoding: chunked", "2\r\n{}\r\n0\r\n\r\nevil", ["{}"]),
    ("Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked", "2\r\n{}\r\n0\r\n\r\n", ["{}"]),
    ("Transfer-Encoding: chunked, chunked", "2\r\n{}\r\n0\r\n\r\n", ["{}"]),
    ("Transfer-Encoding: chunked\r\nContent-Length: 4", "2\r\n{}\r\n0\r\n\r\nevil", ["{}"]),
    ("Content-Length: 4\r\nTransfer-Encoding: chunked", "2\r\n{}\r\n0\r\n\r\nevil", ["{}"]),
    ("Transfer-Encoding: CHUNKED", "2\r\n{}\r\n0\r\n\r\n", ["{}"]),
    ("Transfer-Encoding: identity\r\nContent-Length: 2", "{}evil", ["{}", "{}evil"]),
    ("Transfer-Encoding: xchunked\r\nContent-Length: 2", "{}evil", ["{}", "{}evil"]),
    ("Transfer-Encoding: gzip, chunked", "2\r\n{}\r\n0\r\n\r\n", ["{}"]),
    ("Transfer-Encoding: chunked", "2;name=value\r\n{}\r\n0\r\n\r\n", ["{}"]),
    ("Transfer-Encoding: chunked", "2\n{}\n0\n\n", ["{}"]),
    ("Transfer-Encoding: chunked", "2\r\n{}evil\r\n0\r\n\r\n", []),
    ("Transfer-Encoding: chunked", "-2\r\n{}\r\n0\r\n\r\n", []),
    ("Transfer-Encoding: chunked", "ffffffffffffffffff\r\n{}", []),
    ("Transfer-Encoding: chunked", "0\r\nX-Trailer: 1\r\n\r\nevil", [""]),
    ("Transfer-Encoding: chunked", "0x2\r\n{}\r\n0\r\n\r\n", [""]),
    ("Transfer-Encoding: chunked", " 2\r\n{}\r\n0\r\n\r\n", ["{}"]),
    ("Connection: close\r\nContent-Length: 2", "{}evil", ["{}"]),
    ("Content-Length: 2\r\n folded: 9", "{}evil", ["{}"]),
    ("Content-Length: 2\r\nno colon here", "{}evil", ["{}"]),
    (": no name\r\nContent-Length: 2", "{}evil", ["{}"]),
    ("Content-Length: 2\r\nX: \u{1}\u{7f}", "{}evil", ["{}"]),
    ("Content-Encoding: gzip\r\nContent-Length: 2", "{}evil", []),
    ("Content-Length: -2", "{}evil", []),
    ("Content-Length: 9", "{}", []),
  ]

  @Test(arguments: variants.indices)
  func `an ambiguous content length does not affect the next reply`(number: Int) async throws {
    let variant = Self.variants[number]
    try await check(
      "HTTP/1.1 200 OK\r\n\(variant.head)\r\n\r\n\(variant.body)", right: variant.right)
  }

  @Test(
    arguments: [
      ("HTTP/1.1 204 No Content\r\nContent-Length: 4\r\n\r\nevil", [""]),
      ("HTTP/1.1 204 No Content\r\n\r\n{\"evil\":1}", [""]),
      ("HTTP/1.1 304 Not Modified\r\nContent-Length: 4\r\n\r\nevil", [""]),
      ("HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}", ["{}"]),
      (
        String(repeating: "HTTP/1.1 103 Early Hints\r\nLink: </x>\r\n\r\n", count: 20)
          + "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}", ["{}"]
      ),
      ("HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\n\r\nevil", []),
      ("HTTP/1.1 200\r\nContent-Length: 2\r\n\r\n{}", ["{}"]),
      ("HTTP/1.1 200 OK\nContent-Length: 2\n\n{}evil", ["{}"]),
      ("HTTP/1.0 200 OK\r\nContent-Length: 2\r\n\r\n{}evil", ["{}"]),
      ("HTTP/1.1 099 Low\r\nContent-Length: 2\r\n\r\n{}", []),
      ("HTTP/1.1 1000 High\r\nContent-Length: 2\r\n\r\n{}", []),
      ("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}HTTP/1.1 200 OK\r\n\r\nevil", ["{}"]),
    ] as [(String, [String])])
  func `a reply status without a body does not affect the next reply`(
    reply: String, right: [String]
  ) async throws {
    try await check(reply, right: right)
  }

  /// Whole replies whose end can be taken to be elsewhere.
  private static let doubtful = [
    "200 OK\r\nContent-Length: 2\r\nContent-Length: 2\r\n\r\n{}",
    "200 OK\r\nContent-Length: 9\r\nContent-Length: 2\r\n\r\n{}evil!!!",
    "200 OK\r\nContent-Length: 2\r\nContent-Length: 9\r\n\r\n{}evil!!!",
    "200 OK\r\nContent-Length: 2, 2\r\n\r\n{}",
    "200 OK\r\nContent-Length: 2, 9\r\n\r\n{}",
    "200 OK\r\nContent-Length: 2x\r\n\r\n{}",
    "200 OK\r\nContent-Length: 00000000000000000002\r\n\r\n{}",
    "200 OK\r\nContent-Length: +2\r\n\r\n{}",
    "200 OK\r\nContent-Length : 2\r\nContent-Length: 2\r\n\r\n{}",
    "200 OK\r\nContent-Length: 2\r\n folded: 9\r\n\r\n{}",
    "200 OK\r\nContent-Length: 2\r\nno colon here\r\n\r\n{}",
    "200 OK\r\n: no name\r\nContent-Length: 2\r\n\r\n{}",
    "200 OK\r\nContent-Length: 2\r\n\r\n{}evil",
    "200 OK\r\nContent-Length: 2\r\n\r\n{}HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\nevil",
    "200 OK\r\nTransfer-Encoding: chunked\r\nTransfer-Encoding: chunked\r\n\r\n"
      + "2\r\n{}\r\n0\r\n\r\n",
    "200 OK\r\nTransfer-Encoding: chunked, chunked\r\n\r\n2\r\n{}\r\n0\r\n\r\n",
    "200 OK\r\nTransfer-Encoding: identity\r\nContent-Length: 2\r\n\r\n{}",
    "200 OK\r\nTransfer-Encoding: chunked\r\nContent-Length: 4\r\n\r\n2\r\n{}\r\n0\r\n\r\n",
    "200 OK\r\nContent-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\n\r\n",
    "204 No Content\r\n\r\n",
    "204 No Content\r\nContent-Length: 4\r\n\r\nevil",
    "204 No Content\r\n\r\nHTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\nevil",
    "304 Not Modified\r\nContent-Length: 4\r\n\r\nevil",
    "600 Odd\r\nContent-Length: 2\r\n\r\n{}",
    "999 Odder\r\nContent-Length: 2\r\n\r\n{}",
    "103 Early Hints\r\nContent-Length: 4\r\n\r\nHTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}",
    String(repeating: "103 Early Hints\r\n\r\nHTTP/1.1 ", count: 20)
      + "200 OK\r\nContent-Length: 2\r\n\r\n{}",
  ]

  @Test(arguments: doubtful)
  func `a connection is not reused after a reply of uncertain length`(
    reply: String
  ) async throws {
    let server = try await asked(for: reply)

    #expect(server.requests.map(\.connection) == [1, 2])
  }

  @Test(
    arguments: [
      "200 OK\r\nContent-Length: 2\r\n\r\n{}",
      "200 OK\r\ncontent-length:   2  \r\nX-Other: a, b:c\r\n\r\n{}",
      "200 OK\r\nContent-Length: 0\r\n\r\n",
      "200 OK\r\nTransfer-Encoding: Chunked\r\n\r\n2\r\n{}\r\n0\r\nX-Trailer: 1\r\n\r\n",
      "103 Early Hints\r\nLink: </x>\r\n\r\nHTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}",
      "404 Not Found\r\nContent-Length: 2\r\n\r\n{}",
    ])
  func `a connection is reused after a reply of certain length`(
    reply: String
  ) async throws {
    let server = try await asked(for: reply)

    #expect(server.requests.map(\.connection) == [1, 1])
  }

  /// What comes a moment after a reply that was whole.
  private static let afterthoughts = [
    "evil", "\r\n", "}", "HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\nevil",
    "HTTP/1.1 408 Request Timeout\r\nContent-Length: 0\r\nConnection: close\r\n\r\n",
  ]

  @Test(
    arguments: [
      "200 OK\r\nContent-Length: 2\r\n\r\n{}",
      "200 OK\r\nContent-Length: 0\r\n\r\n",
      "200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\n\r\n",
      "404 Not Found\r\nContent-Length: 2\r\n\r\n{}",
    ], afterthoughts)
  func `bytes sent after a complete reply are not read as the next reply`(
    reply: String, afterthought: String
  ) async throws {
    let (late, sent) = (Tap(), DispatchedSignal())
    let server = try LoopbackServer { request in
      request.path == "/good"
        ? .json("{\"good\":1}")
        : ScriptedReply([.send(Array(("HTTP/1.1 " + reply).utf8)), .flow(late), .tell(sent.set)])
    }
    let transport = CurlTransport.forTests(limits: Self.limits)

    _ = await transport.result(of: HTTPRequest(.get, server.origin + "/odd"))
    late.pour(afterthought)
    late.shut()
    await sent.wait()
    let good = await transport.result(of: HTTPRequest(.get, server.origin + "/good"))

    #expect(try JSON(good.get().body) == ["good": 1])
    #expect(server.requests.map(\.connection) == [1, 2])
  }

  @Test func `a truncated or capped reply does not affect the next reply`()
    async throws
  {
    let server = try LoopbackServer { request in
      switch request.path {
      case "/good": .json("{\"good\":1}")
      case "/long": .raw("HTTP/1.1 200 OK\r\nContent-Length: 90\r\n\r\n" + wide)
      default: .raw("HTTP/1.1 200 OK\r\nContent-Length: 90\r\n\r\n{}", then: .close)
      }
    }
    let transport = CurlTransport.forTests(limits: Self.limits)

    var capped = HTTPRequest(.get, server.origin + "/long")
    capped.maximumBytes = 10
    #expect(await transport.result(of: capped) == .failure(.tooLarge(.body)))
    let short = await transport.result(of: HTTPRequest(.get, server.origin + "/short"))
    #expect(short == .failure(.connectionLost))
    let good = await transport.result(of: HTTPRequest(.get, server.origin + "/good"))

    #expect(try JSON(good.get().body) == ["good": 1])
    #expect(server.requests.map(\.connection) == [1, 2, 3])
  }

  @Test func `bytes behind the end of a compressed reply make it a malformed reply`()
    async throws
  {
    // "{}" in one block that is not compressed, then its sum and its length.
    let gzip: [UInt8] =
      [0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 3, 1, 2, 0, 0xfd, 0xff, 0x7b, 0x7d]
      + [0x43, 0xbf, 0xa6, 0xa3, 2, 0, 0, 0]
    let server = try LoopbackServer { request in
      .reply(
        200, ["Content-Encoding": "gzip"],
        body: request.path == "/good" ? gzip : gzip + Array("garbage garbage".utf8))
    }
    let transport = CurlTransport.forTests(limits: Self.limits)

    let good = await transport.result(of: HTTPRequest(.get, server.origin + "/good"))
    let odd = await transport.result(of: HTTPRequest(.get, server.origin + "/odd"))

    #expect(try JSON(good.get().body) == .object([]))
    #expect(odd == .failure(.malformed))
  }

  /// Asks for that reply, which leaves the connection open, then for a good one.
  private func asked(for reply: String) async throws -> LoopbackServer {
    let server = try LoopbackServer { request in
      request.path == "/good" ? .json("{\"good\":1}") : .raw("HTTP/1.1 " + reply)
    }
    let transport = CurlTransport.forTests(limits: Self.limits)

    _ = await transport.result(of: HTTPRequest(.get, server.origin + "/odd"))
    let good = await transport.result(of: HTTPRequest(.get, server.origin + "/good"))

    #expect(try JSON(good.get().body) == ["good": 1])
    return server
  }

  /// Asks for the odd reply, then for a good one at the same server.
  private func check(_ reply: String, right: [String]) async throws {
    let server = try LoopbackServer { request in
      request.path == "/good" ? .json("{\"good\":1}") : .raw(reply, then: .close)
    }
    let transport = CurlTransport.forTests(limits: Self.limits)

    let odd = await transport.result(of: HTTPRequest(.get, server.origin + "/odd"))
    let good = await transport.result(of: HTTPRequest(.get, server.origin + "/good"))

    if case .success(let reply) = odd {
      let body = String(decoding: reply.body, as: UTF8.self)
      let isNone = !(200..<300).contains(reply.status)
      #expect(right.contains(body) || isNone, "\(reply.status) \(body)")
    }
    #expect(try JSON(good.get().body) == ["good": 1])
  }
}

private let wide = String(repeating: "x", count: 90)

/// Something that happened on another thread.
private final class DispatchedSignal: Sendable {
  private let stream: AsyncStream<Void>
  private let continuation: AsyncStream<Void>.Continuation

  init() { (stream, continuation) = AsyncStream.makeStream(of: Void.self) }

  func set() { continuation.finish() }
  func wait() async { for await _ in stream {} }
}
