internal import CSystem
internal import Glibc

/// A thread of its own for work that blocks.
public enum OwnThread {
  /// Starts a thread with that name (at most 15 bytes), as debuggers and `top` show it; a polite one
  /// lets others have the processor first.
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
        // Balances the retain of the one who started the thread.
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
    self.name = name
    self.isPolite = isPolite
    self.work = work
  }
  func run() {
    csystem_name_thread(name)
    // As far as the programs that decode pictures stand back. On Linux this is the thread's alone,
    // unlike what POSIX says.
    if isPolite { nice(5) }
    work()
  }
}
