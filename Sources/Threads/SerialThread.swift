internal import Dispatch

/// A thread of its own that runs an actor's work, one job after the other.
///
/// For what blocks, as a database or a transfer does. The pool has only as many threads as there
/// are cores, and they stay free; and none of them wakes up in an idle program to look for work.
/// The thread starts with the first job and ends with the last reference to this.
public final class SerialThread: SerialExecutor {
  private let queue = JobQueue()
  private let name: String
  private let isPolite: Bool

  /// A thread with that name (at most 15 bytes), as debuggers and `top` show it. A polite one, for
  /// what takes long and can wait, leaves the processor to others first.
  public init(name: String, isPolite: Bool = false) {
    (self.name, self.isPolite) = (name, isPolite)
  }

  deinit { queue.close() }

  /// Takes a job of the actor's; the concurrency runtime calls it.
  public func enqueue(_ job: consuming ExecutorJob) {
    let isFirst = queue.add(UnownedJob(job), for: asUnownedSerialExecutor())
    guard isFirst else { return }
    OwnThread.start(named: name, isPolite: isPolite) { [queue] in queue.run() }
  }
}

/// Jobs waiting for the thread.
private final class JobQueue: Sendable {
  private struct Waiting {
    var jobs: [(UnownedJob, UnownedSerialExecutor)] = []
    var hasThread = false
    var isClosed = false
  }

  private let waiting = Guarded(Waiting())
  private let arrivals = DispatchSemaphore(value: 0)

  /// Keeps a job; true where it is the first of all, for which the thread must be started.
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
