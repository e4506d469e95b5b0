/// Reading a post with what it answers and what answers it.
public enum ConversationReading {
  /// What the person wants.
  public enum Request: Equatable, Sendable {
    /// To read the conversation of that post: first as it is held, then as the service has it.
    case open(Post.ID)
    /// The same beside a stream, which nobody asked for: what the service has no longer stays in the
    /// stream, so that one that denies everything takes nothing away by itself.
    case glance(Post.ID)
    /// To have it fetched again.
    case refresh
    /// To have the answers fetched that the service left out below that post.
    case goOn(below: Post.ID)
    /// To do or take back an action on a post.
    case toggle(Post.ID, Post.OwnActions)
    /// To delete a post of one's own.
    case delete(Post.ID)
    /// To take back the last action.
    case undo
    /// To stop: the scene closes.
    case close
  }

  /// What happened.
  public indirect enum Response: Equatable, Sendable {
    /// The conversation, with the reader's waiting actions already in it.
    case conversation(Conversation, account: Account)
    /// These posts changed.
    case changed([Post])
    /// Whether the service is being asked.
    case loading(Bool)
    /// The service failed; what was shown stays.
    case failed(FeedError)
    /// The service has the post no longer.
    case gone
    /// Something happened to the reader's actions.
    case action(ActionNews)
  }
}
