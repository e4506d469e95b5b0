internal import CSystem
internal import Glibc
internal import PictureWire
internal import Threads

/// The queue of jobs for the decoding thread.
final class DecodeQueue: Sendable {
  private struct Contents {
    var waiting: [DecodingJob] = []
    var cancelled: Set<Int> = []
    var isClosed = false
  }

  /// Changes for the thread.
  struct Updates {
    var cancelled: Set<Int>
    var isClosed: Bool
  }

  /// Readable when there is a change.
  let bell = csystem_event()
  private let contents = Guarded(Contents())

  deinit { close(bell) }

  func add(_ job: DecodingJob) {
    let isTaken = contents.withLock { contents in
      // Checked while the lock is held: whoever cancels later finds the job.
      guard !Task.isCancelled else { return false }
      contents.waiting.append(job)
      return true
    }
    isTaken ? ring() : job.answer(.failure(.cancelled))
  }

  /// Removes a job, and stops it if it runs.
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

  func news() -> Updates {
    var count: UInt64 = 0
    _ = read(bell, &count, MemoryLayout.size(ofValue: count))
    return contents.withLock { contents in
      defer { contents.cancelled = [] }
      return Updates(cancelled: contents.cancelled, isClosed: contents.isClosed)
    }
  }

  func next() -> DecodingJob? {
    contents.withLock { $0.waiting.isEmpty ? nil : $0.waiting.removeFirst() }
  }

  private func ring() {
    var one: UInt64 = 1
    _ = write(bell, &one, MemoryLayout.size(ofValue: one))
  }
}

/// A picture that a task waits for.
struct DecodingJob: Sendable {
  typealias Answer = Result<DecoderReply.Content, PictureRefusal>

  let number: Int
  let order: PictureOrder
  let bytes: [UInt8]
  let answer: @Sendable (Answer) -> Void
}

final class DecodingThread {
  private struct Running {
    let job: DecodingJob
    var process: DecoderProcess
    let deadline: ContinuousClock.Instant
  }

  private let desk: DecodeQueue
  private let program: String
  private let rules: PictureDecoder.Rules
  private var running: [Running] = []
  private var pause: CrashPause

  private init(_ desk: DecodeQueue, _ program: String, _ rules: PictureDecoder.Rules) {
    (self.desk, self.program, self.rules) = (desk, program, rules)
    pause = CrashPause(first: rules.pause)
  }

  /// Starts the thread, which ends when the queue closes.
  static func start(_ desk: DecodeQueue, _ program: String, _ rules: PictureDecoder.Rules) {
    DetachedThread.start(named: "pictures") { DecodingThread(desk, program, rules).run() }
  }

  private func run() {
    while true {
      let news = desk.news()
      finish { news.isClosed || news.cancelled.contains($0.job.number) ? .cancelled : nil }
      if news.isClosed { return }
      let now = ContinuousClock.now
      finish { $0.deadline <= now ? .tooSlow : nil }
      startWaiting(now)
      readReplies(wait())
    }
  }

  /// Starts jobs within the limit.
  private func startWaiting(_ now: ContinuousClock.Instant) {
    while running.count < rules.atOnce, !isPausing(now), let job = desk.next() {
      do throws(PictureRefusal) {
        let process = try DecoderProcess(program, job.order, job.bytes)
        let deadline = now + job.order.patience(rules.patience)
        running.append(Running(job: job, process: process, deadline: deadline))
      } catch {
        answer(job, .failure(error))
      }
    }
  }

  private func isPausing(_ now: ContinuousClock.Instant) -> Bool {
    pause.end.map { $0 > now } ?? false
  }

  /// Waits for a reply, a change or a moment; returns the readable outputs.
  private func wait() -> Set<CInt> {
    var descriptors = ([desk.bell] + running.map(\.process.output)).map {
      pollfd(fd: $0, events: Int16(POLLIN), revents: 0)
    }
    guard poll(&descriptors, nfds_t(descriptors.count), millisecondsToNext()) > 0 else { return [] }
    return Set(descriptors.lazy.filter { $0.revents != 0 }.map(\.fd))
  }

  /// The time until the next deadline, for `poll`; -1 for none.
  private func millisecondsToNext() -> CInt {
    // Without a bell nobody can tell that there is something to do.
    guard desk.bell >= 0 else { return 50 }
    let now = ContinuousClock.now
    let moments = running.map(\.deadline) + (isPausing(now) ? [pause.end].compactMap(\.self) : [])
    guard let next = moments.min() else { return -1 }
    let (seconds, attoseconds) = max(.zero, now.duration(to: next)).components
    return CInt(seconds * 1000 + attoseconds / 1_000_000_000_000_000 + 1)
  }

  private func readReplies(_ ready: Set<CInt>) {
    for index in running.indices.reversed() where ready.contains(running[index].process.output) {
      do throws(PictureRefusal) {
        guard let content = try running[index].process.read() else { continue }
        finish(at: index, .success(content))
      } catch {
        finish(at: index, .failure(error))
      }
    }
  }

  /// Ends the jobs with a reason.
  private func finish(_ reason: (Running) -> PictureRefusal?) {
    for index in running.indices.reversed() {
      if let reason = reason(running[index]) { finish(at: index, .failure(reason)) }
    }
  }

  private func finish(at index: Int, _ result: DecodingJob.Answer) {
    let finished = running.remove(at: index)
    finished.process.end()
    answer(finished.job, result)
  }

  private func answer(_ job: DecodingJob, _ result: DecodingJob.Answer) {
    pause.note(result, at: .now)
    job.answer(result)
  }
}
