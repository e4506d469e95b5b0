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
  func `a certificate of a trusted authority is accepted`(
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
  func `an invalid certificate is refused with its reason`(
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

  @Test func `a certificate with a complete chain to a trusted authority is accepted`()
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
  func `a certificate for other host names is refused`(hosts: [String]) async throws {
    let certificate = TestCertificate(hosts: hosts, issuer: authority)
    let server = try LoopbackServer(security: ServerSecurity(certificate)) { _ in .json("{}") }

    let result = await transport.result(
      of: HTTPRequest(.get, "https://localhost:\(server.port)/"))

    #expect(result == .failure(.untrusted(.otherServer)))
    #expect(server.requests.isEmpty)
  }

  @Test func `a server that refuses the TLS host name gets no request`() async throws {
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
  func `an old TLS version is refused`(version: ServerSecurity.Version) async throws {
    let certificate = TestCertificate(hosts: ["127.0.0.1"], issuer: authority)
    let server = try LoopbackServer(security: ServerSecurity(certificate, newest: version)) { _ in
      .json("{}")
    }

    let result = await transport.result(of: HTTPRequest(.get, server.origin))

    #expect(result == .failure(.untrusted(.handshake)))
    #expect(server.requests.isEmpty)
  }

  @Test func `the test authority is not trusted without SSL_CERT_FILE`() async throws {
    let certificate = TestCertificate(hosts: ["127.0.0.1"], issuer: authority)
    let server = try LoopbackServer(security: ServerSecurity(certificate)) { _ in .json("{}") }

    let result = await CurlTransport.forTests().result(of: HTTPRequest(.get, server.origin))

    #expect(result == .failure(.untrusted(.unknownIssuer)))
  }

  @Test func `unreadable trusted authorities make every certificate untrusted`() async throws {
    let certificate = TestCertificate(hosts: ["127.0.0.1"], issuer: authority)
    let server = try LoopbackServer(security: ServerSecurity(certificate)) { _ in .json("{}") }
    let transport = CurlTransport.forTests(["SSL_CERT_FILE": trusted.path + ".none"])

    let result = await transport.result(of: HTTPRequest(.get, server.origin))

    #expect(result == .failure(.untrusted(.noAuthorities)))
  }

  @Test func `a redirect from HTTPS to plain HTTP is not followed`() async throws {
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

  @Test func `a server without TLS is refused`() async throws {
    let server = try LoopbackServer { _ in .json("{}") }

    let result = await transport.result(
      of: HTTPRequest(.get, "https://127.0.0.1:\(server.port)/"))

    #expect(result == .failure(.untrusted(.handshake)))
  }
}
