internal import Threads

/// A queue of replies, which are given one after the other.
final class ReplyQueue: Sendable {
  private let replies: LockedValue<[ScriptedReply]>

  init(_ replies: [ScriptedReply]) { self.replies = LockedValue(replies.reversed()) }

  func next() -> ScriptedReply { replies.withLock { $0.popLast() } ?? .reply(404) }
}
