import Doubles
import FeedDomain
import Threads

@testable import FeedServices

/// What services stand on, with every answer chosen by the test; all of them live at
/// "https://home.example".
struct StubNetwork {
  static let home = "https://home.example"

  let world = PassingWorld(at: 1_795_199_400_000)
  let log = LogSpy()
  let transport: StubTransport
  let network: NetworkContext

  init(answer: @escaping @Sendable (HTTPRequest) throws(TransportError) -> HTTPReply) {
    transport = StubTransport { request throws(TransportError) in try answer(request) }
    network = NetworkContext(
      transport: transport, world: world, log: log, thread: SerialThread(name: "test-stage"))
  }

  /// What was asked, as "GET /path?query".
  var asked: [String] { transport.requests.map(\.line) }
}
