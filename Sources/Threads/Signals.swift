internal import CSystem
internal import Glibc

/// Signals as something to read, rather than something that interrupts.
///
/// SIGTERM ends the process in any case: what is not over within `patience`, as where the loop is
/// stuck in a handler, is ended by the signal itself.
///
/// They are blocked in the thread that makes this and in all threads it starts later. So make this
/// before there are any others, and give programs that are started a mask of their own.
@MainActor public final class Signals {
  /// How long the program has to end by itself: whoever waits for that waits a second.
  private static let patience: CInt = 800

  private let descriptor: CInt
  private let loop: MainLoop
  private var watches: [Int] = []

  /// Reads these signals on the loop and passes them to the handler.
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
