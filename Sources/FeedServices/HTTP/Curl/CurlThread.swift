internal import CCurl
internal import Glibc
internal import Threads

/// The one thread that touches libcurl's handles. It starts with the first request.
final class CurlThread: Sendable {
  /// What the others have left for it.
  private struct Mailbox {
    var begun: [Exchange] = []
    var cancelled: [TransferTicket] = []
    var isRunning = false
    var isStopped = false
    /// What wakes the thread; nil until it has set itself up, and after it has gone.
    var wake: (() -> Void)?
  }

  private let mailbox = Guarded(Mailbox())
  private let surroundings: NetworkSurroundings
  private let limits: TransferLimits

  init(surroundings: NetworkSurroundings, limits: TransferLimits) {
    (self.surroundings, self.limits) = (surroundings, limits)
  }

  func begin(_ exchange: Exchange) {
    let mustStart = leave { mailbox in
      mailbox.begun.append(exchange)
      defer { mailbox.isRunning = true }
      return !mailbox.isRunning
    }
    if mustStart { OwnThread.start(named: "network") { self.run() } }
  }

  func cancel(_ ticket: TransferTicket) {
    ticket.cancel()
    leave { $0.cancelled.append(ticket) }
  }

  func stop() { leave { $0.isStopped = true } }
}

extension CurlThread {
  private func leave<Result>(_ message: (inout Mailbox) -> Result) -> Result {
    mailbox.withLock { mailbox in
      defer { mailbox.wake?() }
      return message(&mailbox)
    }
  }

  private func run() {
    blockBrokenPipes()
    guard let loop = CurlLoop(surroundings: surroundings, limits: limits) else { return refuse() }
    mailbox.withLock { mailbox in mailbox.wake = { loop.wake() } }
    while true {
      let (begun, cancelled, isStopped) = mailbox.withLock { mailbox in
        defer {
          mailbox.begun = []
          mailbox.cancelled = []
          if mailbox.isStopped { mailbox.wake = nil }
        }
        return (mailbox.begun, mailbox.cancelled, mailbox.isStopped)
      }
      for exchange in begun { loop.begin(exchange) }
      for ticket in cancelled { loop.cancel(ticket) }
      if isStopped { return loop.close() }
      loop.turn()
    }
  }

  /// Where the other side has hung up, writing to it must fail and not end the program; libcurl,
  /// told to leave signals alone, does not see to that under TLS.
  private func blockBrokenPipes() {
    var signals = sigset_t()
    sigemptyset(&signals)
    sigaddset(&signals, SIGPIPE)
    pthread_sigmask(SIG_BLOCK, &signals, nil)
  }

  /// Without libcurl: answers whoever waits, and lets the next one try again.
  private func refuse() {
    let begun = mailbox.withLock { mailbox in
      defer {
        mailbox.begun = []
        mailbox.cancelled = []
        mailbox.isRunning = false
      }
      return mailbox.begun
    }
    // What is there has no room for a handle.
    let error: TransportError = NetworkLibrary.isThere ? .unavailable("no handle") : .missingLibrary
    for exchange in begun { exchange.end(.failure(error)) }
  }
}
