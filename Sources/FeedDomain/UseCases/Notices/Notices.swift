/// Looking at what happened to the reader.
public enum Notices {
  /// What the person wants.
  public enum Request: Equatable, Sendable {
    /// To see what happened: first as it is held, then as the service has it.
    case open
    /// To have it fetched again.
    case refresh
    /// Older ones: the reader comes near the end.
    case more
    /// To do or take back an action on a post.
    case toggle(Post.ID, Post.OwnActions)
    /// To delete a post of one's own.
    case delete(Post.ID)
    /// To let somebody follow who asked to, or not.
    case admit(Person.ID, Bool)
    /// To take back the last action.
    case undo
    /// To stop: the scene closes.
    case close
  }

  /// What happened.
  public indirect enum Response: Equatable, Sendable {
    /// The notices so far, with the reader's waiting actions in their posts.
    case notices(Shown)
    /// Whether the service is being asked.
    case loading(Bool)
    /// The service failed; what was shown stays.
    case failed(FeedError)
    /// Something happened to the reader's actions.
    case action(ActionNews)
  }

  /// Notices as they are shown.
  public struct Shown: Equatable, Sendable {
    /// The notices, the latest first.
    public let notices: [Notice]
    /// Those that had not been read when the scene was opened.
    public let unread: Set<Notice.ID>
    /// Whether there are older ones.
    public let hasMore: Bool
    /// Whose they are.
    public let account: Account

    /// Notices as they are shown.
    public init(_ notices: [Notice], unread: Set<Notice.ID>, hasMore: Bool, account: Account) {
      self.notices = notices
      self.unread = unread
      self.hasMore = hasMore
      self.account = account
    }
  }
}
