import Console
import FeedDomain
import UseCases

/// Sends an account's pending changes with its session.
@MainActor final class SessionSending: OutboxSending {
  private let root: CompositionRoot
  private let shelf: Session.Stores
  private var heard: [PendingChange: SendResult] = [:]

  init(root: CompositionRoot, shelf: Session.Stores) {
    (self.root, self.shelf) = (root, shelf)
  }

  private func hear(_ news: ActionEvent) {
    switch news {
    case .delivered(let change, let outcome): heard[change] = .delivered(outcome)
    case .refused(let change, let error): heard[change] = .refused(error)
    default: break
    }
  }

  func send(
    waitingOf account: SignedInAccount, only: Set<OutboxItem.ID>?, evenIfHeld: Bool
  ) async throws(StoreError) -> [OutboxItem.ID: SendResult] {
    guard let session = root.session(for: account, shelf: shelf) else { return [:] }
    let actions = PendingActions(session, undoWindow: .zero)
    actions.tell(self) { $0.hear($1) }
    let before = try await shelf.outbox.items(of: account.account.id)
    await actions.start()
    if only == nil { await actions.deliver(nil) }
    for item in before where only?.contains(item.id) ?? (evenIfHeld && item.isHeld) {
      await actions.deliver(item.id)
    }
    await actions.stop()
    let left = try await shelf.outbox.items(of: account.account.id)
    var results: [OutboxItem.ID: SendResult] = [:]
    for item in before {
      if let still = left.first(where: { $0.id == item.id }) {
        results[item.id] = still.result
      } else {
        results[item.id] = heard[item.change]
      }
    }
    // The posts of a thread came after its first, each under the key of its draft.
    for case (.publish(let draft), let result) in heard {
      let id = OutboxItem.ID(draft.id.rawValue)
      results[id] = results[id] ?? result
    }
    for item in left where !before.contains(where: { $0.id == item.id }) {
      results[item.id] = item.result
    }
    return results
  }
}

extension OutboxItem {
  /// nil if nothing was sent.
  fileprivate var result: SendResult? {
    switch state {
    case .refused(let error): .refused(error)
    case .queued(_, after: let error?): .kept(error)
    case .queued, .sending, .ambiguous: nil
    }
  }

  /// Whether the item waits for the end of its undo time alone.
  fileprivate var isHeld: Bool {
    if case .queued(notBefore: .some, after: nil) = state { true } else { false }
  }
}
