import Threads

/// A flag that is raised once an event happened.
package final class Flag: Sendable {
  private let state = LockedValue(false)

  package init() {}

  package var isUp: Bool { state.withLock { $0 } }
  package func raise() { state.withLock { $0 = true } }
}
