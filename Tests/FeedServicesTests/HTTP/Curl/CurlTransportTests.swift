import FeedDomain
import ServiceRig
import Testing
import Threads

@testable import FeedServices

/// Whole requests and replies, to a real server on this machine.
@Suite struct CurlTransportTests {
  private let transport = CurlTransport.forTests()

  @Test func `a reply arrives with its status, headers and body`() async throws {
    let server = try LoopbackServer([.json(#"{"a":1}"#, status: 201, ["X-Two": "b"])])

    let reply = try await transport.send(HTTPRequest(.get, server.origin + "/path?q=1"))

    #expect(reply.status == 201)
    #expect(reply.headers["x-two"] == "b")
    #expect(try JSON(reply.body) == ["a": 1])
    #expect(server.requests.map(\.target) == ["/path?q=1"])
    #expect(server.requests.map { $0.header("User-Agent") } == ["Tweetie/1.0"])
    #expect(server.requests.map { $0.header("Accept-Encoding")?.contains("gzip") } == [true])
  }

  @Test func `a form is sent URL-encoded, as a browser sends it`() async throws {
    let server = try LoopbackServer([.json("{}")])
    let fields = [("status", "a & b = ü"), ("media_ids[]", "1"), ("media_ids[]", "2")]

    _ = try await transport.send(HTTPRequest(.post, server.origin, body: .form(fields)))

    let request = try #require(server.requests.first)
    #expect(request.method == "POST")
    #expect(request.header("Content-Type") == "application/x-www-form-urlencoded")
    #expect(request.text == "status=a%20%26%20b%20%3D%20%C3%BC&media_ids%5B%5D=1&media_ids%5B%5D=2")
  }

  @Test(arguments: [HTTPRequest.HTTPMethod.post, .put, .patch, .delete])
  func `a request without a body has no content type`(method: HTTPRequest.HTTPMethod) async throws {
    let server = try LoopbackServer([.reply(204)])

    let reply = try await transport.send(HTTPRequest(method, server.origin))

    let request = try #require(server.requests.first)
    #expect(reply.status == 204)
    #expect(request.method == method.rawValue)
    #expect(request.body == [])
    #expect(request.header("Content-Type") == nil)
    #expect(request.header("Expect") == nil)
  }

  @Test func `JSON is sent with its content type and any method`() async throws {
    let server = try LoopbackServer([.json("{}")])

    _ = try await transport.send(
      HTTPRequest(.put, server.origin, body: .jsonBody(["text": "a\nb"])))

    let request = try #require(server.requests.first)
    #expect(request.method == "PUT")
    #expect(request.header("content-type") == "application/json")
    #expect(request.text == #"{"text":"a\nb"}"#)
  }

  @Test func `a file is uploaded as a named multipart part with progress`() async throws {
    let server = try LoopbackServer([.json("{}")])
    let file = ScratchFile()
    file.write(String(repeating: "\u{7}", count: 300_000))
    let sent = LockedValue<[ByteTransferProgress]>([])
    let parts = [
      HTTPFormPart(name: "description", content: .text("A cat")),
      HTTPFormPart(
        name: "file", content: .file(path: file.path, fileName: "cat.jpg", type: "image/jpeg")),
    ]

    _ = try await transport.sendRequest(
      HTTPRequest(.post, server.origin, body: .multipart(parts)),
      progress: { step in
        guard case .sent(let transfer) = step else { return }
        sent.withLock { $0.append(transfer) }
      })

    let request = try #require(server.requests.first)
    #expect(request.text.contains(#"name="file"; filename="cat.jpg""#))
    #expect(request.text.contains("A cat"))
    #expect(request.body.count { $0 == 7 } == 300_000)
    #expect(sent.withLock { $0.last?.receivedBytes } == request.body.count)
    #expect(sent.withLock { $0.last?.totalBytes } == request.body.count)
  }

  @Test func `a file is uploaded unchanged as the body`() async throws {
    let server = try LoopbackServer([.json("{}")])
    let bytes = (0..<100_000).map { UInt8($0 % 128) }
    let file = ScratchFile()
    file.write(String(decoding: bytes, as: UTF8.self))

    _ = try await transport.send(
      HTTPRequest(
        .post, server.origin,
        body: .file(path: file.path, size: bytes.count, type: "image/jpeg")))

    let request = try #require(server.requests.first)
    #expect(request.body == bytes)
    #expect(request.header("Content-Type") == "image/jpeg")
    #expect(request.header("Content-Length") == "100000")
  }

  @Test func `a download reports its progress`() async throws {
    let server = try LoopbackServer([.reply(body: Array(repeating: 1, count: 500_000))])
    let received = LockedValue<[ByteTransferProgress]>([])

    let reply = try await transport.sendRequest(HTTPRequest(.get, server.origin, kind: .media)) {
      step in
      guard case .received(let transfer) = step else { return }
      received.withLock { $0.append(transfer) }
    }

    #expect(reply.body.count == 500_000)
    #expect(
      received.withLock { $0.last }
        == ByteTransferProgress(receivedBytes: 500_000, totalBytes: 500_000))
  }

  @Test func `chunks of a stream arrive as they are sent, until the reader stops`() async throws {
    let gate = Gate()
    let server = try LoopbackServer([
      ScriptedReply([
        .send(ScriptedReply.head(200, ["Transfer-Encoding": "chunked"])),
        .send(ScriptedReply.chunk(Array("event: a\n".utf8))), .hold(gate),
        .send(ScriptedReply.chunk(Array("event: b\n".utf8))), .stall,
      ])
    ])
    var texts: [String] = []

    for try await piece in transport.streamReply(
      to: HTTPRequest(.get, server.origin, kind: .stream))
    {
      guard case .bytes(let bytes) = piece else { continue }
      texts.append(String(decoding: bytes, as: UTF8.self))
      gate.open()
      if texts.count == 2 { break }
    }

    #expect(texts == ["event: a\n", "event: b\n"])
  }

  @Test(arguments: [true, false])
  func `an endless stream does not delay other requests`(isSecured: Bool) async throws {
    let authority = TestCertificate.authority()
    let trusted = ScratchFile()
    trusted.write(authority.text)
    let transport = CurlTransport.forTests(["SSL_CERT_FILE": trusted.path])
    let certificate = TestCertificate(hosts: ["127.0.0.1"], issuer: authority)
    let server = try LoopbackServer(security: isSecured ? ServerSecurity(certificate) : nil) {
      $0.path == "/stream"
        ? ScriptedReply([.send(ScriptedReply.head(200)), .stall]) : .json("{}")
    }
    let stream = HTTPRequest(.get, server.origin + "/stream", kind: .stream)
    let listening = Task { for try await _ in transport.streamReply(to: stream) {} }
    _ = await server.requests(atLeast: 1)

    let reply = try await transport.send(HTTPRequest(.get, server.origin))

    #expect(reply.status == 200)
    listening.cancel()
  }

  @Test func `a connection is reused for the next request`() async throws {
    let server = try LoopbackServer { _ in .json("{}") }

    for _ in 1...5 { _ = try await transport.send(HTTPRequest(.get, server.origin)) }

    #expect(server.requests.count == 5)
    #expect(server.connectionCount == 1)
  }

  @Test func `a cancelled transfer ends without the network thread`() async {
    // Nobody works on what the ticket names: a thread that hears of nothing is like that.
    let ticket = AwaitedTransferHandle()
    let answer = Task {
      await withCheckedContinuation { (continuation: AwaitedTransferHandle.Waiting) in
        _ = ticket.storeResultReceiverUnlessCancelled(continuation)
      }
    }
    await Task.yield()

    ticket.cancelTransfer()
    ticket.resumeWaitingCaller(with: .success(HTTPReply(status: 200)))

    #expect(await answer.value == .failure(.cancelled))
    #expect(ticket.isCancelled)
  }
}
