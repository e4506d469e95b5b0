internal import FeedDomain

/// A queue of async closures that run one after the other.
@MainActor
final class SerialQueue {
  private var lastTask: Task<Void, Never>?
  private(set) var addedTaskCount = 0
  private(set) var unfinished = 0

  @discardableResult func enqueueWork<Value: Sendable>(
    _ work: @escaping @MainActor () async -> Value
  ) -> Task<Value, Never> {
    let previous = lastTask
    addedTaskCount += 1
    unfinished += 1
    let task = Task {
      await previous?.value
      let value = await work()
      unfinished -= 1
      return value
    }
    lastTask = Task { _ = await task.value }
    return task
  }

  func waitUntilWorkIsFinished() async { await lastTask?.value }
}

/// A counter of running work, such as the saving of a draft, whose end others can wait for.
@MainActor
final class RunningWorkCounter {
  private var count = 0
  private var waiting: [CheckedContinuation<Void, Never>] = []

  var isRunning: Bool { count > 0 }

  func runCountedWork(_ work: @MainActor () async -> Void) async {
    count += 1
    await work()
    count -= 1
    guard count == 0 else { return }
    for continuation in waiting { continuation.resume() }
    waiting = []
  }

  func waitUntilCountedWorkIsFinished() async {
    guard isRunning else { return }
    await withCheckedContinuation { waiting.append($0) }
  }
}

/// A sleep in a loop that others can end early.
@MainActor
final class WakeableSleep {
  private var task: Task<Void, Never>?

  /// Sleeps until a time has passed, `wakeSleeper` is called or the caller's task is cancelled.
  func sleepUnlessWoken(for duration: Duration, in world: any World) async {
    // All three end the sleep in the same way; the caller distinguishes them.
    let task = Task { _ = try? await world.sleep(for: duration) }
    self.task = task
    await withTaskCancellationHandler {
      await task.value
    } onCancel: {
      task.cancel()
    }
    self.task = nil
  }

  func wakeSleeper() { task?.cancel() }
}

/// A worker that writes values one after another, skipping values that a newer one has replaced.
@MainActor
package final class LatestValueWriter<Value: Sendable> {
  private let write: @MainActor (Value) async -> Void
  private var waitingValue: Value?
  private var writing: Task<Void, Never>?

  package init(_ write: @escaping @MainActor (Value) async -> Void) { self.write = write }

  /// Writes a value after the write under way, unless a newer value is submitted by then.
  package func submitValueToWrite(_ value: Value) {
    waitingValue = value
    guard writing == nil else { return }
    writing = Task {
      while let value = waitingValue {
        waitingValue = nil
        await write(value)
      }
      // There is no suspension after the last check, so no submitted value is left unwritten.
      writing = nil
    }
  }

  /// Drops the value that waits to be written, and waits for the write under way.
  func cancelPendingWrite() async {
    waitingValue = nil
    await waitUntilValueIsWritten()
  }

  package func waitUntilValueIsWritten() async { await writing?.value }
}
