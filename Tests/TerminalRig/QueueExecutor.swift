internal import Dispatch

/// Runs an actor's work on a dispatch queue, so that event sources of that queue are at home in it.
///
/// Waiting for a terminal must not occupy the concurrency pool: it has no more threads than the
/// machine has cores, and tests run in parallel.
final class QueueExecutor: SerialExecutor {
  let queue: DispatchQueue

  init(label: String) { queue = DispatchQueue(label: label) }

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    queue.async { job.runSynchronously(on: self.asUnownedSerialExecutor()) }
  }

  func checkIsolated() { dispatchPrecondition(condition: .onQueue(queue)) }
}
