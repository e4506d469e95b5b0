internal import FeedDomain

/// Brings word of a transfer from whatever thread tells it to the main actor.
@MainActor final class UploadProgress {
  private let report: @MainActor (Transfer) -> Void
  private var latest = -1

  init(_ report: @escaping @MainActor (Transfer) -> Void) { self.report = report }

  func end() { latest = .max }

  /// Tells how far it is; what is overtaken on the way is left out.
  nonisolated func tell(_ transfer: Transfer) {
    Task { @MainActor in
      guard transfer.received > latest else { return }
      latest = transfer.received
      report(transfer)
    }
  }
}
