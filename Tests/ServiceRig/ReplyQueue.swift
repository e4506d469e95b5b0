internal import Threads

/// Replies that wait for their turn.
final class ReplyQueue: Sendable {
  private let replies: LockedValue<[ScriptedReply]>

  init(_ replies: [ScriptedReply]) { self.replies = LockedValue(replies.reversed()) }

  func next() -> ScriptedReply { replies.withLock { $0.popLast() } ?? .reply(404) }
}
