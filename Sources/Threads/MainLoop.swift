internal import CSystem
internal import Glibc

/// An event loop of the main thread, which waits for file descriptors, timers and the main actor's
/// work. The loop drains the main dispatch queue itself, so that the main actor runs on the
/// process's first thread and a key press reaches its handler with one `poll`.
@MainActor
public final class MainLoop {
  /// A kind of event of a file descriptor for which the main loop can wait: readable or writable.
  public enum DescriptorReadiness: Sendable {
    /// An event of a file descriptor for which the main loop waits: data can be read, or the other
    /// end was closed.
    case reading
    /// An event of a file descriptor for which the main loop waits: data can be written.
    case writing
  }

  private struct DescriptorWatch {
    let number: Int
    let descriptor: CInt
    let readiness: DescriptorReadiness
    let handler: @MainActor () -> Void
  }

  /// The closure that is called before each wait of the main loop, to draw changes of the screen;
  /// nil for none.
  public var beforeWaiting: (@MainActor () -> Void)?

  /// The file descriptors that the main loop watches, oldest first; few enough for linear searches.
  private var watches: [DescriptorWatch] = []
  private var alarms = TimerQueue()
  private var nextWatch = 0
  private var isStopped = false
  private let mainQueue = _dispatch_get_main_queue_handle_4CF()

  /// Creates the process's only main loop. From then on the main thread also runs tasks that belong
  /// to no actor. Long work has threads of its own; the runtime's pool would start threads before
  /// the first frame, and wake up five seconds later to end them.
  public nonisolated init() { csystem_run_pool_on_main_queue() }

  /// Runs the main loop until `stopLoop`; returns at once if it was stopped before.
  public func runLoop() {
    defer { isStopped = false }
    while !isStopped {
      beforeWaiting?()
      guard !isStopped else { return }
      waitForEvents()
    }
  }

  /// Runs the main loop until an async closure ends, and returns the closure's result.
  public func runLoop<Value: Sendable>(untilFinished work: @escaping @MainActor () async -> Value)
    -> Value
  {
    var value: Value?
    Task {
      value = await work()
      stopLoop()
    }
    while value == nil { runLoop() }
    // The loop above ends only once there is a result.
    return value!
  }

  public func stopLoop() { isStopped = true }

  /// Makes the main loop call a handler whenever a file descriptor is ready; returns the number for
  /// `unwatchDescriptor`.
  public func watchDescriptor(
    _ descriptor: Int32, for readiness: DescriptorReadiness,
    _ handler: @escaping @MainActor () -> Void
  ) -> Int {
    nextWatch += 1
    watches.append(
      DescriptorWatch(
        number: nextWatch, descriptor: descriptor, readiness: readiness, handler: handler))
    return nextWatch
  }

  public func unwatchDescriptor(_ number: Int) { watches.removeAll { $0.number == number } }

  /// Makes the main loop call a handler once after a delay; returns the number for `cancelTimer`.
  @discardableResult
  public func setTimer(_ delay: Duration, _ handler: @escaping @MainActor () -> Void) -> Int {
    alarms.addTimer(at: .now.advanced(by: delay), handler)
  }

  public func cancelTimer(_ number: Int) { alarms.cancelTimer(number) }

  /// Suspends the current task for a duration, by a timer of the main loop; throws if the task is
  /// cancelled.
  public func sleep(for duration: Duration) async throws(CancellationError) {
    let sleeper = SleepingTask()
    let completed = await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        guard !Task.isCancelled else { return continuation.resume(returning: false) }
        let number = setTimer(duration) { sleeper.resumeIfSleeping(completed: true) }
        sleeper.storeContinuation(alarm: number, continuation)
      }
    } onCancel: {
      Task { @MainActor in
        if let alarm = sleeper.resumeIfSleeping(completed: false) { self.cancelTimer(alarm) }
      }
    }
    guard completed else { throw CancellationError() }
  }
}

/// A task that is suspended until a timer of the main loop fires or the task is cancelled.
@MainActor
private final class SleepingTask {
  private var sleepingContinuation: (alarm: Int, continuation: CheckedContinuation<Bool, Never>)?

  nonisolated init() {}

  func storeContinuation(alarm: Int, _ continuation: CheckedContinuation<Bool, Never>) {
    sleepingContinuation = (alarm, continuation)
  }

  /// Resumes the suspended task, and returns the number of its timer; nil if the task was resumed
  /// before or is not suspended yet.
  @discardableResult
  func resumeIfSleeping(completed: Bool) -> Int? {
    guard let sleepingContinuation else { return nil }
    self.sleepingContinuation = nil
    sleepingContinuation.continuation.resume(returning: completed)
    return sleepingContinuation.alarm
  }
}

extension MainLoop {
  private func waitForEvents() {
    let watches = watches
    var descriptors = [pollfd(fd: mainQueue, events: Int16(POLLIN), revents: 0)]
    descriptors += watches.map { watch in
      let events = watch.readiness == .reading ? POLLIN : POLLOUT
      return pollfd(fd: watch.descriptor, events: Int16(events), revents: 0)
    }
    let count = poll(&descriptors, nfds_t(descriptors.count), alarms.millisecondsToNextTimer())
    if count > 0 {
      for (index, watch) in watches.enumerated()
      where descriptors[index + 1].revents != 0
        && self.watches.contains(where: { $0.number == watch.number })
      {
        watch.handler()
      }
      if descriptors[0].revents != 0 { drainMainQueue() }
    }
    for handler in alarms.removeExpiredTimers() { handler() }
  }

  private func drainMainQueue() {
    var count: UInt64 = 0
    // The flag is lowered first: work that arrives while the queue is drained raises it again.
    _ = read(mainQueue, &count, MemoryLayout.size(ofValue: count))
    _dispatch_main_queue_callback_4CF(nil)
  }
}

@MainActor
struct TimerQueue {
  private struct PendingTimer {
    let number: Int
    let moment: ContinuousClock.Instant
    let handler: @MainActor () -> Void
  }

  /// The main loop's pending timers, sorted by time, the earliest last.
  private var alarms: [PendingTimer] = []
  private var lastNumber = 0

  nonisolated init() {}

  /// Adds a timer of the main loop, and returns its number for `cancelTimer`.
  mutating func addTimer(
    at moment: ContinuousClock.Instant, _ handler: @escaping @MainActor () -> Void
  ) -> Int {
    lastNumber += 1
    let place = alarms.firstIndex { $0.moment <= moment } ?? alarms.endIndex
    alarms.insert(PendingTimer(number: lastNumber, moment: moment, handler: handler), at: place)
    return lastNumber
  }

  mutating func cancelTimer(_ number: Int) { alarms.removeAll { $0.number == number } }

  /// Returns the time until the next timer of the main loop in milliseconds, rounded up, as the
  /// timeout of `poll`; -1 without timers.
  func millisecondsToNextTimer() -> Int32 {
    guard let next = alarms.last?.moment else { return -1 }
    let left = ContinuousClock.now.duration(to: next)
    guard left > .zero else { return 0 }
    let (seconds, attoseconds) = left.components
    let milliseconds = min(seconds, 86_400) * 1000 + attoseconds / 1_000_000_000_000_000 + 1
    return Int32(milliseconds)
  }

  /// Removes the expired timers of the main loop, and returns their handlers, the earliest first.
  mutating func removeExpiredTimers() -> [@MainActor () -> Void] {
    guard !alarms.isEmpty else { return [] }
    let now = ContinuousClock.now
    var handlers: [@MainActor () -> Void] = []
    while let last = alarms.last, last.moment <= now {
      handlers.append(last.handler)
      alarms.removeLast()
    }
    return handlers
  }
}

extension MainLoop {
  /// Makes the main loop call a handler whenever any process replaces a file in a directory, as
  /// long as the loop exists; does nothing if the system cannot watch directories.
  public func watchFileReplacements(
    in directory: String, _ handler: @escaping @MainActor () -> Void
  ) {
    let events = inotify_init1(CInt(IN_NONBLOCK) | CInt(IN_CLOEXEC))
    guard events >= 0 else { return }
    guard inotify_add_watch(events, directory, UInt32(IN_MOVED_TO)) >= 0 else {
      close(events)
      return
    }
    _ = watchDescriptor(events, for: .reading) {
      var bytes = [UInt8](repeating: 0, count: 4096)
      while read(events, &bytes, bytes.count) > 0 {}
      handler()
    }
  }
}

/// A reader of process signals such as SIGTERM, for which the main loop calls a handler. The
/// process ends 0.8 seconds after a SIGTERM, even if the loop is stuck in a handler. The signals
/// are blocked in the current thread and all threads that it starts: create this object before
/// other threads, and reset the signal mask of child processes.
@MainActor
public final class SignalReader {
  /// Maximum time in milliseconds between SIGTERM and the end of the program, which is ended then;
  /// service managers wait a second.
  private static let terminationTimeout: CInt = 800

  private let descriptor: CInt
  private let loop: MainLoop
  private var watches: [Int] = []

  /// Creates a reader of process signals: blocks the signals in the current thread, and lets the
  /// main loop call the handler with each signal that arrives.
  public init(
    _ signals: [Int32], on loop: MainLoop, _ handler: @escaping @MainActor (Int32) -> Void
  ) {
    let ending = signals.contains(SIGTERM) ? csystem_end_within(Self.terminationTimeout) : -1
    var set = sigset_t()
    sigemptyset(&set)
    for signal in signals where signal != SIGTERM || ending < 0 { sigaddset(&set, signal) }
    pthread_sigmask(SIG_SETMASK, &set, nil)
    descriptor = signalfd(-1, &set, CInt(SFD_NONBLOCK | SFD_CLOEXEC))
    self.loop = loop
    watches.append(
      loop.watchDescriptor(descriptor, for: .reading) { [descriptor] in
        var info = signalfd_siginfo()
        while read(descriptor, &info, MemoryLayout<signalfd_siginfo>.size) > 0 {
          handler(Int32(info.ssi_signo))
        }
      })
    guard ending >= 0 else { return }
    watches.append(
      loop.watchDescriptor(ending, for: .reading) {
        var count: UInt64 = 0
        if read(ending, &count, MemoryLayout.size(ofValue: count)) > 0 { handler(SIGTERM) }
      })
  }

  isolated deinit {
    for watch in watches { loop.unwatchDescriptor(watch) }
    close(descriptor)
  }
}
