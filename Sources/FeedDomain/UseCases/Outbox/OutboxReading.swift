/// Looking through what waits to be sent, and what was written and left.
public enum OutboxReading {
  /// What the person wants.
  public enum Request: Equatable, Sendable {
    /// To see what waits.
    case open
    /// To send it now, whatever it waits for; a refused one is tried again.
    case send(OutboxItem.ID)
    /// To take it back; a post becomes a draft again.
    case withdraw(OutboxItem.ID)
    /// To throw a draft away.
    case discard(Draft.ID)
    /// To stop: the scene closes.
    case close
  }

  /// What happened.
  public indirect enum Response: Equatable, Sendable {
    /// What waits, oldest first, the drafts, the latest first, and what this version can make nothing
    /// of.
    case items([Waiting], drafts: [Kept] = [], unreadable: [OutboxItem.ID] = [])
    /// So much of a post's pictures has arrived, from 0 to 1; nil when the rest of it is sent.
    case uploading(OutboxItem.ID, Double?)
    /// It is on the wire or gone, and cannot be taken back.
    case tooLate
    /// Remembering failed.
    case storeFailed(StoreError)
  }

  /// Something that waits.
  public struct Waiting: Equatable, Sendable {
    /// What waits.
    public let item: OutboxItem
    /// The post it is about, where that is held.
    public let post: Post?
    /// What it waits for.
    public let wait: OutboxWait

    /// Something that waits, alone unless it is said what for.
    public init(_ item: OutboxItem, post: Post?, wait: OutboxWait? = nil) {
      self.item = item
      self.post = post
      self.wait = wait ?? OutboxWait(of: item, among: [item], now: item.createdAt)
    }
  }
}

extension OutboxReading {
  /// Something that was written and left.
  public struct Kept: Equatable, Sendable {
    /// What was written.
    public let draft: Draft
    /// The post it is about, where that is held.
    public let post: Post?

    /// Something that was written and left.
    public init(_ draft: Draft, post: Post?) {
      self.draft = draft
      self.post = post
    }
  }
}
