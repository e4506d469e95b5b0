import CNames
import ServiceRig
import Testing
import Threads

@testable import FeedServices

/// A name server that never answers holds nobody up (NF1).
@Suite(.serialized, .timeLimit(.minutes(2))) struct NameServerTests {
  /// Waits until so many more names are being looked up.
  private func lookups(_ count: Int, after before: CInt) async {
    await withCheckedContinuation { continuation in
      DetachedThread.startThread(named: "test-names") {
        cnames_await(before + CInt(count))
        continuation.resume()
      }
    }
  }

  @Test func `cancelling does not wait for the name server`() async throws {
    let transport = CurlTransport.forTests()
    let before = cnames_asked()
    let sending = (0..<20).map { number in
      Task { await transport.result(of: HTTPRequest(.get, "https://a\(number).silent.test/")) }
    }
    await lookups(1, after: before)

    for task in sending { task.cancel() }

    // Were they to wait, this would never end: the names are released after it.
    for task in sending { #expect(await task.value == .failure(.cancelled)) }
    cnames_release()
  }

  @Test func `the connection timeout includes the host name lookup`()
    async throws
  {
    var limits = TransferTimeLimits.standard
    limits.connectTimeout = .milliseconds(20)
    let transport = CurlTransport.forTests(limits: limits)

    let result = await transport.result(of: HTTPRequest(.get, "https://slow.silent.test/"))

    // Nothing was sent by then.
    #expect(result == .failure(.notConnected) || result == .failure(.nameNotFound))
    cnames_release()
  }

  @Test func `requests without a lookup go on while the name server is silent`() async throws {
    let server = try LoopbackServer { _ in .json("{}") }
    let transport = CurlTransport.forTests()
    let before = cnames_asked()
    let stuck = Task {
      await transport.result(of: HTTPRequest(.get, "https://stuck.silent.test/"))
    }
    await lookups(1, after: before)

    let reply = try await transport.send(HTTPRequest(.get, server.origin))

    #expect(reply.status == 200)
    stuck.cancel()
    #expect(await stuck.value == .failure(.cancelled))
    cnames_release()
  }
}
