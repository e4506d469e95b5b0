internal import FeedDomain

extension Session.Stores {
  /// Whether the change asks for nothing but what the service confirmed last, so that it goes
  /// together with what waits on the same subject.
  ///
  /// Only where nothing of it was on the wire: what was may have arrived, and must be taken back.
  func cancelsOut(_ item: OutboxItem) async -> Bool {
    do throws(StoreError) {
      let rivals = try await outbox.items(of: item.account)
        .filter { $0.change.subject == item.change.subject }
      guard rivals.allSatisfy(\.isUntouched), try await isConfirmed(item) else { return false }
      for rival in rivals {
        guard try await outbox.withdraw(rival.id) else { return false }
      }
      return true
    } catch {
      // Sent once too often is harmless; enqueueing will meet the store's trouble again and tell.
      return false
    }
  }

  private func isConfirmed(_ item: OutboxItem) async throws(StoreError) -> Bool {
    switch item.change {
    case .mark(let id, let action, let isDone):
      let post = try await feeds.post(id, account: item.account)
      return post.map { $0.own.contains(action) == isDone } ?? false
    case .follow(let id, let isFollowed):
      let person = try await feeds.person(id, account: item.account)
      return person?.relationship.map { $0.isWanted == isFollowed } ?? false
    case .mute(let id, let isMuted):
      let person = try await feeds.person(id, account: item.account)
      return person?.relationship.map { $0.isMuted == isMuted } ?? false
    case .block(let id, let isBlocked):
      let person = try await feeds.person(id, account: item.account)
      return person?.relationship.map { ($0 == .blocked) == isBlocked } ?? false
    case .admit, .vote, .publish, .delete, .act: return false
    }
  }
}
