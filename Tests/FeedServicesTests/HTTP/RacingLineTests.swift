import Glibc
import ServiceRig
import Testing

@testable import FeedServices

/// What happens at the very moment at which something else does.
@Suite struct RacingLineTests {
  @Test func `a server that hangs up as one asks again sees each post once, and answers all`()
    async throws
  {
    // It does not say that it will: the next request may be on its way already.
    let server = try LoopbackServer { _ in
      ScriptedReply([
        .send(ScriptedReply.head(200, ["Content-Length": "2"]) + [0x7b, 0x7d]), .close,
      ])
    }
    let transport = CurlTransport.forTests()
    let rounds = 500

    for number in 1...rounds {
      for method in [HTTPRequest.Method.get, .post] {
        let request = HTTPRequest(method, "\(server.origin)/\(number)")
        #expect(await transport.result(of: request).map(\.body) == .success([0x7b, 0x7d]))
      }
    }

    let posts = server.requests.filter { $0.method == "POST" }.map(\.path)
    #expect(posts == (1...rounds).map { "/\($0)" })
  }

  /// In a process of its own, where nobody else opens anything.
  @Test func `thousands of transfers called off at any moment leave nothing open`() async {
    await #expect(processExitsWith: .success) {
      let before = Self.descriptors
      do {
        let server = try LoopbackServer { request in
          request.path == "/never" ? ScriptedReply([.stall]) : .json("{}")
        }
        let transport = CurlTransport.forTests()
        for round in 0..<200 {
          let isRight = await withTaskGroup(of: Bool.self) { group in
            for number in 0..<50 {
              group.addTask {
                let isEndless = number % 2 == 0
                let sending = Task {
                  await transport.result(
                    of: HTTPRequest(.get, server.origin + (isEndless ? "/never" : "/soon")))
                }
                for _ in 0..<(number * 7 + round) % 90 { await Task.yield() }
                sending.cancel()
                switch await sending.value {
                case .failure(.cancelled): return true
                case .success(let reply): return !isEndless && reply.body == [0x7b, 0x7d]
                default: return false
                }
              }
            }
            return await group.reduce(true) { $0 && $1 }
          }
          guard isRight else { exit(2) }
        }
        guard try await transport.send(HTTPRequest(.get, server.origin)).status == 200 else {
          exit(3)
        }
      }
      // The threads that held them end in their own time; a few are the libraries' own.
      for _ in 0..<20_000 where Self.descriptors > before + 16 { usleep(1000) }
      guard Self.descriptors <= before + 16 else { exit(4) }
    }
  }

  private static var descriptors: Int { (0..<4096).count { fcntl($0, F_GETFD) != -1 } }
}
