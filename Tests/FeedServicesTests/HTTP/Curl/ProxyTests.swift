import ServiceRig
import Testing

@testable import FeedServices

/// The way to the network that the environment asks for.
@Suite struct ProxyTests {
  @Test func `requests go through the proxy of the environment`() async throws {
    let server = try LoopbackServer { _ in .json("{}") }
    let proxy = try LoopbackServer { _ in .json(#"{"by":"proxy"}"#) }
    let transport = CurlTransport.forTests(["http_proxy": proxy.origin])

    let reply = try await transport.send(HTTPRequest(.get, server.origin + "/x"))

    #expect(try JSON(reply.body)["by"] == "proxy")
    #expect(proxy.requests.map(\.target) == [server.origin + "/x"])
    #expect(server.requests.isEmpty)
  }

  @Test func `a host exempt from the proxy is asked directly`() async throws {
    let server = try LoopbackServer { _ in .json("{}") }
    let proxy = try LoopbackServer { _ in .json("{}") }
    let transport = CurlTransport.forTests([
      "http_proxy": proxy.origin, "no_proxy": "example.org,127.0.0.1",
    ])

    _ = try await transport.send(HTTPRequest(.get, server.origin))

    #expect(server.requests.count == 1)
    #expect(proxy.requests.isEmpty)
  }

  @Test(arguments: [407, 502])
  func `a proxy that refuses is a proxy failure`(status: Int) async throws {
    let proxy = try LoopbackServer { _ in .reply(status) }
    let transport = CurlTransport.forTests(["HTTPS_PROXY": proxy.origin])

    let result = await transport.result(of: HTTPRequest(.get, "https://example.org/"))

    #expect(result == .failure(.proxyFailed))
    #expect(proxy.requests.map(\.method) == ["CONNECT"])
    #expect(proxy.requests.map(\.target) == ["example.org:443"])
  }

  @Test func `a proxy whose name is not found is a proxy failure`() async {
    let transport = CurlTransport.forTests(["https_proxy": "http://nowhere.invalid:3128"])

    let result = await transport.result(of: HTTPRequest(.get, "https://example.org/"))

    #expect(result == .failure(.proxyFailed))
  }

  @Test func `pictures are fetched through the proxy, even from exempt hosts`() async throws {
    let proxy = try LoopbackServer { _ in .reply(502) }
    let transport = CurlTransport.forTests([
      "https_proxy": proxy.origin, "no_proxy": "example.org",
    ])

    _ = await transport.result(of: .pictureRequest(for: "https://example.org/cat.jpg"))

    #expect(proxy.requests.map(\.target) == ["example.org:443"])
  }

  @Test(arguments: ["nobody", "no HTTP", "nothing"])
  func `a broken proxy is a failure, and is never bypassed`(kind: String) async throws {
    let server = try LoopbackServer { _ in .json("{}") }
    let proxy = try LoopbackServer { _ in
      kind == "nothing" ? ScriptedReply([.close]) : .raw("SSH-2.0-x\r\n", then: .close)
    }
    let origin = kind == "nobody" ? "http://127.0.0.1:\(try LoopbackServer([]).port)" : proxy.origin
    let transport = CurlTransport.forTests(["https_proxy": origin, "http_proxy": origin])

    for address in ["https://127.0.0.1:\(server.port)/", server.origin] {
      let result = await transport.result(of: HTTPRequest(.get, address))
      let failures: [TransportError] = [.proxyFailed, .notConnected, .connectionLost, .malformed]
      #expect(failures.map { .failure($0) }.contains(result), "\(address): \(result)")
    }
    #expect(server.connectionCount == 0)
  }

  @Test func `proxy credentials are not sent to the server behind the proxy`() async throws {
    let authority = TestCertificate.authority()
    let trusted = ScratchFile()
    trusted.write(authority.text)
    let certificate = TestCertificate(hosts: ["example.org"], issuer: authority)
    let beyond = try LoopbackServer(security: ServerSecurity(certificate, isTunnelled: true)) { _ in
      .json(#"{"by":"server"}"#)
    }
    let proxy = try LoopbackServer { _ in .reply(407, ["Proxy-Authenticate": "Basic realm=\"x\""]) }
    func transport(_ port: Int) -> CurlTransport {
      CurlTransport.forTests([
        "SSL_CERT_FILE": trusted.path, "https_proxy": "http://sol:canary@127.0.0.1:\(port)",
      ])
    }

    let reply = try await transport(beyond.port).send(HTTPRequest(.get, "https://example.org/"))
    let refused = await transport(proxy.port).result(of: HTTPRequest(.get, "https://example.org/"))

    #expect(try JSON(reply.body)["by"] == "server")
    #expect(beyond.requests.map { $0.header("Proxy-Authorization") } == [nil])
    #expect(refused == .failure(.proxyFailed))
    #expect(!proxy.requests.isEmpty)
    #expect(
      proxy.requests.allSatisfy { $0.header("Proxy-Authorization") == "Basic c29sOmNhbmFyeQ==" })
  }

  @Test func `the proxy for plain HTTP is read only from the lower-case variable`() {
    let environment = NetworkEnvironment(version: "1") { ["HTTP_PROXY": "x:1"][$0] }

    #expect(environment.plainProxy == nil)
    #expect(environment.secureProxy == nil)
  }
}
