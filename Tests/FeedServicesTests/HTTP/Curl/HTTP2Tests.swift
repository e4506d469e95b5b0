import ServiceRig
import Testing

@testable import FeedServices

/// Where a server speaks HTTP/2, so do we: many requests share one connection.
@Suite struct HTTP2Tests {
  private let authority = TestCertificate.authority()
  private let trusted = ScratchFile()
  private let transport: CurlTransport

  init() {
    trusted.write(authority.text)
    transport = CurlTransport.forTests(["SSL_CERT_FILE": trusted.path])
  }

  private func server(_ script: @escaping LoopbackServer.Script) throws -> LoopbackServer {
    let certificate = TestCertificate(hosts: ["127.0.0.1"], issuer: authority)
    return try LoopbackServer(
      security: ServerSecurity(certificate, speaksHTTP2: true), script)
  }

  @Test func `twenty concurrent requests share one HTTP2 connection`() async throws {
    let server = try server { .init([.send(Array("{\"stream\":\($0.target)}".utf8))]) }

    let replies = await withTaskGroup(of: Result<HTTPReply, TransportError>.self) { group in
      for number in 0..<20 {
        group.addTask { [transport] in
          await transport.result(of: HTTPRequest(.get, "\(server.origin)/\(number)"))
        }
      }
      return await group.reduce(into: []) { $0.append($1) }
    }

    let streams = try replies.compactMap { try JSON($0.get().body)["stream"].int }
    #expect(Set(streams).count == 20)
    #expect(server.connectionCount == 1)
  }

  @Test func `a reset HTTP2 stream does not affect other requests`() async throws {
    let server = try server { request in
      request.target == "3" ? ScriptedReply([.reset]) : .init([.send(Array("{}".utf8))])
    }

    let first = await transport.result(of: HTTPRequest(.get, server.origin))
    let second = await transport.result(of: HTTPRequest(.get, server.origin))
    let third = await transport.result(of: HTTPRequest(.get, server.origin))

    #expect(try first.get().body == Array("{}".utf8))
    #expect(second == .failure(.connectionLost))
    #expect(try third.get().body == Array("{}".utf8))
  }

  @Test func `an HTTP2 connection closed in mid-reply is a lost connection`() async throws {
    let server = try server { _ in ScriptedReply([.send(Array("half".utf8)), .close]) }

    let result = await transport.result(of: HTTPRequest(.post, server.origin))

    #expect(result == .failure(.connectionLost))
  }

  @Test func `an HTTP2 body over the size limit is refused`() async throws {
    let server = try server { _ in
      ScriptedReply([.send(Array(repeating: 1, count: 1000)), .send([1])])
    }

    let result = await transport.result(
      of: HTTPRequest(.get, server.origin, maximumBytes: 1000))

    #expect(result == .failure(.tooLarge(.body)))
  }
}
