import FeedDomain
import ServiceRig
import Testing

@testable import FeedServices

/// Certificates that are trusted; no setting trusts others.
@Suite struct CertificateTests {
  private let authority = TestCertificate.authority()
  private let trusted = ScratchFile()
  private let transport: CurlTransport

  init() {
    trusted.write(authority.text)
    transport = CurlTransport.forTests(["SSL_CERT_FILE": trusted.path])
  }

  @Test(arguments: [ServerSecurity.Version.tls12, .tls13])
  func `a server that a trusted authority vouches for is believed`(
    version: ServerSecurity.Version
  ) async throws {
    let certificate = TestCertificate(hosts: ["127.0.0.1"], issuer: authority)
    let server = try LoopbackServer(security: ServerSecurity(certificate, newest: version)) { _ in
      .json(#"{"a":1}"#)
    }

    let reply = try await transport.send(HTTPRequest(.get, server.origin))

    #expect(try JSON(reply.body) == ["a": 1])
  }

  @Test(
    arguments: [
      ("expired", [.expired]), ("not yet", [.notYetValid]), ("self-signed", [.unknownIssuer]),
      ("another authority", [.unknownIssuer]),
      // What is wrong is the signature; it depends on OpenSSL whether that is the certificate's fault.
      ("another of that name", [.handshake, .unknownIssuer]),
      ("wrong host", [.otherServer]), ("weak key", [.weak]), ("weak signature", [.weak]),
      ("missing link", [.unknownIssuer]),
    ] as [(String, [FeedError.CertificateProblem])])
  func `a certificate that is not good is refused, with the reason`(
    requestError: String, reasons: [FeedError.CertificateProblem]
  ) async throws {
    let certificate =
      switch requestError {
      case "expired": TestCertificate(hosts: ["127.0.0.1"], days: -9 ... -2, issuer: authority)
      case "not yet": TestCertificate(hosts: ["127.0.0.1"], days: 2...9, issuer: authority)
      case "self-signed": TestCertificate(hosts: ["127.0.0.1"], issuer: nil)
      case "another authority":
        TestCertificate(hosts: ["127.0.0.1"], issuer: .authority("Somebody"))
      case "weak key": TestCertificate(hosts: ["127.0.0.1"], issuer: authority, weakness: .key)
      case "weak signature":
        TestCertificate(hosts: ["127.0.0.1"], issuer: authority, weakness: .signature)
      case "missing link":
        TestCertificate(hosts: ["127.0.0.1"], issuer: .authority("Between", issuer: authority))
      case "another of that name": TestCertificate(hosts: ["127.0.0.1"], issuer: .authority())
      default: TestCertificate(hosts: ["example.org"], issuer: authority)
      }
    let server = try LoopbackServer(security: ServerSecurity(certificate)) { _ in .json("{}") }

    let result = await transport.result(
      of: HTTPRequest(.get, server.origin, headers: ["Authorization": "Bearer canary"]))

    #expect(reasons.map { .failure(.untrusted($0)) }.contains(result))
    #expect(server.requests.isEmpty)
  }

  @Test func `with nothing missing between it and a trusted authority it is believed`()
    async throws
  {
    let between = TestCertificate.authority("Between", issuer: authority)
    let certificate = TestCertificate(hosts: ["127.0.0.1"], issuer: between)
    let security = ServerSecurity(certificate, chain: [between])
    let server = try LoopbackServer(security: security) { _ in .json("{}") }

    let reply = try await transport.send(HTTPRequest(.get, server.origin))

    #expect(reply.status == 200)
  }

  @Test(arguments: [
    ["example.org"], ["localhost.example.org"], ["*.localhost"], ["localhost\u{1}"], ["127.0.0.1"],
    ["local*"], ["*"], [],
  ])
  func `a certificate for other names is another server's`(hosts: [String]) async throws {
    let certificate = TestCertificate(hosts: hosts, issuer: authority)
    let server = try LoopbackServer(security: ServerSecurity(certificate)) { _ in .json("{}") }

    let result = await transport.result(
      of: HTTPRequest(.get, "https://localhost:\(server.port)/"))

    #expect(result == .failure(.untrusted(.otherServer)))
    #expect(server.requests.isEmpty)
  }

  @Test func `a server that knows no such name is not spoken to`() async throws {
    let certificate = TestCertificate(hosts: ["localhost"], issuer: authority)
    let isCalled = try LoopbackServer(security: ServerSecurity(certificate)) { _ in .json("{}") }
    let refuses = try LoopbackServer(
      security: ServerSecurity(certificate, refusesNames: true)
    ) { _ in .json("{}") }

    let results = [
      await transport.result(of: HTTPRequest(.get, "https://localhost:\(isCalled.port)/")),
      await transport.result(of: HTTPRequest(.get, "https://localhost:\(refuses.port)/")),
    ]

    #expect(try results[0].get().status == 200)
    #expect(results[1] == .failure(.untrusted(.handshake)))
    #expect(refuses.requests.isEmpty)
  }

  @Test(arguments: [ServerSecurity.Version.tls10, .tls11])
  func `an old version is refused`(version: ServerSecurity.Version) async throws {
    let certificate = TestCertificate(hosts: ["127.0.0.1"], issuer: authority)
    let server = try LoopbackServer(security: ServerSecurity(certificate, newest: version)) { _ in
      .json("{}")
    }

    let result = await transport.result(of: HTTPRequest(.get, server.origin))

    #expect(result == .failure(.untrusted(.handshake)))
    #expect(server.requests.isEmpty)
  }

  @Test func `the test's own authority is a stranger without the variable`() async throws {
    let certificate = TestCertificate(hosts: ["127.0.0.1"], issuer: authority)
    let server = try LoopbackServer(security: ServerSecurity(certificate)) { _ in .json("{}") }

    let result = await CurlTransport.forTests().result(of: HTTPRequest(.get, server.origin))

    #expect(result == .failure(.untrusted(.unknownIssuer)))
  }

  @Test func `authorities that cannot be read vouch for nobody`() async throws {
    let certificate = TestCertificate(hosts: ["127.0.0.1"], issuer: authority)
    let server = try LoopbackServer(security: ServerSecurity(certificate)) { _ in .json("{}") }
    let transport = CurlTransport.forTests(["SSL_CERT_FILE": trusted.path + ".none"])

    let result = await transport.result(of: HTTPRequest(.get, server.origin))

    #expect(result == .failure(.untrusted(.noAuthorities)))
  }

  @Test func `a redirect from https to plain http is not followed`() async throws {
    let plain = try LoopbackServer { _ in .json("{}") }
    let certificate = TestCertificate(hosts: ["127.0.0.1"], issuer: authority)
    let server = try LoopbackServer(security: ServerSecurity(certificate)) { _ in
      .redirect(to: plain.origin)
    }

    let result = await transport.result(
      of: HTTPRequest(.get, server.origin, followsRedirects: true))

    #expect(result == .failure(.badRedirect))
    #expect(plain.requests.isEmpty)
  }

  @Test func `a server that speaks no TLS is refused`() async throws {
    let server = try LoopbackServer { _ in .json("{}") }

    let result = await transport.result(
      of: HTTPRequest(.get, "https://127.0.0.1:\(server.port)/"))

    #expect(result == .failure(.untrusted(.handshake)))
  }
}
