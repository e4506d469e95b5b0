import ServiceRig
import Testing
import Threads

@testable import FeedServices

/// Events that coincide: a server closes, a request is cancelled or a timer ends while another step
/// runs.
@Suite struct RacingConnectionTests {
  @Test
  func `a server that closes connections as requests arrive gets each post once, all answered`()
    async throws
  {
    // It does so when it has read what comes second over a connection, and has said nothing of it.
    let known = LockedValue<Set<Int>>([])
    let server = try LoopbackServer { request in
      let isFirst = known.withLock { $0.insert(request.connection).inserted }
      return isFirst ? .json("{}") : ScriptedReply([.close])
    }
    let transport = CurlTransport.forTests()
    let rounds = 150

    for number in 1...rounds {
      for method in [HTTPRequest.HTTPMethod.get, .post] {
        let request = HTTPRequest(method, "\(server.origin)/\(number)")
        #expect(await transport.result(of: request).map(\.body) == .success([0x7b, 0x7d]))
      }
    }

    let posts = server.requests.filter { $0.method == "POST" }.map(\.path)
    #expect(posts == (1...rounds).map { "/\($0)" })
  }
}
