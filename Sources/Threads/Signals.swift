internal import CSystem
internal import Glibc

/// Signals read from a file descriptor by the main loop.
/// SIGTERM ends the process even if the loop is stuck in a handler, after `patience`. The signals
/// are blocked in the current thread and all that it starts, so create this before other threads,
/// and reset the mask of child processes.
@MainActor public final class Signals {
  /// Milliseconds the program has to end by itself after SIGTERM; service managers wait a second.
  private static let patience: CInt = 800

  private let descriptor: CInt
  private let loop: MainLoop
  private var watches: [Int] = []

  /// Passes signals to a handler on the loop.
  public init(
    _ signals: [Int32], on loop: MainLoop, _ handler: @escaping @MainActor (Int32) -> Void
  ) {
    let ending = signals.contains(SIGTERM) ? csystem_end_within(Self.patience) : -1
    var set = sigset_t()
    sigemptyset(&set)
    for signal in signals where signal != SIGTERM || ending < 0 { sigaddset(&set, signal) }
    pthread_sigmask(SIG_SETMASK, &set, nil)
    descriptor = signalfd(-1, &set, CInt(SFD_NONBLOCK | SFD_CLOEXEC))
    self.loop = loop
    watches.append(
      loop.watch(descriptor, for: .reading) { [descriptor] in
        var info = signalfd_siginfo()
        while read(descriptor, &info, MemoryLayout<signalfd_siginfo>.size) > 0 {
          handler(Int32(info.ssi_signo))
        }
      })
    guard ending >= 0 else { return }
    watches.append(
      loop.watch(ending, for: .reading) {
        var count: UInt64 = 0
        if read(ending, &count, MemoryLayout.size(ofValue: count)) > 0 { handler(SIGTERM) }
      })
  }

  isolated deinit {
    for watch in watches { loop.unwatch(watch) }
    close(descriptor)
  }
}
