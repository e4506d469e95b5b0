internal import Glibc
internal import Threads

/// The part of a server that its threads hold.
final class ServerCore: Sendable {
  private struct State {
    var requests: [RecordedRequest] = []
    var connectionCount = 0
    var open: [Int: CInt] = [:]
    var gates: [Gate] = []
    var taps: [Tap] = []
    var isStopped = false
    var waiting: [(count: Int, continuation: CheckedContinuation<Void, Never>)] = []
  }

  private let state = LockedValue(State())
  private let listener: CInt
  private let security: (any WireSecurity)?
  private let script: LoopbackServer.Script
  private let lateness = Lateness()

  init(
    listener: CInt, security: (any WireSecurity)?, script: @escaping LoopbackServer.Script
  ) {
    self.listener = listener
    self.security = security
    self.script = script
  }

  var requests: [RecordedRequest] { state.withLock { $0.requests } }

  func takeRequests() -> [RecordedRequest] {
    state.withLock { state in
      defer { state.requests = [] }
      return state.requests
    }
  }

  var connectionCount: Int { state.withLock { $0.connectionCount } }

  func requests(atLeast count: Int) async -> [RecordedRequest] {
    await withCheckedContinuation { continuation in
      let isThere = state.withLock { state in
        if state.requests.count < count { state.waiting.append((count, continuation)) }
        return state.requests.count >= count
      }
      if isThere { continuation.resume() }
    }
    return requests
  }

  func start() { DetachedThread.startThread(named: "rig-listener") { self.listen() } }

  /// Breaks off all connections, by which the threads end.
  func stop() {
    state.withLock { state in
      state.isStopped = true
      for descriptor in state.open.values { shutdown(descriptor, CInt(SHUT_RDWR)) }
      for gate in state.gates { gate.open() }
      for tap in state.taps { tap.shut() }
    }
    shutdown(listener, CInt(SHUT_RDWR))
  }
}

extension ServerCore {
  private func listen() {
    defer { close(listener) }
    while true {
      let descriptor = accept(listener, nil, nil)
      if descriptor < 0 && (errno == EINTR || errno == ECONNABORTED) { continue }
      guard descriptor >= 0 else { return }
      let number = state.withLock { state in
        state.connectionCount += 1
        if !state.isStopped { state.open[state.connectionCount] = descriptor }
        return state.isStopped ? nil : state.connectionCount
      }
      guard let number else {
        close(descriptor)
        continue
      }
      DetachedThread.startThread(named: "rig-connection") { self.serve(descriptor, number: number) }
    }
  }

  private func serve(_ descriptor: CInt, number: Int) {
    // OpenSSL writes without asking that a client that is gone be an error and no signal.
    var signals = sigset_t()
    sigemptyset(&signals)
    sigaddset(&signals, SIGPIPE)
    pthread_sigmask(SIG_BLOCK, &signals, nil)
    defer {
      state.withLock { state in
        state.open[number] = nil
        close(descriptor)
      }
    }
    let plain = SocketWire(descriptor: descriptor)
    let wire: any Wire
    if let security {
      guard let secured = security.accept(on: plain) else { return }
      wire = secured
    } else {
      wire = plain
    }
    guard security?.speaksHTTP2 != true else {
      var conversation = HTTP2Conversation(wire: wire, connection: number)
      return conversation.run { request in
        note(request)
        return lateness.answer(request, script)
      }
    }
    var reader = RequestReader(wire: wire, connection: number)
    while let request = reader.next() {
      note(request)
      guard perform(lateness.answer(request, script), on: wire) else { return }
    }
  }

  private func note(_ request: RecordedRequest) {
    let ready = state.withLock { state in
      state.requests.append(request)
      let count = state.requests.count
      defer { state.waiting.removeAll { $0.count <= count } }
      return state.waiting.filter { $0.count <= count }
    }
    for waiting in ready { waiting.continuation.resume() }
  }

  /// Performs the steps of a reply; returns true if the connection can be used again.
  private func perform(_ reply: ScriptedReply, on wire: any Wire) -> Bool {
    for step in reply.steps {
      switch step {
      case .send(let bytes):
        guard wire.write(bytes) else { return false }
      case .drip(let bytes, let count):
        for start in stride(from: 0, to: bytes.count, by: max(count, 1)) {
          let end = min(start + max(count, 1), bytes.count)
          guard wire.write(Array(bytes[start..<end])) else { return false }
        }
      case .pace(let bytes, let count, let milliseconds):
        for start in stride(from: 0, to: bytes.count, by: count) {
          let end = min(start + count, bytes.count)
          guard wire.write(Array(bytes[start..<end])) else { return false }
          usleep(milliseconds * 1000)
        }
      case .sendForever(let bytes):
        while wire.write(bytes) {}
        return false
      case .hold(let gate):
        let isStopped = state.withLock { state in
          state.gates.append(gate)
          return state.isStopped
        }
        guard !isStopped else { return false }
        gate.pass()
      case .flow(let tap):
        let isStopped = state.withLock { state in
          state.taps.append(tap)
          return state.isStopped
        }
        guard !isStopped else { return false }
        while let bytes = tap.next() {
          guard wire.write(bytes) else { return false }
        }
      case .tell(let tell): tell()
      case .stall:
        while !wire.read().isEmpty {}
        return false
      case .close:
        wire.close()
        return false
      case .reset:
        wire.reset()
        return false
      }
    }
    return true
  }
}
