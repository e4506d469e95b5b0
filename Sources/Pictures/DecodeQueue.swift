internal import CSystem
internal import Glibc
internal import PictureWire
internal import Threads

/// A queue of decoding jobs for the thread that watches decoder processes.
final class DecodeQueue: Sendable {
  private struct DecodeQueueContents {
    var waiting: [DecodingJob] = []
    var cancelled: Set<Int> = []
    var isClosed = false
  }

  /// A record of the changes to a decode queue since the decoding thread last took them.
  struct DecodeQueueCancellations {
    var cancelled: Set<Int>
    var isClosed: Bool
  }

  /// The event descriptor that is readable after jobs were added or cancelled, or the queue closed.
  let changeEvent = csystem_event()
  private let contents = LockedValue(DecodeQueueContents())

  deinit { close(changeEvent) }

  func addDecodingJob(_ job: DecodingJob) {
    let isTaken = contents.withLock { contents in
      // The check happens under the lock, so that a later cancellation finds the job.
      guard !Task.isCancelled else { return false }
      contents.waiting.append(job)
      return true
    }
    isTaken ? wakeDecodingThread() : job.answer(.failure(.cancelled))
  }

  /// Removes a waiting decoding job from the queue, or asks its thread to stop a running one.
  func cancelDecodingJob(_ number: Int) {
    let job: DecodingJob? = contents.withLock { contents in
      guard let place = contents.waiting.firstIndex(where: { $0.number == number }) else {
        contents.cancelled.insert(number)
        return nil
      }
      return contents.waiting.remove(at: place)
    }
    guard let job else { return wakeDecodingThread() }
    job.answer(.failure(.cancelled))
  }

  func stopDecodeQueue() {
    contents.withLock { $0.isClosed = true }
    wakeDecodingThread()
  }

  func takeQueueCancellations() -> DecodeQueueCancellations {
    var count: UInt64 = 0
    _ = read(changeEvent, &count, MemoryLayout.size(ofValue: count))
    return contents.withLock { contents in
      defer { contents.cancelled = [] }
      return DecodeQueueCancellations(cancelled: contents.cancelled, isClosed: contents.isClosed)
    }
  }

  func nextDecodingJob() -> DecodingJob? {
    contents.withLock { $0.waiting.isEmpty ? nil : $0.waiting.removeFirst() }
  }

  private func wakeDecodingThread() {
    var one: UInt64 = 1
    _ = write(changeEvent, &one, MemoryLayout.size(ofValue: one))
  }
}

/// A decoding job: a picture to decode, and the task that waits for the result.
struct DecodingJob: Sendable {
  typealias Answer = Result<DecoderReply.DecoderReplyContent, PictureRefusal>

  let number: Int
  let request: PictureDecodingRequest
  let bytes: [UInt8]
  let answer: @Sendable (Answer) -> Void
}

final class DecodingThread {
  private struct RunningDecodingJob {
    let job: DecodingJob
    var process: DecoderProcess
    let deadline: ContinuousClock.Instant
  }

  private let queue: DecodeQueue
  private let program: String
  private let rules: PictureDecoder.DecoderConfiguration
  private var running: [RunningDecodingJob] = []
  private var pause: CrashBackoff

  private init(
    _ queue: DecodeQueue, _ program: String, _ rules: PictureDecoder.DecoderConfiguration
  ) {
    (self.queue, self.program, self.rules) = (queue, program, rules)
    pause = CrashBackoff(first: rules.pause)
  }

  /// Starts the thread that runs a queue's decoding jobs, and ends when the queue is closed.
  static func startDecodingThread(
    _ queue: DecodeQueue, _ program: String, _ rules: PictureDecoder.DecoderConfiguration
  ) {
    DetachedThread.startThread(named: "pictures") {
      DecodingThread(queue, program, rules).runDecodingLoop()
    }
  }

  private func runDecodingLoop() {
    while true {
      let news = queue.takeQueueCancellations()
      failDecodingJobs {
        news.isClosed || news.cancelled.contains($0.job.number) ? .cancelled : nil
      }
      if news.isClosed { return }
      let now = ContinuousClock.now
      failDecodingJobs { $0.deadline <= now ? .tooSlow : nil }
      startWaitingDecodingJobs(now)
      readDecoderReplies(waitForReadyDescriptors())
    }
  }

  /// Starts waiting decoding jobs, up to the maximum number of processes.
  private func startWaitingDecodingJobs(_ now: ContinuousClock.Instant) {
    while running.count < rules.atOnce, !isPausingAfterCrash(now), let job = queue.nextDecodingJob()
    {
      do throws(PictureRefusal) {
        let process = try DecoderProcess(program, job.request, job.bytes)
        let deadline = now + job.request.timeLimitOrDefault(rules.timeLimit)
        running.append(RunningDecodingJob(job: job, process: process, deadline: deadline))
      } catch {
        deliverJobResult(job, .failure(error))
      }
    }
  }

  private func isPausingAfterCrash(_ now: ContinuousClock.Instant) -> Bool {
    pause.end.map { $0 > now } ?? false
  }

  /// Waits for a decoder's reply, a queue change or a deadline; returns the readable descriptors.
  private func waitForReadyDescriptors() -> Set<CInt> {
    var descriptors = ([queue.changeEvent] + running.map(\.process.output)).map {
      pollfd(fd: $0, events: Int16(POLLIN), revents: 0)
    }
    guard poll(&descriptors, nfds_t(descriptors.count), millisecondsToNextDeadline()) > 0 else {
      return []
    }
    return Set(descriptors.lazy.filter { $0.revents != 0 }.map(\.fd))
  }

  /// Returns the number of milliseconds, for `poll`, until the next deadline of a decoding job or
  /// the end of a pause; -1 if there is neither. Without an event descriptor, the number is always
  /// 50.
  private func millisecondsToNextDeadline() -> CInt {
    // Without an event descriptor, the queue is checked for changes every 50 ms.
    guard queue.changeEvent >= 0 else { return 50 }
    let now = ContinuousClock.now
    let moments =
      running.map(\.deadline) + (isPausingAfterCrash(now) ? [pause.end].compactMap(\.self) : [])
    guard let next = moments.min() else { return -1 }
    let (seconds, attoseconds) = max(.zero, now.duration(to: next)).components
    return CInt(seconds * 1000 + attoseconds / 1_000_000_000_000_000 + 1)
  }

  private func readDecoderReplies(_ ready: Set<CInt>) {
    for index in running.indices.reversed() where ready.contains(running[index].process.output) {
      do throws(PictureRefusal) {
        guard let content = try running[index].process.readDecoderReply() else { continue }
        finishDecodingJob(at: index, .success(content))
      } catch {
        finishDecodingJob(at: index, .failure(error))
      }
    }
  }

  /// Ends each running decoding job for which a closure returns an error, with that error.
  private func failDecodingJobs(_ reason: (RunningDecodingJob) -> PictureRefusal?) {
    for index in running.indices.reversed() {
      if let reason = reason(running[index]) { finishDecodingJob(at: index, .failure(reason)) }
    }
  }

  private func finishDecodingJob(at index: Int, _ result: DecodingJob.Answer) {
    let finished = running.remove(at: index)
    finished.process.killDecoderProcess()
    deliverJobResult(finished.job, result)
  }

  private func deliverJobResult(_ job: DecodingJob, _ result: DecodingJob.Answer) {
    pause.adjustPauseToJobResult(result, at: .now)
    job.answer(result)
  }
}
