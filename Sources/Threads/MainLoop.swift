internal import CSystem
internal import Glibc

/// The main thread's loop: waits for descriptors, moments and the main actor's work, and for
/// nothing else, so that an idle program sleeps until something happens.
///
/// It drains the main dispatch queue itself, which keeps the main actor on the process's first
/// thread and a key press one `poll` away from its handler.
@MainActor public final class MainLoop {
  /// What a descriptor is watched for.
  public enum Readiness: Sendable {
    /// There is something to read, or the other side has gone.
    case reading
    /// There is room to write.
    case writing
  }

  private struct Watch {
    let number: Int
    let descriptor: CInt
    let readiness: Readiness
    let handler: @MainActor () -> Void
  }

  /// What is called before the loop waits: the place to draw what changed.
  public var beforeWaiting: (@MainActor () -> Void)?

  /// A handful, so they are searched one by one. The earliest comes first.
  private var watches: [Watch] = []
  private var alarms = Alarms()
  private var nextWatch = 0
  private var isStopped = false
  private let mainQueue = _dispatch_get_main_queue_handle_4CF()

  /// A loop that watches nothing yet. A process can have only one.
  ///
  /// From here on the main thread also runs what belongs to no actor, such as handing a task
  /// another one's result. What takes time has a thread of its own anyway; the runtime's pool would
  /// start threads before the first frame and wake up five seconds later to end them.
  public nonisolated init() { csystem_run_pool_on_main_queue() }

  /// Runs until it is stopped; not at all if it was stopped before.
  public func run() {
    defer { isStopped = false }
    while !isStopped {
      beforeWaiting?()
      guard !isStopped else { return }
      wait()
    }
  }

  /// Runs until the work has ended, and returns its result.
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

  /// Ends `run` once the handler that calls this has returned.
  public func stop() { isStopped = true }

  /// Calls the handler whenever the descriptor is ready, until `unwatch` gets the number returned.
  public func watch(
    _ descriptor: Int32, for readiness: Readiness, _ handler: @escaping @MainActor () -> Void
  ) -> Int {
    nextWatch += 1
    watches.append(
      Watch(number: nextWatch, descriptor: descriptor, readiness: readiness, handler: handler))
    return nextWatch
  }

  /// Stops watching.
  public func unwatch(_ number: Int) { watches.removeAll { $0.number == number } }

  /// Calls the handler once, after that time, unless `cancel` gets the number returned.
  @discardableResult
  public func after(_ delay: Duration, _ handler: @escaping @MainActor () -> Void) -> Int {
    alarms.set(at: .now.advanced(by: delay), handler)
  }

  /// Takes back an alarm that has not gone off.
  public func cancel(_ number: Int) { alarms.cancel(number) }

  /// Sleeps without holding anything up; ends early, with an error, when the task is cancelled.
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

/// A task that waits for an alarm or for its cancellation, whichever comes first.
@MainActor private final class Sleeper {
  private var asleep: (alarm: Int, continuation: CheckedContinuation<Bool, Never>)?

  nonisolated init() {}

  func fallAsleep(alarm: Int, _ continuation: CheckedContinuation<Bool, Never>) {
    asleep = (alarm, continuation)
  }

  /// Wakes the sleeper, once, and returns the alarm that was set for it.
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
