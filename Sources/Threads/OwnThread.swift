internal import CSystem
internal import Glibc

/// A thread of its own for work that blocks.
public enum OwnThread {
  /// Starts a thread with that name (at most 15 bytes), as debuggers and `top` show it.
  ///
  /// It ends when the work does, and nobody waits for it.
  public static func start(named name: String, _ work: @escaping @Sendable () -> Void) {
    let start = Unmanaged.passRetained(ThreadStart(name: name, work: work))
    var thread = pthread_t()
    let code = pthread_create(
      &thread, nil,
      { argument in
        // Balances the retain of the one who started the thread.
        let start = Unmanaged<ThreadStart>.fromOpaque(argument!).takeRetainedValue()
        csystem_name_thread(start.name)
        start.work()
        return nil
      }, start.toOpaque())
    precondition(code == 0, "The system has no thread to spare.")
    pthread_detach(thread)
  }
}

private final class ThreadStart: Sendable {
  let name: String
  let work: @Sendable () -> Void

  init(name: String, work: @escaping @Sendable () -> Void) {
    self.name = name
    self.work = work
  }
}
