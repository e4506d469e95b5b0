import Threads

/// A flag that one task raises after an event, and that others can read.
package final class Flag: Sendable {
  private let state = LockedValue(false)

  package init() {}

  package var isUp: Bool { state.withLock { $0 } }
  package func raise() { state.withLock { $0 = true } }
}
