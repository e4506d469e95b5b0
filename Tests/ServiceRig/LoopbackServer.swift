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
  /// Answers a request; called on a connection's thread.
  public typealias Script = @Sendable (RecordedRequest) -> ScriptedReply

  private let core: ServerCore
  private let scheme: String
  /// The port it listens on.
  public let port: Int

  /// Starts a server that answers as the script says, under TLS where that is given.
  public init(
    security: ServerSecurity? = nil, _ script: @escaping Script
  ) throws(ServerFailure) {
    let (listener, port) = try ListeningSocket.open()
    self.port = port
    core = ServerCore(listener: listener, security: security, script: script)
    scheme = security == nil ? "http" : "https"
    core.start()
  }

  /// Starts a server that gives these replies, one after the other; then it answers 404.
  public convenience init(_ replies: [ScriptedReply]) throws(ServerFailure) {
    let queue = ReplyQueue(replies)
    try self.init { _ in queue.next() }
  }

  deinit { core.stop() }

  /// Its address, as "http://127.0.0.1:4711".
  public var origin: String { "\(scheme)://127.0.0.1:\(port)" }

  /// The requests so far, in the order in which they were complete.
  public var requests: [RecordedRequest] { core.requests }

  /// Returns the requests so far, and forgets them, so that a long run does not keep them.
  public func takeRequests() -> [RecordedRequest] { core.takeRequests() }

  /// How many connections were made.
  public var connectionCount: Int { core.connectionCount }

  /// Returns the requests as soon as there are that many.
  public func requests(atLeast count: Int) async -> [RecordedRequest] {
    await core.requests(atLeast: count)
  }
}

/// Why a server cannot be had.
public struct ServerFailure: Error {
  /// What failed.
  public let step: String
  /// The system's number for why.
  public let code: Int32

  init(_ step: String) {
    self.step = step
    code = errno
  }
}
