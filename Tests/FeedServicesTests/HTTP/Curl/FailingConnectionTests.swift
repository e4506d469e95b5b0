import CFaults
import Glibc
import ServiceRig
import Testing

@testable import FeedServices

/// Every call for a socket fails once, and every allocation of the libraries that speak over it,
/// the first, the second and so on, until all goes well (HB11): the request fails with an error of
/// its own or is as it was meant, and the next one works.
@Suite struct FailingConnectionTests {
  private static let most = 5_000
  /// Where something is lost that curl waits for, it gives up after a few seconds.
  private static let impatient = {
    var limits = TransferTimeLimits()
    (limits.connectTimeout, limits.slowTimeout) = (.seconds(5), .seconds(2))
    return limits
  }()
  private static let body = "{\"text\":\"\(String(repeating: "tweet ", count: 5_000))\"}"

  private let trusted = ScratchFile()
  private let authority = TestCertificate.authority()

  init() { trusted.write(authority.text) }

  @Test(arguments: [false, true], [ECONNRESET, ENOBUFS, EINTR])
  func `a failing socket call is a typed error or has no effect`(
    isSecure: Bool, error: CInt
  ) async throws {
    let server = try server(isSecure)
    let port = CInt(server.port)

    let calls = try await everyTime(at: server) { cfaults_fail_socket(port, $0, error) }

    #expect(calls > 8)
  }

  /// In a process of its own: what OpenSSL then has no memory for is in part what all threads
  /// share, so that another one's handshake fails as well.
  @Test(
    .enabled(if: cfaults_can_lack_memory() != 0),
    // A handshake takes thousands: of the ciphers' only some are tried. libcurl 7.88 frees a
    // session twice for which it has no memory, so that under TLS its own are not tried.
    arguments: [(false, "libcurl", 1), (true, "libssl", 1), (true, "libcrypto", 601)])
  func `a failed memory allocation is a typed error or has no effect`(
    isSecure: Bool, library: String, step: CInt
  ) async throws {
    await #expect(processExitsWith: .success) { [isSecure, library, step] in
      try await FailingConnectionTests().lackMemory(isSecure, library, step)
    }
  }
}

extension FailingConnectionTests {
  private func lackMemory(_ isSecure: Bool, _ library: String, _ step: CInt) async throws {
    let server = try server(isSecure)
    let port = CInt(server.port)

    let calls = try await everyTime(at: server) {
      cfaults_fail_allocation(port, library, $0 < 0 ? -1 : $0 * step)
    }

    #expect(calls > 4)
  }

  private func server(_ isSecure: Bool) throws -> LoopbackServer {
    let certificate = TestCertificate(hosts: ["127.0.0.1"], issuer: authority)
    return try LoopbackServer(security: isSecure ? ServerSecurity(certificate) : nil) { request in
      .json(request.path == "/first" ? "{}" : Self.body)
    }
  }

  /// Asks over and over, each time over a new transport, and with something that fails a step
  /// later; returns how much there was that could.
  private func everyTime(
    at server: LoopbackServer, _ fail: (CInt) -> Void
  ) async throws -> Int {
    for number in 0..<Self.most {
      let failures = cfaults_thread_failures(CInt(server.port))
      let transport = CurlTransport.forTests(
        ["SSL_CERT_FILE": trusted.path], limits: Self.impatient)
      // From now on the transport's thread is known by the server's port.
      _ = try await transport.send(HTTPRequest(.get, server.origin + "/first"))

      fail(CInt(number))
      let result = await transport.result(of: request(server.origin + "/\(number)"))
      fail(-1)
      let next = await transport.result(of: HTTPRequest(.get, server.origin + "/next"))

      check(server.requests.first { $0.path == "/\(number)" }, result, number)
      #expect(next.map(\.body) == .success(Array(Self.body.utf8)), "\(number)")
      guard cfaults_thread_failures(CInt(server.port)) > failures else {
        #expect(throws: Never.self, "nothing failed, and it did not work") { try result.get() }
        return number
      }
    }
    Issue.record("it never went well")
    return Self.most
  }

  /// One that uses no connection that is there.
  private func request(_ address: String) -> HTTPRequest {
    HTTPRequest(
      .post, address, headers: ["Authorization": "Bearer canary", "X-Other": "yes"],
      body: .bytes(Array("{\"a\":1}".utf8), type: "application/json"))
  }

  /// What arrived is what was sent, and what came back is what was answered.
  private func check(
    _ asked: RecordedRequest?, _ result: Result<HTTPReply, TransportError>, _ number: Int
  ) {
    if case .success(let reply) = result {
      #expect(reply.status == 200, "\(number)")
      #expect(reply.body == Array(Self.body.utf8), "\(number)")
      #expect(asked != nil, "\(number)")
    }
    if let asked {
      #expect(asked.method == "POST", "\(number)")
      #expect(asked.body == Array("{\"a\":1}".utf8), "\(number)")
      #expect(asked.header("Authorization") == "Bearer canary", "\(number)")
      #expect(asked.header("X-Other") == "yes", "\(number)")
      #expect(asked.header("Content-Type") == "application/json", "\(number)")
    }
  }
}
