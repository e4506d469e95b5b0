internal import Threads

/// The state of a pretend service, which decides its replies.
public protocol PretendState: Sendable {
  /// The address of the service, as "http://127.0.0.1:4711".
  var origin: String { get set }
  /// Returns the reply to a request, and changes the state by it.
  mutating func answer(_ request: RecordedRequest) -> ScriptedReply
}

/// A service on this machine that keeps what is sent to it, and whose faults a test chooses.
public final class PretendService<State: PretendState>: Sendable {
  private let state: LockedValue<State>
  private let faults: LockedValue<[String: ScriptedReply]>
  private let server: LockedValue<LoopbackServer?>

  public init(_ state: State, security: ServerSecurity? = nil) throws {
    let state = LockedValue(state)
    let faults = LockedValue<[String: ScriptedReply]>([:])
    self.state = state
    self.faults = faults
    server = LockedValue(nil)
    let started = try LoopbackServer(security: security) { request in
      let fault = faults.withLock { $0.removeValue(forKey: request.method + request.path) }
      return fault ?? state.withLock { $0.answer(request) }
    }
    state.withLock { $0.origin = started.origin }
    server.withLock { $0 = started }
  }

  /// The address of the service, as "http://127.0.0.1:4711".
  public var origin: String { server.withLock { $0?.origin } ?? "" }
  public var port: Int { server.withLock { $0?.port } ?? 0 }
  /// The requests that the pretend service has received so far.
  public var requests: [RecordedRequest] { server.withLock { $0?.requests } ?? [] }
  /// Returns the requests so far, and forgets them.
  public func takeRequests() -> [RecordedRequest] { server.withLock { $0?.takeRequests() } ?? [] }
  /// The present state of the pretend service.
  public var held: State { state.withLock { $0 } }

  /// Changes the state of the pretend service, as if by a person at the service itself.
  @discardableResult public func change<Value: Sendable>(
    _ body: @Sendable (inout State) -> Value
  ) -> Value {
    state.withLock { body(&$0) }
  }

  /// Changes the address that the pretend service states for itself, such as to that of a relay.
  public func move(to origin: String) { change { $0.origin = origin } }

  /// Sets the pretend service's reply to the next request of a method and path.
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
