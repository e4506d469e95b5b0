import FeedDomain
import ServiceRig
import Testing

@testable import FeedServices

/// Every way in which a server or a line can fail gives one error, of its own kind.
@Suite struct TransportFaultTests {
  /// Patience for tests: stalls count after a second, which is as little as curl can count.
  private static let impatient = {
    var limits = TransferTimeLimits()
    limits.slowTimeout = .seconds(1)
    limits.silenceTimeout = .milliseconds(50)
    return limits
  }()

  private let transport = CurlTransport.forTests()

  @Test func `the standard time limits are 10 s to connect, 20 s of slowness and 60 s of silence`()
  {
    let limits = TransferTimeLimits.standard

    #expect(limits.connectTimeout == .seconds(10))
    #expect(limits.slowTimeout == .seconds(20))
    #expect(limits.slowBytesPerSecond == 30)
    #expect(limits.silenceTimeout == .seconds(60))
    #expect(limits.durationBeforeSpeedCheck(for: .api) == .seconds(60))
    #expect(limits.durationBeforeSpeedCheck(for: .media) == .seconds(180))
    #expect(limits.durationBeforeSpeedCheck(for: .stream) == nil)
  }

  @Test(
    arguments: [
      ("reset before a byte", ScriptedReply([.reset]), TransportError.connectionLost),
      ("closed before a byte", ScriptedReply([.close]), .connectionLost),
      (
        "reset in the body",
        ScriptedReply([.send(ScriptedReply.head(200, ["Content-Length": "99"])), .reset]),
        .connectionLost
      ),
      (
        "closed in the body",
        .raw("HTTP/1.1 200 OK\r\nContent-Length: 99\r\n\r\nhalf", then: .close), .connectionLost
      ),
      ("closed in the head", .raw("HTTP/1.1 200 OK\r\nContent-Le", then: .close), .connectionLost),
      (
        "closed in a chunk",
        .raw("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nff\r\nhalf", then: .close),
        .connectionLost
      ),
      (
        "chunks that are none",
        .raw("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nxyz\r\nhalf", then: .close),
        .connectionLost
      ),
      ("no HTTP", .raw("SSH-2.0-OpenSSH_9.2\r\n", then: .close), .malformed),
      ("an unknown version", .raw("HTTP/9.9 200 OK\r\n\r\n", then: .close), .malformed),
      (
        "a negative length", .raw("HTTP/1.1 200 OK\r\nContent-Length: -5\r\n\r\n", then: .close),
        .malformed
      ),
      (
        "gzip that is none",
        .reply(200, ["Content-Encoding": "gzip"], body: Array("no gzip".utf8)), .malformed
      ),
    ] as [(String, ScriptedReply, TransportError)])
  func `a broken reply maps to its error, and the request is sent once`(
    name: String, reply: ScriptedReply, error: TransportError
  ) async throws {
    let server = try LoopbackServer { _ in reply }

    let result = await transport.result(of: HTTPRequest(.post, server.origin))

    #expect(result == .failure(error), "\(name)")
    #expect(server.requests.count == 1, "\(name): sent once")
  }

  @Test(arguments: [
    ScriptedReply([.stall]), .raw("HTTP/1.1 200 OK\r\n", then: .stall),
    .raw("HTTP/1.1 200 OK\r\nContent-Length: 99\r\n\r\nhalf", then: .stall),
  ])
  func `a reply that stalls times out`(reply: ScriptedReply) async throws {
    let server = try LoopbackServer { _ in reply }
    let transport = CurlTransport.forTests(limits: Self.impatient)

    let result = await transport.result(of: HTTPRequest(.get, server.origin))

    #expect(result == .failure(.timedOut))
  }

  @Test func `a closed port is reported as not connected`() async throws {
    let port = try LoopbackServer([]).port

    let result = await transport.result(of: HTTPRequest(.get, "http://127.0.0.1:\(port)/"))

    #expect(result == .failure(.notConnected))
  }

  @Test func `an unknown host name is reported as not found`() async {
    let result = await transport.result(of: HTTPRequest(.get, "https://nowhere.invalid/"))

    #expect(result == .failure(.nameNotFound))
  }

  @Test func `a body over the size limit is refused, counted after decompression`() async throws {
    let bomb = GzipBomb.twentyMegabytesOfZeros
    let server = try LoopbackServer { request in
      switch request.path {
      case "/bomb": .reply(200, ["Content-Encoding": "gzip"], body: bomb)
      case "/long": .reply(body: Array(repeating: 1, count: 1001))
      case "/fits": .reply(body: Array(repeating: 1, count: 1000))
      default:
        ScriptedReply([
          .send(ScriptedReply.head(200, ["Transfer-Encoding": "chunked"])),
          .sendForever(ScriptedReply.chunk(Array(repeating: 1, count: 1 << 16))),
        ])
      }
    }

    let bombed = await transport.result(of: HTTPRequest(.get, server.origin + "/bomb"))
    let endless = await transport.result(of: HTTPRequest(.get, server.origin + "/endless"))
    let long = await transport.result(
      of: HTTPRequest(.get, server.origin + "/long", maximumBytes: 1000))
    let fits = await transport.result(
      of: HTTPRequest(.get, server.origin + "/fits", maximumBytes: 1000))

    #expect(bombed == .failure(.tooLarge(.body)))
    #expect(endless == .failure(.tooLarge(.body)))
    #expect(long == .failure(.tooLarge(.body)))
    #expect(try fits.get().body.count == 1000)
  }

  @Test(arguments: ["X-More: and more\r\n", "Set-Cookie: a=b\r\n", "endless"])
  func `headers over the size limit are refused`(line: String) async throws {
    let server = try LoopbackServer([
      .raw("HTTP/1.1 200 OK\r\n", then: .sendForever(Array(line.utf8)))
    ])

    let result = await transport.result(of: HTTPRequest(.get, server.origin))

    let isGivenUp = [.failure(.tooLarge(.headers)), .failure(.malformed)].contains(result)
    #expect(isGivenUp || result == .failure(.connectionLost), "\(result)")
  }

  @Test func `endless informational replies are refused`() async throws {
    let server = try LoopbackServer([
      ScriptedReply([.sendForever(Array("HTTP/1.1 102 Processing\r\n\r\n".utf8))])
    ])

    let result = await transport.result(of: HTTPRequest(.get, server.origin))

    #expect(result == .failure(.tooLarge(.headers)))
  }

  @Test func `a silent stream times out`() async throws {
    let server = try LoopbackServer([.raw("HTTP/1.1 200 OK\r\n\r\n:thump\n", then: .stall)])
    let transport = CurlTransport.forTests(limits: Self.impatient)
    var failure: TransportError?

    do throws(TransportError) {
      for try await _ in transport.streamReply(to: HTTPRequest(.get, server.origin, kind: .stream))
      {}
    } catch {
      failure = error
    }

    #expect(failure == .timedOut)
  }

  @Test func `cancelling ends a transfer that would never end`() async throws {
    let server = try LoopbackServer { _ in ScriptedReply([.stall]) }
    let sending = Task { await transport.result(of: HTTPRequest(.get, server.origin)) }
    _ = await server.requests(atLeast: 1)

    sending.cancel()

    #expect(await sending.value == .failure(.cancelled))
  }

  @Test func `a request cancelled before it began is not sent`() async throws {
    let server = try LoopbackServer { _ in .json("{}") }
    let sending = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      return await transport.result(of: HTTPRequest(.get, server.origin))
    }

    let result = await sending.value

    #expect(result == .failure(.cancelled))
    #expect(server.requests.isEmpty)
  }

  @Test func `releasing the transport cancels its transfers`() async throws {
    let server = try LoopbackServer { _ in ScriptedReply([.stall]) }
    var transport: CurlTransport? = CurlTransport.forTests()
    let pieces = transport?.streamReply(to: HTTPRequest(.get, server.origin, kind: .stream))
    _ = await server.requests(atLeast: 1)

    transport = nil

    var iterator = pieces?.makeAsyncIterator()
    await #expect(throws: TransportError.cancelled) { try await iterator?.next() }
  }

  @Test func `cancelling transfers at any moment does not affect others`() async throws {
    let server = try LoopbackServer { request in
      request.path == "/stall" ? ScriptedReply([.stall]) : .json("{}")
    }

    let results = await withTaskGroup(of: Result<HTTPReply, TransportError>.self) { group in
      for number in 0..<60 {
        group.addTask { [transport] in
          guard number % 3 == 0 else {
            return await transport.result(of: HTTPRequest(.get, server.origin + "/good"))
          }
          let sending = Task {
            await transport.result(of: HTTPRequest(.get, server.origin + "/stall"))
          }
          for _ in 0..<number { await Task.yield() }
          sending.cancel()
          return await sending.value
        }
      }
      return await group.reduce(into: []) { $0.append($1) }
    }

    #expect(results.count { (try? $0.get().status) == 200 } == 40)  // Failures are counted below.
    let failures = results.compactMap { if case .failure(let error) = $0 { error } else { nil } }
    #expect(failures == Array(repeating: .cancelled, count: 20))
  }

  @Test func `a post is never sent twice because a kept connection was closed`() async throws {
    let server = try LoopbackServer { request in
      // Closed at the very moment when the next request comes.
      request.method == "GET" ? .json("{}") : ScriptedReply([.close])
    }
    _ = await transport.result(of: HTTPRequest(.get, server.origin))

    let result = await transport.result(of: HTTPRequest(.post, server.origin))

    #expect(result == .failure(.connectionLost))
    #expect(server.requests.map(\.method) == ["GET", "POST"])
  }

  @Test(
    arguments: [
      ("ftp://127.0.0.1/", .scheme), ("file:///etc/passwd", .address), ("gopher://x/", .scheme),
      ("http://example.org/", .scheme), ("http://0x7f.1.example.org/", .scheme),
      ("https://user:word@example.org/", .address), ("https://user@example.org/", .address),
      ("not an address", .address), ("", .address), ("//example.org/", .address),
      ("https://exa\r\nmple.org/", .address),
    ] as [(String, TransportError.HTTPRequestFault)])
  func `a request to a forbidden address is refused without connecting`(
    address: String, requestError: TransportError.HTTPRequestFault
  ) async {
    let result = await transport.result(of: HTTPRequest(.get, address))

    #expect(result == .failure(.invalidRequest(requestError)), "\(address)")
  }

  @Test(arguments: ["a\r\nX-Evil: 1", "a\nb", "a\u{0}b"])
  func `a header with line breaks is refused`(value: String) async throws {
    let server = try LoopbackServer { _ in .json("{}") }

    let inValue = await transport.result(
      of: HTTPRequest(.get, server.origin, headers: ["Authorization": value]))
    let inName = await transport.result(
      of: HTTPRequest(.get, server.origin, headers: [value: "x"]))

    #expect(inValue == .failure(.invalidRequest(.header)))
    #expect(inName == .failure(.invalidRequest(.header)))
    #expect(server.requests.isEmpty)
  }
}
