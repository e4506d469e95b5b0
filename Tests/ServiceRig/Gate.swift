internal import Dispatch

/// A gate that holds a reply back until the test opens it.
public final class Gate: Sendable {
  private let semaphore = DispatchSemaphore(value: 0)

  public init() {}

  /// Opens the gate: replies pass from now on.
  public func open() { semaphore.signal() }

  func pass() {
    semaphore.wait()
    semaphore.signal()
  }
}
