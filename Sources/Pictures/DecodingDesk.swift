internal import CSystem
internal import Glibc
internal import Threads

/// Where jobs are handed to the thread that sees to them, and taken back.
final class DecodingDesk: Sendable {
  private struct Contents {
    var waiting: [DecodingJob] = []
    var cancelled: Set<Int> = []
    var isClosed = false
  }

  /// What is new for the thread.
  struct News {
    var cancelled: Set<Int>
    var isClosed: Bool
  }

  /// Becomes readable when there is something new.
  let bell = csystem_event()
  private let contents = Guarded(Contents())

  deinit { close(bell) }

  /// Adds a job, unless the task it is for was cancelled: then it is answered at once.
  func add(_ job: DecodingJob) {
    let isTaken = contents.withLock { contents in
      // Checked while the lock is held: whoever cancels later finds the job.
      guard !Task.isCancelled else { return false }
      contents.waiting.append(job)
      return true
    }
    isTaken ? ring() : job.answer(.failure(.cancelled))
  }

  /// Takes a job back, and stops it where it has begun.
  func cancel(_ number: Int) {
    let job: DecodingJob? = contents.withLock { contents in
      guard let place = contents.waiting.firstIndex(where: { $0.number == number }) else {
        contents.cancelled.insert(number)
        return nil
      }
      return contents.waiting.remove(at: place)
    }
    guard let job else { return ring() }
    job.answer(.failure(.cancelled))
  }

  func closeUp() {
    contents.withLock { $0.isClosed = true }
    ring()
  }

  /// Takes what is new; only the thread calls this.
  func news() -> News {
    var count: UInt64 = 0
    _ = read(bell, &count, MemoryLayout.size(ofValue: count))
    return contents.withLock { contents in
      defer { contents.cancelled = [] }
      return News(cancelled: contents.cancelled, isClosed: contents.isClosed)
    }
  }

  /// The job that has waited longest.
  func next() -> DecodingJob? {
    contents.withLock { $0.waiting.isEmpty ? nil : $0.waiting.removeFirst() }
  }

  private func ring() {
    var one: UInt64 = 1
    _ = write(bell, &one, MemoryLayout.size(ofValue: one))
  }
}
