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
    network = .forTests(over: transport, world: world, log: log)
  }

  /// What was asked, as "GET /path?query".
  var asked: [String] { transport.requests.map(\.line) }
}

extension NetworkContext {
  /// A network over real connections, unless another transport is given.
  static func forTests(
    over transport: any HTTPTransport = CurlTransport.forTests(),
    world: any World = PassingWorld(), log: any Log = LogSpy(),
    allowances: RequestQuotaStore = RequestQuotaStore(folder: nil)
  ) -> NetworkContext {
    NetworkContext(
      transport: transport, world: world, log: log, thread: SerialThread(name: "test-network"),
      allowances: allowances)
  }
}
