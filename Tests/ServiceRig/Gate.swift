internal import Dispatch

/// Holds a reply back until the test opens it.
public final class Gate: Sendable {
  private let semaphore = DispatchSemaphore(value: 0)

  /// A closed gate.
  public init() {}

  /// Lets everybody through, from now on.
  public func open() { semaphore.signal() }

  func pass() {
    semaphore.wait()
    semaphore.signal()
  }
}
