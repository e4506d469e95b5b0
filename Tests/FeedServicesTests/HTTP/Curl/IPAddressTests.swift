import CFaults
import CNames
import FeedDomain
import ServiceRig
import Testing

@testable import FeedServices

/// Which addresses a stranger may send us to.
@Suite struct IPAddressTests {
  @Test(arguments: [
    "0.0.0.0", "0.1.2.3", "10.0.0.1", "10.255.255.255", "100.64.0.1", "100.127.255.255",
    "127.0.0.1", "127.255.255.254", "169.254.169.254", "172.16.0.1", "172.31.255.255", "192.0.0.1",
    "192.0.2.1", "192.88.99.1", "192.168.0.1", "192.168.255.255", "198.18.0.1", "198.19.255.255",
    "198.51.100.1", "203.0.113.1", "224.0.0.1", "239.255.255.255", "240.0.0.1", "255.255.255.255",
    "::", "::1", "::2", "::ffff:127.0.0.1", "::ffff:10.0.0.1", "::ffff:169.254.169.254",
    "::127.0.0.1", "64:ff9b::127.0.0.1", "64:ff9b::a00:1", "64:ff9b:1::1", "100::1", "2001::1",
    "2001:10::1", "2001:20::1", "2001:db8::1", "2002:7f00:1::1", "2002:c0a8:1::1", "3fff::1",
    "fc00::1", "fd12:3456::1", "fe80::1", "fe80::1%lo", "fec0::1", "ff02::1", "ff0e::1", "4000::1",
  ])
  func `an address of a private or reserved range is not public`(text: String) throws {
    let address = try #require(IPAddress(text))

    #expect(!address.isPublic)
  }

  @Test(arguments: [
    "1.1.1.1", "9.255.255.255", "11.0.0.0", "100.63.255.255", "100.128.0.0", "128.0.0.1",
    "172.15.255.255", "172.32.0.0", "192.167.255.255", "192.169.0.0", "198.17.255.255",
    "198.20.0.0", "223.255.255.255", "2606:4700::1111", "2a00:1450::1", "2001:4860::8888",
    "::ffff:1.1.1.1", "64:ff9b::101:101", "2002:101:101::1",
  ])
  func `an address outside the private ranges is public`(text: String) throws {
    let address = try #require(IPAddress(text))

    #expect(address.isPublic)
  }

  @Test func `restricted mode refuses every address of this machine and network`()
    async throws
  {
    let server = try LoopbackServer { _ in .json("{}") }
    let restricted = CurlTransport.forTests(["TWEETIE_RESTRICTED": "1"])
    let usual = CurlTransport.forTests(["TWEETIE_RESTRICTED": "0"])

    for address in [
      server.origin, "http://localhost:\(server.port)", "http://127.1:\(server.port)",
      "http://[::1]:\(server.port)", "https://169.254.169.254/latest", "https://10.0.0.1/",
    ] {
      let result = await restricted.result(of: HTTPRequest(.get, address))
      #expect(result == .failure(.ownNetworkForbidden), "\(address)")
    }
    #expect(server.requests.isEmpty)
    #expect(try await usual.send(HTTPRequest(.get, server.origin)).status == 200)
  }

  @Test(arguments: [
    ("http://[::1]:4711", true, false), ("https://[::1]", true, false),
    ("http://[2001:db8::1]", false, false), ("https://[2001:db8::1]:8443", true, false),
    ("https://[2606:4700::1111]", true, true), ("http://[::ffff:127.0.0.1]", false, false),
  ])
  func `a server named by IP address is parsed like one with a host name`(
    typed: String, isAllowed: Bool, mayBePublic: Bool
  ) throws {
    let name = try #require(TypedServerAddress(typed))
    let address = try #require(WebAddress(name.origin + "/api/v2/instance"))

    #expect(name.origin == typed)
    #expect(address.text == typed + "/api/v2/instance")
    #expect(address.isSecureOrLocal == isAllowed)
    #expect(address.mayBePublic == mayBePublic)
    #expect(!name.isName)
    let account = Account(
      service: .mastodon, person: Person.ID("1"), handle: "sol", server: name.origin)
    #expect(account.fullHandle == "sol@\(name.host)")
    #expect(account.isMeantByName("@sol@\(name.host)"))
  }

  @Test(arguments: [
    CNAMES_OWN_V4, "::ffff:\(CNAMES_OWN_V4)", "64:ff9b::\(CNAMES_OWN_V4)", "2002:102:305::1",
    CNAMES_OWN_V6,
  ])
  func `an address of this machine's interfaces is refused without a connection`(own: String)
    async throws
  {
    let server = try LoopbackServer { _ in .json("{}") }
    let host = own.contains(":") ? "[\(own)]" : own
    let name = "own-\(own.map { $0.isHexDigit ? "\($0)" : "-" }.joined()).test"
    try #require(cnames_list(name, own) == 1)
    let restricted = CurlTransport.forTests(["TWEETIE_RESTRICTED": "1"])

    for host in [host, name] {
      let address = "https://\(host):\(server.port)/"
      #expect(
        await CurlTransport.forTests().result(of: .pictureRequest(for: address))
          == .failure(.forbiddenAddress))
      #expect(
        await restricted.result(of: HTTPRequest(.get, address)) == .failure(.ownNetworkForbidden))
    }

    #expect(server.connectionCount == 0)
    #expect(try #require(IPAddress(own)).isOfThisMachine)
    #expect(IPAddress(CFAULTS_FAR_AWAY)?.isOfThisMachine == false)
  }

  @Test func `an address routed to this machine is refused without a connection`() async throws {
    let server = try LoopbackServer { _ in .json("{}") }
    let address = "https://\(CFAULTS_LOCAL_ROUTE):\(server.port)/"
    let restricted = CurlTransport.forTests(["TWEETIE_RESTRICTED": "1"])

    #expect(
      await CurlTransport.forTests().result(of: .pictureRequest(for: address))
        == .failure(.forbiddenAddress))
    #expect(
      await restricted.result(of: HTTPRequest(.get, address)) == .failure(.ownNetworkForbidden))

    #expect(server.connectionCount == 0)
  }

  @Test(arguments: ["127.0.0.1", "127.9.9.9", "::1"])
  func `loopback addresses are recognised`(text: String) {
    #expect(IPAddress(text)?.isLoopback == true)
  }

  @Test(arguments: ["localhost", "example.org", "1.2.3", "", "1.2.3.4.5", "::g"])
  func `a text that is no IP address is rejected`(text: String) {
    #expect(IPAddress(text) == nil)
  }

  @Test(arguments: [
    "127.0.0.1", "127.1", "2130706433", "0x7f000001", "0177.0.0.1", "0x7f.1", "localhost",
    "LOCALHOST", "[::1]", "[::ffff:127.0.0.1]", "0", "0.0.0.0",
  ])
  func `a picture at any spelling of a local address is refused without a connection`(
    host: String
  ) async throws {
    let server = try LoopbackServer { _ in .json("{}") }
    var request = HTTPRequest.pictureRequest(for: "https://\(host):\(server.port)/")
    request.followsRedirects = false

    let result = await CurlTransport.forTests().result(of: request)

    #expect(result == .failure(.forbiddenAddress))
    #expect(server.connectionCount == 0)
  }

  @Test(arguments: [
    "127.0.0.1", "10.0.0.1", "169.254.169.254", "0.0.0.0", "::1", "::ffff:127.0.0.1", "fd00::1",
    "fe80::1",
  ])
  func `a picture at a host name that resolves to a private address is refused`(address: String)
    async throws
  {
    let server = try LoopbackServer { _ in .json("{}") }
    let name = "inside-\(address.map { $0.isHexDigit ? "\($0)" : "-" }.joined()).test"
    try #require(cnames_list(name, address) == 1)

    let result = await CurlTransport.forTests().result(
      of: .pictureRequest(for: "https://\(name):\(server.port)/"))

    #expect(result == .failure(.forbiddenAddress))
    #expect(server.connectionCount == 0)
  }

  @Test func `a localhost name is fetched by plain HTTP, and only from this machine`()
    async throws
  {
    let server = try LoopbackServer { _ in .json("{}") }
    try #require(cnames_list("led.localhost", CFAULTS_FAR_AWAY) == 1)
    let transport = CurlTransport.forTests()

    let reply = await transport.result(
      of: HTTPRequest(.get, "http://led.localhost:\(server.port)/"))
    let stranger = await transport.result(
      of: .pictureRequest(for: "http://led.localhost:\(server.port)/"))
    let elsewhere = await transport.result(of: HTTPRequest(.get, "http://localhost.example/"))

    #expect((try? reply.get().status) == 200)
    #expect(stranger == .failure(.forbiddenAddress))
    #expect(elsewhere == .failure(.invalidRequest(.scheme)))
    #expect(server.connectionCount == 1)
  }

  @Test func `a web feed is fetched by plain HTTP only if the request allows it`() async throws {
    let server = try LoopbackServer { _ in .json("{}") }
    try #require(cnames_list("plain.test", CFAULTS_FAR_AWAY) == 1)
    var request = HTTPRequest(.get, "http://plain.test:\(server.port)/", kind: .webText)

    let refused = await CurlTransport.forTests().result(of: request)
    request.allowsPlain = true
    let reply = await CurlTransport.forTests().result(of: request)

    #expect(refused == .failure(.invalidRequest(.scheme)))
    #expect((try? reply.get().status) == 200)
  }

  @Test func `a host name that changes to a private address is refused at the next connection`()
    async throws
  {
    let authority = TestCertificate.authority()
    let trusted = ScratchFile()
    trusted.write(authority.text)
    let name = "turning.test"
    try #require(cnames_list(name, "\(CFAULTS_FAR_AWAY) 127.0.0.1") == 1)
    let certificate = TestCertificate(hosts: [name], issuer: authority)
    let server = try LoopbackServer(security: ServerSecurity(certificate)) { _ in
      .reply(200, ["Connection": "close"])
    }
    let request = HTTPRequest.pictureRequest(for: "https://\(name):\(server.port)/")

    // Each asks for the name anew, as one does when the answer was good for a moment.
    let externalActions = await CurlTransport.forTests(["SSL_CERT_FILE": trusted.path]).result(
      of: request)
    let inside = await CurlTransport.forTests(["SSL_CERT_FILE": trusted.path]).result(of: request)

    #expect(try externalActions.get().status == 200)
    #expect(inside == .failure(.forbiddenAddress))
    #expect(server.connectionCount == 1)
  }

  @Test func `a kept connection to a private address is not reused for public-only requests`()
    async throws
  {
    let server = try LoopbackServer { _ in .json("{}") }
    let transport = CurlTransport.forTests()
    var request = HTTPRequest(.get, server.origin)
    _ = try await transport.send(request)
    request.allowedHosts = .publicHosts

    let result = await transport.result(of: request)

    #expect(result == .failure(.forbiddenAddress))
    #expect(server.requests.count == 1)
  }
}
