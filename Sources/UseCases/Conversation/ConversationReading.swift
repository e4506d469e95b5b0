package import FeedDomain

/// Reading a post with what it answers and what answers it.
package enum ConversationReading {
  package enum Request: Equatable, Sendable {
    /// To read the conversation of that post: first as it is held, then as the service has it.
    case open(Post.ID)
    /// The same beside a stream, which nobody asked for: what the service has no longer stays in the
    /// stream, so that one that denies everything takes nothing away by itself.
    case glance(Post.ID)
    case refresh
    /// To have the answers fetched that the service left out below that post.
    case goOn(below: Post.ID)
    case toggle(Post.ID, Post.OwnActions)
    case delete(Post.ID)
    case undo
    case close
  }

  package indirect enum Response: Equatable, Sendable {
    /// The conversation, with the reader's waiting actions already in it.
    case conversation(Conversation, account: Account)
    case changed([Post])
    /// How it stands with asking the service.
    case loading(Asking)
    /// The service failed; what was shown stays.
    case failed(FeedError)
    /// The service has the post no longer.
    case gone
    case action(ActionNews)
  }
}
