package import FeedDomain
import Threads

/// How far a transfer is: told from any thread, read when a frame is drawn.
package final class TransferMeter: Sendable {
  private let latest = Guarded<Transfer?>(nil)
  private let begins: @Sendable () -> Void

  /// A meter that says once when it is known how much there is to come.
  init(begins: @escaping @Sendable () -> Void) { self.begins = begins }

  /// The latest that was told.
  package var transfer: Transfer? { latest.withLock { $0 } }

  package func tell(_ transfer: Transfer) {
    let isFirst = latest.withLock { latest in
      defer { latest = transfer }
      return latest?.expected == nil && transfer.expected != nil
    }
    if isFirst { begins() }
  }
}
