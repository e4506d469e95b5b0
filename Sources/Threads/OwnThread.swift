internal import CSystem
internal import Glibc

/// A thread of its own for work that blocks.
public enum OwnThread {
  /// Starts a thread with that name (at most 15 bytes), as debuggers and `top` show it. A polite
  /// one leaves the processor to others first.
  ///
  /// It ends when the work does, and nobody waits for it.
  public static func start(
    named name: String, isPolite: Bool = false, _ work: @escaping @Sendable () -> Void
  ) {
    let start = Unmanaged.passRetained(ThreadStart(name: name, isPolite: isPolite, work: work))
    var thread = pthread_t()
    let code = pthread_create(
      &thread, nil,
      { argument in
        // Balances the retain made when the thread was started.
        Unmanaged<ThreadStart>.fromOpaque(argument!).takeRetainedValue().run()
        return nil
      }, start.toOpaque())
    precondition(code == 0, "The system has no thread to spare.")
    pthread_detach(thread)
  }
}

private final class ThreadStart: Sendable {
  private let name: String
  private let isPolite: Bool
  private let work: @Sendable () -> Void

  init(name: String, isPolite: Bool, work: @escaping @Sendable () -> Void) {
    (self.name, self.isPolite, self.work) = (name, isPolite, work)
  }
  func run() {
    csystem_name_thread(name)
    // It stands back as far as the programs that decode pictures. On Linux this applies to the
    // thread alone, whatever POSIX says.
    if isPolite { nice(5) }
    work()
  }
}
