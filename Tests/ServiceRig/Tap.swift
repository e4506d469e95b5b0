internal import Dispatch
internal import Threads

/// Bytes that a reply goes on with, as the test lets them flow, until it is shut.
public final class Tap: Sendable {
  private struct State {
    var waiting: [[UInt8]] = []
    var isShut = false
  }

  private let state = LockedValue(State())
  private let semaphore = DispatchSemaphore(value: 0)

  /// A tap from which nothing has come yet.
  public init() {}

  /// Lets these flow.
  public func pour(_ text: String) {
    state.withLock { $0.waiting.append(Array(text.utf8)) }
    semaphore.signal()
  }

  /// Lets what was poured flow, and nothing after it.
  public func shut() {
    state.withLock { $0.isShut = true }
    semaphore.signal()
  }

  /// Waits for the next bytes; nil where none will come.
  func next() -> [UInt8]? {
    semaphore.wait()
    return state.withLock { $0.waiting.isEmpty ? nil : $0.waiting.removeFirst() }
  }
}
