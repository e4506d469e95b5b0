import Doubles
import FeedDomain
import Testing
import Threads

@testable import FeedServices

/// How an account asks its server.
@Suite struct ServiceClientTests {
  @Test func `a request is sent to the account's server with its token`() async throws {
    let fixture = ClientFixture { _ in HTTPReply(status: 200, body: Array("{}".utf8)) }

    let json = try await fixture.client.requestJSON(HTTPRequest(.get, "/api?x=1")) { json, _ in json
    }

    let request = try #require(fixture.transport.requests.first)
    #expect(json == [:])
    #expect(request.url == "https://home.example/api?x=1")
    #expect(request.headers["Authorization"] == "Bearer canary")
    #expect(request.headers["Accept"] == "application/json")
  }

  @Test(arguments: [
    "https://other.example/api", "https://home.example:8443/api", "http://home.example/api",
    "https://home.example.other.example/api", "//other.example/api",
  ])
  func `the token is sent to no other server`(address: String) async {
    let fixture = ClientFixture { _ in HTTPReply(status: 200) }

    _ = await fixture.result(of: HTTPRequest(.get, address))

    let told = fixture.transport.requests.flatMap { $0.headers.lines.map(\.value) + [$0.url] }
    #expect(!told.contains { $0.contains("canary") })
  }

  @Test(
    arguments: [
      (401, .signedOut), (403, .refused("No.")), (422, .refused("No.")), (404, .notFound),
      (410, .notFound), (408, .unreachable), (500, .serverFailed(500)), (502, .serverFailed(502)),
      (301, .badReply), (304, .badReply), (101, .badReply),
    ] as [(Int, FeedError)])
  func `each failure status maps to its error`(status: Int, failure: FeedError) async {
    let fixture = ClientFixture { _ in
      HTTPReply(status: status, body: Array(#"{"error":"No."}"#.utf8))
    }

    let result = await fixture.result(of: HTTPRequest(.get, "/api"))

    #expect(result == .failure(failure))
  }

  @Test(arguments: [401, 403])
  func `a picture host that answers 401 or 403 does not sign the account out`(status: Int) async {
    let fixture = ClientFixture(token: nil, requestRules: TokenlessRequestRules()) { _ in
      HTTPReply(status: status, headers: ["Content-Type": "text/html"], body: Array("No.".utf8))
    }

    let results = [
      await fixture.result(of: .pictureRequest(for: "https://cdn.example/1.jpg")),
      await fixture.result(of: .pictureRequest(for: "https://cdn.example/2.jpg")),
    ]

    #expect(results == [.failure(.refused(nil)), .failure(.refused(nil))])
    #expect(fixture.transport.requests.count == 2)
  }

  @Test(
    arguments: [
      (.nameNotFound, .unreachable), (.notConnected, .unreachable), (.timedOut, .unreachable),
      (.connectionLost, .unreachable), (.untrusted(.expired), .untrusted(.expired)),
      (.tooLarge(.body), .tooLarge), (.tooLarge(.headers), .badReply), (.malformed, .badReply),
      (.badRedirect, .badReply),
      (.forbiddenAddress, .refused(nil)), (.invalidRequest(.scheme), .untrusted(.plain)),
      (.cancelled, .cancelled), (.unavailable("x"), .unreachable), (.proxyFailed, .unreachable),
    ] as [(TransportError, FeedError)])
  func `each transport error maps to its error`(error: TransportError, failure: FeedError) async {
    let fixture = ClientFixture { _ throws(TransportError) in throw error }

    let result = await fixture.result(of: HTTPRequest(.get, "/api"))

    #expect(result == .failure(failure))
  }

  @Test(
    arguments: [
      (.timedOut, .outcomeUnknown), (.connectionLost, .outcomeUnknown), (.malformed, .badReply),
      (.nameNotFound, .unreachable), (.notConnected, .unreachable),
      (.untrusted(.expired), .untrusted(.expired)), (.cancelled, .cancelled),
    ] as [(TransportError, FeedError)])
  func `a request that must not be repeated has an unknown outcome if the connection is lost`(
    error: TransportError, failure: FeedError
  ) async {
    let fixture = ClientFixture { _ throws(TransportError) in throw error }

    let result = await fixture.result(of: HTTPRequest(.post, "/api", isRepeatable: false))

    #expect(result == .failure(failure))
  }

  @Test(arguments: [
    "", "<!DOCTYPE html><html><body>Sign in to the airport</body></html>", "{\"a\":", "OK", "\0",
  ])
  func `a successful reply without valid JSON is a bad reply`(body: String) async {
    let fixture = ClientFixture { _ in HTTPReply(status: 200, body: Array(body.utf8)) }

    await #expect(throws: FeedError.badReply) {
      try await fixture.client.requestJSON(HTTPRequest(.get, "/api")) { json, _ in json }
    }
  }

  @Test func `JSON with another content type is read`() async throws {
    let fixture = ClientFixture { _ in
      HTTPReply(status: 200, headers: ["Content-Type": "text/html"], body: Array("[1]".utf8))
    }

    let json = try await fixture.client.requestJSON(HTTPRequest(.get, "/api")) { json, _ in json }

    #expect(json == [1])
  }

  @Test func `a service's own failure format is checked before the status`() async {
    struct Dialect: ServiceRequestRules {
      func serviceSpecificError(in reply: HTTPReply) -> FeedError? {
        (try? JSON(reply.body))?["stat"] == "fail" ? .notFound : nil  // No JSON is no failure.
      }
    }
    let fixture = ClientFixture(requestRules: Dialect()) { _ in
      HTTPReply(status: 200, body: Array(#"{"stat":"fail"}"#.utf8))
    }

    let result = await fixture.result(of: HTTPRequest(.get, "/api"))

    #expect(result == .failure(.notFound))
  }

  @Test func `an unchanged reply is taken from the cache by its ETag`() async throws {
    let fixture = ClientFixture { request in
      request.headers["If-None-Match"] == "\"1\""
        ? HTTPReply(status: 304)
        : HTTPReply(status: 200, headers: ["ETag": "\"1\""], body: [1, 2, 3])
    }

    let first = try await fixture.client.sendRequest(HTTPRequest(.get, "/api"))
    let second = try await fixture.client.sendRequest(HTTPRequest(.get, "/api"))
    let other = try await fixture.client.sendRequest(HTTPRequest(.get, "/other"))

    #expect(first.body == [1, 2, 3])
    #expect(second == first)
    #expect(other == first)
    #expect(
      fixture.transport.requests.map { $0.headers["If-None-Match"] } == [nil, "\"1\"", nil])
  }

  @Test func `an unchanged reply is known, even if other replies displaced it meanwhile`()
    async throws
  {
    let client = LockedValue<ServiceClient?>(nil)
    let fixture = ClientFixture { request in
      guard request.headers["If-None-Match"] == "\"1\"" else {
        return HTTPReply(status: 200, headers: ["ETag": "\"1\""], body: Array(request.url.utf8))
      }
      for number in 0..<20 {
        // That the others came is seen in what was asked.
        _ = try? await client.withLock({ $0 })?.sendRequest(HTTPRequest(.get, "/\(number)"))
      }
      return HTTPReply(status: 304)
    }
    client.withLock { $0 = fixture.client }

    let first = try await fixture.client.sendRequest(HTTPRequest(.get, "/api"))
    let second = try await fixture.client.sendRequest(HTTPRequest(.get, "/api"))

    #expect(second == first)
    #expect(fixture.transport.requests.count == 22)
  }

  @Test func `the log records requests without secrets`() async {
    let fixture = ClientFixture { request throws(TransportError) in
      if request.url.contains("down") { throw .notConnected }
      return HTTPReply(
        status: 200, headers: ["Set-Cookie": "canary"], body: Array("canary".utf8))
    }

    _ = await fixture.result(
      of: HTTPRequest(.post, "/api?access_token=canary", body: .form([("text", "canary")])))
    _ = await fixture.result(of: HTTPRequest(.get, "/down?canary"))
    // The reply is not JSON.
    _ = try? await fixture.client.requestJSON(HTTPRequest(.get, "/x")) { json, _ in json }

    #expect(
      fixture.log.facts == [
        "POST https://home.example/api: 200, 6 bytes, 0 ms",
        "GET https://home.example/down: notConnected",
        "GET https://home.example/x: 200, 6 bytes, 0 ms",
        "GET https://home.example/x: no JSON at byte 0: unexpectedByte",
      ])
  }
}
