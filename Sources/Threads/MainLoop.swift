internal import CSystem
internal import Glibc

/// The main thread's event loop: waits for file descriptors, timers and the main actor's work.
/// The loop drains the main dispatch queue itself, so that the main actor runs on the process's
/// first thread and a key press takes one `poll` to its handler.
@MainActor public final class MainLoop {
  /// The event a file descriptor is watched for.
  public enum Readiness: Sendable {
    /// Data can be read from the descriptor, or the other end closed.
    case reading
    /// Data can be written to the descriptor.
    case writing
  }

  private struct Watch {
    let number: Int
    let descriptor: CInt
    let readiness: Readiness
    let handler: @MainActor () -> Void
  }

  /// Called before each wait, to draw changes.
  public var beforeWaiting: (@MainActor () -> Void)?

  /// The watched descriptors, oldest first; so few that linear searches suffice.
  private var watches: [Watch] = []
  private var alarms = Alarms()
  private var nextWatch = 0
  private var isStopped = false
  private let mainQueue = _dispatch_get_main_queue_handle_4CF()

  /// Creates the process's only loop.
  /// From then on the main thread also runs tasks of no actor. Long work has threads of its own;
  /// the runtime's pool would start threads before the first frame, and wake up five seconds later
  /// to end them.
  public nonisolated init() { csystem_run_pool_on_main_queue() }

  /// Runs until `stop`; returns at once if stopped before.
  public func run() {
    defer { isStopped = false }
    while !isStopped {
      beforeWaiting?()
      guard !isStopped else { return }
      wait()
    }
  }

  /// Runs until an async closure ends, and returns its result.
  public func run<Value: Sendable>(_ work: @escaping @MainActor () async -> Value) -> Value {
    var value: Value?
    Task {
      value = await work()
      stop()
    }
    while value == nil { run() }
    // The loop above ends only once there is a result.
    return value!
  }

  /// Ends `run` after the current handler.
  public func stop() { isStopped = true }

  /// Calls a handler whenever a descriptor is ready; returns a number for `unwatch`.
  public func watch(
    _ descriptor: Int32, for readiness: Readiness, _ handler: @escaping @MainActor () -> Void
  ) -> Int {
    nextWatch += 1
    watches.append(
      Watch(number: nextWatch, descriptor: descriptor, readiness: readiness, handler: handler))
    return nextWatch
  }

  public func unwatch(_ number: Int) { watches.removeAll { $0.number == number } }

  /// Calls a handler once after a delay; returns a number for `cancel`.
  @discardableResult
  public func after(_ delay: Duration, _ handler: @escaping @MainActor () -> Void) -> Int {
    alarms.set(at: .now.advanced(by: delay), handler)
  }

  /// Cancels a timer of `after`.
  public func cancel(_ number: Int) { alarms.cancel(number) }

  /// Suspends the task; throws if cancelled.
  public func sleep(for duration: Duration) async throws(CancellationError) {
    let sleeper = Sleeper()
    let completed = await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        guard !Task.isCancelled else { return continuation.resume(returning: false) }
        let number = after(duration) { sleeper.wake(completed: true) }
        sleeper.fallAsleep(alarm: number, continuation)
      }
    } onCancel: {
      Task { @MainActor in
        if let alarm = sleeper.wake(completed: false) { self.cancel(alarm) }
      }
    }
    guard completed else { throw CancellationError() }
  }
}

/// A task suspended until a timer or its cancellation.
@MainActor private final class Sleeper {
  private var asleep: (alarm: Int, continuation: CheckedContinuation<Bool, Never>)?

  nonisolated init() {}

  func fallAsleep(alarm: Int, _ continuation: CheckedContinuation<Bool, Never>) {
    asleep = (alarm, continuation)
  }

  /// Resumes the task once, and returns the number of its timer.
  @discardableResult func wake(completed: Bool) -> Int? {
    guard let asleep else { return nil }
    self.asleep = nil
    asleep.continuation.resume(returning: completed)
    return asleep.alarm
  }
}

extension MainLoop {
  private func wait() {
    let watches = watches
    var descriptors = [pollfd(fd: mainQueue, events: Int16(POLLIN), revents: 0)]
    descriptors += watches.map { watch in
      let events = watch.readiness == .reading ? POLLIN : POLLOUT
      return pollfd(fd: watch.descriptor, events: Int16(events), revents: 0)
    }
    let count = poll(&descriptors, nfds_t(descriptors.count), alarms.millisecondsToNext())
    if count > 0 {
      for (index, watch) in watches.enumerated()
      where descriptors[index + 1].revents != 0
        && self.watches.contains(where: { $0.number == watch.number })
      {
        watch.handler()
      }
      if descriptors[0].revents != 0 { drainMainQueue() }
    }
    for handler in alarms.due() { handler() }
  }

  private func drainMainQueue() {
    var count: UInt64 = 0
    // The flag is lowered first: work that arrives while the queue is drained raises it again.
    _ = read(mainQueue, &count, MemoryLayout.size(ofValue: count))
    _dispatch_main_queue_callback_4CF(nil)
  }
}
