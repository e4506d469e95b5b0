import ServiceRig
import Testing

@testable import FeedServices

/// The way to the network that the environment asks for.
@Suite struct ProxyTests {
  @Test func `a proxy is asked for what is beyond it`() async throws {
    let server = try LoopbackServer { _ in .json("{}") }
    let proxy = try LoopbackServer { _ in .json(#"{"by":"proxy"}"#) }
    let transport = CurlTransport.forTests(["http_proxy": proxy.origin])

    let reply = try await transport.send(HTTPRequest(.get, server.origin + "/x"))

    #expect(try JSON(reply.body)["by"] == "proxy")
    #expect(proxy.requests.map(\.target) == [server.origin + "/x"])
    #expect(server.requests.isEmpty)
  }

  @Test func `a host that needs no proxy is asked itself`() async throws {
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
  func `a proxy that refuses is a failure of its own`(status: Int) async throws {
    let proxy = try LoopbackServer { _ in .reply(status) }
    let transport = CurlTransport.forTests(["HTTPS_PROXY": proxy.origin])

    let result = await transport.result(of: HTTPRequest(.get, "https://example.org/"))

    #expect(result == .failure(.proxyFailed))
    #expect(proxy.requests.map(\.method) == ["CONNECT"])
    #expect(proxy.requests.map(\.target) == ["example.org:443"])
  }

  @Test func `a proxy without an address is a failure of its own`() async {
    let transport = CurlTransport.forTests(["https_proxy": "http://nowhere.invalid:3128"])

    let result = await transport.result(of: HTTPRequest(.get, "https://example.org/"))

    #expect(result == .failure(.proxyFailed))
  }

  @Test func `a stranger's address goes through the proxy, whatever it exempts`() async throws {
    let proxy = try LoopbackServer { _ in .reply(502) }
    let transport = CurlTransport.forTests([
      "https_proxy": proxy.origin, "no_proxy": "example.org",
    ])

    _ = await transport.result(of: .media("https://example.org/cat.jpg"))

    #expect(proxy.requests.map(\.target) == ["example.org:443"])
  }

  @Test func `plain http's proxy counts in small letters alone`() {
    let surroundings = NetworkSurroundings(version: "1") { ["HTTP_PROXY": "x:1"][$0] }

    #expect(surroundings.plainProxy == nil)
    #expect(surroundings.secureProxy == nil)
  }
}
