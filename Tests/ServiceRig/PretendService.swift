internal import Threads

/// What a pretend service holds, and how it answers.
public protocol PretendState: Sendable {
  /// Its address, as "http://127.0.0.1:4711".
  var origin: String { get set }
  /// Answers a request, and remembers what it did.
  mutating func answer(_ request: RecordedRequest) -> ScriptedReply
}

/// A service on this machine that keeps what is done to it; a test says what goes wrong.
public final class PretendService<State: PretendState>: Sendable {
  private let state: LockedValue<State>
  private let faults: LockedValue<[String: ScriptedReply]>
  private let server: LockedValue<LoopbackServer?>

  /// Starts it.
  public init(_ state: State) throws {
    let state = LockedValue(state)
    let faults = LockedValue<[String: ScriptedReply]>([:])
    self.state = state
    self.faults = faults
    server = LockedValue(nil)
    let started = try LoopbackServer { request in
      let fault = faults.withLock { $0.removeValue(forKey: request.method + request.path) }
      return fault ?? state.withLock { $0.answer(request) }
    }
    state.withLock { $0.origin = started.origin }
    server.withLock { $0 = started }
  }

  /// Its address, as "http://127.0.0.1:4711".
  public var origin: String { server.withLock { $0?.origin } ?? "" }
  /// What it was asked.
  public var requests: [RecordedRequest] { server.withLock { $0?.requests } ?? [] }
  /// What it holds now.
  public var held: State { state.withLock { $0 } }

  /// Changes what it holds, as somebody might at the service itself.
  @discardableResult public func change<Value: Sendable>(
    _ body: @Sendable (inout State) -> Value
  ) -> Value {
    state.withLock { body(&$0) }
  }

  /// Answers the next request of that method and path like that.
  public func fail(_ method: String, _ path: String, _ reply: ScriptedReply) {
    faults.withLock { $0[method + path] = reply }
  }
}

extension PretendState {
  static func reply(
    _ json: WireJSON, _ status: Int = 200, headers: [String: String] = [:]
  ) -> ScriptedReply {
    .json(json.encoded, status: status, headers)
  }
}
