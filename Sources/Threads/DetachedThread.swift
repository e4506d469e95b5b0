internal import CSystem
internal import Glibc

/// Threads for blocking work.
public enum DetachedThread {
  /// The stack size if address space is limited; enough for the deepest reply that is parsed.
  private static let smallStack = 2 << 20

  /// Ends the program if no thread can be started.
  private static let end = Guarded<(@Sendable () -> Never)?>(nil)

  /// Sets a function that ends the program with a message if no thread can be started; called on
  /// any thread.
  public static func whenNoneIsLeft(_ end: @escaping @Sendable () -> Never) {
    self.end.withLock { $0 = end }
  }

  /// True if the process's address space is limited.
  private static var isShortOfRoom: Bool {
    var room = rlimit()
    getrlimit(__rlimit_resource_t(RLIMIT_AS.rawValue), &room)
    return room.rlim_cur != rlim_t.max
  }

  /// Starts a detached thread, named in at most 15 bytes. A polite one has a lower priority.
  public static func start(
    named name: String, isPolite: Bool = false, _ work: @escaping @Sendable () -> Void
  ) {
    let start = Unmanaged.passRetained(ThreadStart(name: name, isPolite: isPolite, work: work))
    var thread = pthread_t()
    var attributes = pthread_attr_t()
    pthread_attr_init(&attributes)
    defer { pthread_attr_destroy(&attributes) }
    if isShortOfRoom { pthread_attr_setstacksize(&attributes, smallStack) }
    let code = pthread_create(
      &thread, &attributes,
      { argument in
        // Balances the retain made when the thread was started.
        Unmanaged<ThreadStart>.fromOpaque(argument!).takeRetainedValue().run()
        return nil
      }, start.toOpaque())
    guard code == 0 else {
      if let end = end.withLock({ $0 }) { end() }
      fatalError("The system has no thread to spare.")
    }
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
