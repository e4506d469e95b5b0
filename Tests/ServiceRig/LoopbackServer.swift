internal import Glibc

/// An HTTP server on this machine that does what a script says, also what no server should do.
///
/// It listens on a port that the system chooses, on threads of its own, until the last reference
/// to it goes; then every connection is broken off and every thread ends.
///
///     let server = try LoopbackServer { request in
///       request.path == "/api/v1/instance" ? .json(#"{"domain":"example.org"}"#) : .reply(404)
///     }
///     … server.origin …
///     #expect(server.requests.map(\.path) == ["/api/v1/instance"])
public final class LoopbackServer: Sendable {
  /// A closure that returns the reply to a request; called on a connection's thread.
  public typealias Script = @Sendable (RecordedRequest) -> ScriptedReply

  private let core: ServerCore
  private let scheme: String
  public let port: Int

  /// Starts a server whose replies are made by a closure, with TLS if `security` is given.
  public init(
    security: ServerSecurity? = nil, _ script: @escaping Script
  ) throws(ServerFailure) {
    let (listener, port) = try ListeningSocket.open()
    self.port = port
    core = ServerCore(listener: listener, security: security, script: script)
    scheme = security == nil ? "http" : "https"
    core.start()
  }

  /// Starts a server that gives these replies, one after the other, and then 404.
  public convenience init(_ replies: [ScriptedReply]) throws(ServerFailure) {
    let queue = ReplyQueue(replies)
    try self.init { _ in queue.next() }
  }

  deinit { core.stop() }

  /// The address of the server, as "http://127.0.0.1:4711".
  public var origin: String { "\(scheme)://127.0.0.1:\(port)" }

  /// The requests that the server has received so far, in the order in which they were complete.
  public var requests: [RecordedRequest] { core.requests }

  /// Returns the requests so far, and forgets them, so that a long run does not keep them.
  public func takeRequests() -> [RecordedRequest] { core.takeRequests() }

  /// The number of connections that the server has accepted so far.
  public var connectionCount: Int { core.connectionCount }

  /// Returns the requests as soon as there is a number of them.
  public func requests(atLeast count: Int) async -> [RecordedRequest] {
    await core.requests(atLeast: count)
  }
}

/// An error of starting a server.
public struct ServerFailure: Error {
  /// The step of starting the server that failed, in words.
  public let step: String
  /// The system's error number.
  public let code: Int32

  init(_ step: String) {
    self.step = step
    code = errno
  }
}
