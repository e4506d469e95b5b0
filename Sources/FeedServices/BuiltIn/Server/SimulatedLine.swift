internal import FeedDomain

/// The way to the server and back: it takes its time, can be called off, and sometimes fails.
struct SimulatedLine: Sendable {
  let host: ServerHost
  /// Where calls are noted; nil where nobody looks.
  let log: (any Log)?

  /// Makes a call and notes it, by its kind or what is said of that. Half of its time passes before the server acts and half after, so that a call
  /// that is called off late has taken effect, as over a real line.
  @_semantics("optimize.sil.specialize.generic.never")
  func call<Reply: Sendable>(
    _ call: Faults.Call, _ fact: String? = nil,
    _ work: @Sendable (TweetieServer) async throws(FeedError) -> Reply
  ) async throws(FeedError) -> Reply {
    let start = host.clock.now
    func note(_ end: String, _ level: LogLevel = .info) {
      let time = host.clock.now.since(start).wholeMilliseconds
      log?.note(.network, level, "\(fact ?? call.rawValue): \(end), \(time) ms")
    }
    do throws(FeedError) {
      let reply = try await pass(call, work)
      note("done")
      return reply
    } catch {
      // A mistyped password is no failure, nor is a changed mind.
      note(error.fact, [.cancelled, .invalidCredentials].contains(error) ? .info : .error)
      throw error
    }
  }

  private func pass<Reply: Sendable>(
    _ call: Faults.Call, _ work: @Sendable (TweetieServer) async throws(FeedError) -> Reply
  ) async throws(FeedError) -> Reply {
    let server = host.server
    let fault = try await server.fault(for: call)
    let time = host.time(for: call) * (fault == .slow ? 5 : 0.5)
    try await pass(time)
    try await fail(fault)
    let reply = try await work(server)
    try await pass(time)
    if fault == .lostReply { throw .unreachable }
    return reply
  }

  /// Lets time pass.
  func pass(_ time: Duration) async throws(FeedError) {
    if Task.isCancelled { throw .cancelled }
    guard time > .zero else { return }
    do {
      try await host.clock.sleep(for: time)
    } catch {
      throw .cancelled
    }
  }

  private func fail(_ fault: Faults.Kind?) async throws(FeedError) {
    switch fault {
    case nil, .slow, .lostReply: return
    case .unreachable: throw .unreachable
    case .refused: throw .refused("The server was told to say no.")
    case .signedOut: throw .signedOut
    case .rateLimited:
      throw .rateLimited(until: host.clock.now.advanced(by: .seconds(15)))
    case .serverFailed: throw .serverFailed(503)
    case .badReply: throw .badReply
    case .hang:
      // As long as one waits for a server that says nothing.
      try await pass(TransferLimits.standard.slowness)
      throw .unreachable
    }
  }
}
