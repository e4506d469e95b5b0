internal import CSystem
internal import Dispatch
internal import Glibc

/// A thread of its own that runs an actor's work, one job after the other.
///
/// For what blocks, as a database or a transfer does: the pool's threads, as many as there are
/// cores, stay free, and an idle program has none that wake up to see whether there is work.
/// The thread ends when the last reference to this goes.
public final class SerialThread: SerialExecutor {
  private let queue = JobQueue()

  /// Starts a thread with that name (at most 15 bytes), as debuggers and `top` show it.
  public init(name: String) {
    let start = Unmanaged.passRetained(ThreadStart(queue: queue, name: name))
    var thread = pthread_t()
    let code = pthread_create(
      &thread, nil,
      { argument in
        // Balances the retain of the one who started the thread.
        let start = Unmanaged<ThreadStart>.fromOpaque(argument!).takeRetainedValue()
        csystem_name_thread(start.name)
        start.queue.run()
        return nil
      }, start.toOpaque())
    precondition(code == 0, "The system has no thread to spare.")
    pthread_detach(thread)
  }

  deinit { queue.close() }

  /// Takes a job of the actor's; the concurrency runtime calls it.
  public func enqueue(_ job: consuming ExecutorJob) {
    queue.add(UnownedJob(job), for: asUnownedSerialExecutor())
  }
}

private final class ThreadStart: Sendable {
  let queue: JobQueue
  let name: String

  init(queue: JobQueue, name: String) {
    self.queue = queue
    self.name = name
  }
}

/// Jobs waiting for the thread.
private final class JobQueue: Sendable {
  private struct Waiting {
    var jobs: [(UnownedJob, UnownedSerialExecutor)] = []
    var isClosed = false
  }

  private let waiting = Guarded(Waiting())
  private let arrivals = DispatchSemaphore(value: 0)

  func add(_ job: UnownedJob, for executor: UnownedSerialExecutor) {
    waiting.withLock { $0.jobs.append((job, executor)) }
    arrivals.signal()
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
