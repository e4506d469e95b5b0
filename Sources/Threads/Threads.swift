internal import CSystem
internal import Dispatch
internal import Glibc

/// A thread that runs the jobs of an actor, for blocking work such as databases and transfers, so
/// that the runtime's thread pool stays free. The thread starts with the first job and ends when
/// the last reference is released.
public final class SerialThread: SerialExecutor {
  private let queue = JobQueue()
  private let name: String
  private let isPolite: Bool

  /// Creates a serial thread with a name of at most 15 bytes; a polite one has a lower priority.
  public init(name: String, isPolite: Bool = false) {
    (self.name, self.isPolite) = (name, isPolite)
  }

  deinit { queue.closeQueue() }

  public func enqueue(_ job: consuming ExecutorJob) {
    let isFirst = queue.addJobReturningIfFirst(UnownedJob(job), for: asUnownedSerialExecutor())
    guard isFirst else { return }
    DetachedThread.startThread(named: name, isPolite: isPolite) { [queue] in queue.runJobs() }
  }
}

private final class JobQueue: Sendable {
  private struct JobQueueState {
    var jobs: [(UnownedJob, UnownedSerialExecutor)] = []
    var hasThread = false
    var isClosed = false
  }

  private let waiting = LockedValue(JobQueueState())
  private let arrivals = DispatchSemaphore(value: 0)

  /// Adds a job to the queue of a serial thread; returns true for the first job, for which the
  /// thread must be started.
  func addJobReturningIfFirst(_ job: UnownedJob, for executor: UnownedSerialExecutor) -> Bool {
    let isFirst = waiting.withLock { waiting in
      defer { waiting.hasThread = true }
      waiting.jobs.append((job, executor))
      return !waiting.hasThread
    }
    arrivals.signal()
    return isFirst
  }

  func closeQueue() {
    waiting.withLock { $0.isClosed = true }
    arrivals.signal()
  }

  func runJobs() {
    while true {
      arrivals.wait()
      let (jobs, isClosed) = waiting.withLock { waiting in
        defer { waiting.jobs.removeAll() }
        return (waiting.jobs, waiting.isClosed)
      }
      for (job, executor) in jobs { job.runSynchronously(on: executor) }
      if isClosed && jobs.isEmpty { return }
    }
  }
}

/// A namespace for starting detached threads, which do blocking work.
public enum DetachedThread {
  /// The size in bytes of the stack of a new thread if the process's address space is limited;
  /// enough to parse the deepest allowed reply.
  private static let smallStack = 2 << 20

  /// The closure that ends the program if the system cannot start a thread; nil if none was set.
  private static let end = LockedValue<(@Sendable () -> Never)?>(nil)

  /// Sets the closure that ends the program with a message if the system cannot start a thread; the
  /// closure is called on any thread.
  public static func setThreadStartFailureHandler(_ end: @escaping @Sendable () -> Never) {
    self.end.withLock { $0 = end }
  }

  /// True if the address space of the process is limited.
  private static var isShortOfRoom: Bool {
    var room = rlimit()
    getrlimit(__rlimit_resource_t(RLIMIT_AS.rawValue), &room)
    return room.rlim_cur != rlim_t.max
  }

  /// Starts a detached thread with a name of at most 15 bytes; a polite one has a lower priority.
  public static func startThread(
    named name: String, isPolite: Bool = false, _ work: @escaping @Sendable () -> Void
  ) {
    let start = Unmanaged.passRetained(
      ThreadStartParameters(name: name, isPolite: isPolite, work: work))
    var thread = pthread_t()
    var attributes = pthread_attr_t()
    pthread_attr_init(&attributes)
    defer { pthread_attr_destroy(&attributes) }
    if isShortOfRoom { pthread_attr_setstacksize(&attributes, smallStack) }
    let code = pthread_create(
      &thread, &attributes,
      { argument in
        // Balances the retain made when the thread was started.
        Unmanaged<ThreadStartParameters>.fromOpaque(argument!).takeRetainedValue().runThread()
        return nil
      }, start.toOpaque())
    guard code == 0 else {
      if let end = end.withLock({ $0 }) { end() }
      fatalError("The system has no free thread.")
    }
    pthread_detach(thread)
  }
}

private final class ThreadStartParameters: Sendable {
  private let name: String
  private let isPolite: Bool
  private let work: @Sendable () -> Void

  init(name: String, isPolite: Bool, work: @escaping @Sendable () -> Void) {
    (self.name, self.isPolite, self.work) = (name, isPolite, work)
  }
  func runThread() {
    csystem_name_thread(name)
    // A polite thread has the priority of the processes that decode pictures. On Linux this applies
    // to the thread alone, whatever POSIX says.
    if isPolite { nice(5) }
    work()
  }
}

/// A value that is protected by a lock. Unlike the standard library's `Mutex`, the lock works after
/// a fork: `Mutex` relies on a thread id that is wrong then (`csystem_fork` corrects it). Its
/// `Sendable` is unchecked, as the compiler cannot see that the value is only used under the lock.
public final class LockedValue<Value>: @unchecked Sendable {
  private let lock: UnsafeMutablePointer<pthread_mutex_t>
  private var value: Value

  public init(_ value: sending Value) {
    self.value = value
    lock = .allocate(capacity: 1)
    lock.initialize(to: pthread_mutex_t())
    pthread_mutex_init(lock, nil)
  }

  deinit {
    pthread_mutex_destroy(lock)
    lock.deinitialize(count: 1)
    lock.deallocate()
  }

  public func withLock<Result>(_ use: (inout Value) throws -> Result) rethrows -> Result {
    pthread_mutex_lock(lock)
    defer { pthread_mutex_unlock(lock) }
    return try use(&value)
  }
}
