package import FeedDomain

/// Looking through what waits to be sent, and what was written and left.
package enum OutboxReading {
  package enum Request: Equatable, Sendable {
    case open
    /// To send it now, whatever it waits for; a refused one is tried again.
    case send(OutboxItem.ID)
    /// To take it back; a post becomes a draft again.
    case withdraw(OutboxItem.ID)
    case discard(Draft.ID)
    case close
  }

  package indirect enum Response: Equatable, Sendable {
    /// What waits, oldest first, the drafts, the latest first, and what this version can make nothing
    /// of.
    case items([Waiting], drafts: [Kept] = [], unreadable: [OutboxItem.ID] = [])
    /// So much of a post's pictures has arrived, from 0 to 1; nil when the rest of it is sent.
    case uploading(OutboxItem.ID, Double?)
    /// It is on the wire or gone, and cannot be taken back.
    case tooLate
    case storeFailed(StoreError)
  }

  /// Something that waits.
  package struct Waiting: Equatable, Sendable {
    package let item: OutboxItem
    /// The post it is about, where that is held.
    package let post: Post?
    /// What it waits for.
    package let wait: OutboxWait

    /// Something that waits, alone unless it is said what for.
    package init(_ item: OutboxItem, post: Post?, wait: OutboxWait? = nil) {
      (self.item, self.post) = (item, post)
      self.wait = wait ?? OutboxWait(of: item, among: [item], now: item.createdAt)
    }
  }
}

extension OutboxReading {
  /// Something that was written and left.
  package struct Kept: Equatable, Sendable {
    /// What was written.
    package let draft: Draft
    /// The post it is about, where that is held.
    package let post: Post?

    package init(_ draft: Draft, post: Post?) {
      (self.draft, self.post) = (draft, post)
    }
  }
}
