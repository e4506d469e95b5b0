import ServiceRig
import Testing

@testable import FeedServices

/// Nothing secret leaves the origin it belongs to.
@Suite struct RedirectTests {
  private let transport = CurlTransport.forTests()

  @Test(arguments: [301, 302, 303, 307, 308])
  func `a request to a service follows no redirect`(status: Int) async throws {
    let stranger = try LoopbackServer { _ in .json("{}") }
    for target in Self.targets(port: stranger.port) {
      let home = try LoopbackServer { _ in .redirect(status, to: target) }
      let request = HTTPRequest(
        .post, home.origin, headers: ["Authorization": "Bearer canary", "X-Api-Key": "canary"],
        body: .form([("text", "canary")]))

      let reply = try await transport.send(request)

      #expect(reply.status == status, "\(target)")
      #expect(home.requests.count == 1, "\(target)")
    }
    #expect(stranger.requests.isEmpty)
  }

  @Test(arguments: [301, 302, 303, 307, 308])
  func `a followed redirect sends no secret headers`(status: Int) async throws {
    let stranger = try LoopbackServer { _ in .json("{}") }
    for target in Self.targets(port: stranger.port) {
      let home = try LoopbackServer { request in
        request.path == "/" ? .redirect(status, to: target) : .json("{}")
      }
      let request = HTTPRequest(
        .get, home.origin,
        headers: [
          "Authorization": "Bearer canary", "DPoP": "canary", "X-Api-Key": "canary",
          "Cookie": "canary=1", "Accept": "image/*",
        ], followsRedirects: true)

      _ = await transport.result(of: request)

      let followed = home.requests.dropFirst() + stranger.requests
      let told = followed.flatMap { $0.headers.map(\.value) + [$0.text, $0.target] }
      #expect(!told.contains { $0.contains("canary") }, "\(target)")
    }
    #expect(stranger.requests.allSatisfy { $0.header("Accept") == "image/*" })
    #expect(!stranger.requests.isEmpty)
  }

  @Test func `three redirects are followed, a fourth is not`() async throws {
    let server = try LoopbackServer { request in
      let number = Int(request.path.dropFirst()) ?? 0
      return number == 0 ? .json("{}") : .redirect(to: "/\(number - 1)")
    }

    let three = await transport.result(
      of: HTTPRequest(.get, server.origin + "/3", followsRedirects: true))
    let four = await transport.result(
      of: HTTPRequest(.get, server.origin + "/4", followsRedirects: true))

    #expect(try three.get().url == server.origin + "/0")
    #expect(four == .failure(.badRedirect))
  }

  @Test(arguments: [
    "ftp://127.0.0.1/", "file:///etc/passwd", "http://example.org/", "gopher://127.0.0.1/",
    "https://canary@127.0.0.1/", "javascript:alert(1)", "FILE:///etc/passwd", "https://", "",
  ])
  func `a redirect to a forbidden address is an error`(target: String) async throws {
    let server = try LoopbackServer { _ in .redirect(to: target) }

    let result = await transport.result(
      of: HTTPRequest(.get, server.origin, followsRedirects: true))

    // An empty target leads to the page itself, round and round.
    #expect(result == .failure(.badRedirect))
  }

  @Test(
    arguments: [
      ("https://home.example/b", .anywhere), ("/b", .anywhere),
      ("https://other.example/b", .publicHosts), ("https://192.168.1.1/b", .publicHosts),
      ("https://home.example:8443/b", .publicHosts), ("https://127.0.0.1/b", .publicHosts),
    ] as [(String, HTTPRequest.AllowedHosts)])
  func `a redirect to another host may reach public hosts only`(
    target: String, reach: HTTPRequest.AllowedHosts
  ) throws {
    var rule = RedirectPolicy()
    let reply = HTTPReply(status: 302, headers: ["Location": target])
    let request = HTTPRequest(.get, "https://home.example/a", followsRedirects: true)

    let next = try #require(try rule.redirectedRequest(after: reply, to: request))

    #expect(next.allowedHosts == reach)
  }

  @Test func `a request redirected to a public host stays limited to public hosts`() throws {
    var rule = RedirectPolicy()
    var request = HTTPRequest(.get, "https://home.example/a", followsRedirects: true)

    for target in ["https://other.example/b", "https://home.example/c"] {
      let reply = HTTPReply(status: 302, headers: ["Location": target])
      request = try #require(try rule.redirectedRequest(after: reply, to: request))
    }

    #expect(request.allowedHosts == .publicHosts)
  }

  /// Where a redirect may try to lead us: 40 ways to spell another host, port, scheme or user.
  private static func targets(port: Int) -> [String] {
    let hosts = ["127.0.0.1", "localhost", "LOCALHOST", "127.1", "2130706433", "0x7f000001"]
    let schemes = ["http://", "HTTP://", "https://", "//", "ftp://", "HtTp://"]
    return hosts.flatMap { host in schemes.map { "\($0)\(host):\(port)/taken" } } + [
      "http://user:canary@127.0.0.1:\(port)/taken", "/relative", "relative?x=1", "../up",
    ]
  }
}
