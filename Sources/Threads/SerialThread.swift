internal import Dispatch

/// A thread that runs an actor's jobs, for blocking work such as databases and transfers.
/// Keeps the runtime's pool of threads free. The thread starts with the first job and ends with the
/// last reference.
public final class SerialThread: SerialExecutor {
  private let queue = JobQueue()
  private let name: String
  private let isPolite: Bool

  /// Names the thread in at most 15 bytes. A polite one has a lower priority.
  public init(name: String, isPolite: Bool = false) {
    (self.name, self.isPolite) = (name, isPolite)
  }

  deinit { queue.close() }

  public func enqueue(_ job: consuming ExecutorJob) {
    let isFirst = queue.add(UnownedJob(job), for: asUnownedSerialExecutor())
    guard isFirst else { return }
    DetachedThread.start(named: name, isPolite: isPolite) { [queue] in queue.run() }
  }
}

/// The queue of jobs of a serial thread.
private final class JobQueue: Sendable {
  private struct Waiting {
    var jobs: [(UnownedJob, UnownedSerialExecutor)] = []
    var hasThread = false
    var isClosed = false
  }

  private let waiting = Guarded(Waiting())
  private let arrivals = DispatchSemaphore(value: 0)

  /// Adds a job; true for the first one, which needs the thread to start.
  func add(_ job: UnownedJob, for executor: UnownedSerialExecutor) -> Bool {
    let isFirst = waiting.withLock { waiting in
      defer { waiting.hasThread = true }
      waiting.jobs.append((job, executor))
      return !waiting.hasThread
    }
    arrivals.signal()
    return isFirst
  }

  func close() {
    waiting.withLock { $0.isClosed = true }
    arrivals.signal()
  }

  func run() {
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
