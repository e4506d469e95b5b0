internal import CSystem
internal import Glibc

/// Signals as something to read, rather than something that interrupts.
///
/// They are blocked in the thread that makes this and in all threads it starts later. So make this
/// before there are any others, and give programs that are started a mask of their own.
@MainActor public final class Signals {
  private let descriptor: CInt
  private let loop: MainLoop
  private var watch: Int?

  /// Reads these signals on the loop and passes them to the handler.
  public init(
    _ signals: [Int32], on loop: MainLoop, _ handler: @escaping @MainActor (Int32) -> Void
  ) {
    var set = sigset_t()
    sigemptyset(&set)
    for signal in signals { sigaddset(&set, signal) }
    pthread_sigmask(SIG_SETMASK, &set, nil)
    descriptor = signalfd(-1, &set, CInt(SFD_NONBLOCK | SFD_CLOEXEC))
    self.loop = loop
    watch = loop.watch(descriptor, for: .reading) { [descriptor] in
      var info = signalfd_siginfo()
      while read(descriptor, &info, MemoryLayout<signalfd_siginfo>.size) > 0 {
        handler(Int32(info.ssi_signo))
      }
    }
  }

  isolated deinit {
    if let watch { loop.unwatch(watch) }
    close(descriptor)
  }
}
