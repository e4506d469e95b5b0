internal import Dispatch
internal import Threads

/// A source of bytes for a reply, which the test sends until it shuts the tap.
public final class Tap: Sendable {
  private struct State {
    var waiting: [[UInt8]] = []
    var isShut = false
  }

  private let state = LockedValue(State())
  private let semaphore = DispatchSemaphore(value: 0)

  public init() {}

  /// Sends a text as the next part of the reply.
  public func pour(_ text: String) {
    state.withLock { $0.waiting.append(Array(text.utf8)) }
    semaphore.signal()
  }

  /// Ends the reply after the texts sent before.
  public func shut() {
    state.withLock { $0.isShut = true }
    semaphore.signal()
  }

  /// Waits for the next bytes; nil at the end.
  func next() -> [UInt8]? {
    semaphore.wait()
    return state.withLock { $0.waiting.isEmpty ? nil : $0.waiting.removeFirst() }
  }
}
