/// Looking at one photo, and from there at those beside it.
public enum PhotoViewing {
  /// What the person wants.
  public enum Request: Equatable, Sendable {
    /// To see that photo of the post.
    case open(Post.ID, index: Int)
    /// To see the one beside it: in the post, then in the stream it came from.
    case step(Step)
    /// To have what the service tells of it.
    case details
    /// To have what the service tells of it fetched again.
    case refresh
    /// To do or take back an action on the post.
    case toggle(Post.OwnActions)
    /// To delete the post, which is one's own.
    case delete
    /// To have the original in a file.
    case save
    /// To see the film.
    case play
    /// To take back the last action.
    case undo
    /// To stop: the scene closes.
    case close
  }

  /// A side of a photo, in reading order.
  public enum Step: Equatable, Sendable {
    /// The photo that comes after it.
    case next
    /// The photo that comes before it.
    case previous
  }

  /// A photo, and where it stands.
  public struct Shown: Equatable, Sendable {
    /// The post, with the reader's waiting actions in it.
    public let post: Post
    /// Which of its photos.
    public let index: Int
    /// Whose account it is seen with.
    public let account: Account

    /// A photo of a post.
    public init(_ post: Post, index: Int, account: Account) {
      self.post = post
      self.index = index
      self.account = account
    }

    /// The photo.
    public var photo: Photo { post.content.photos[index] }
  }

  /// What happened.
  public indirect enum Response: Equatable, Sendable {
    /// This photo is looked at now.
    case photo(Shown)
    /// These come next, in the direction the person goes.
    case neighbours([Photo])
    /// The post changed; the photo is the same.
    case changed(Post)
    /// What the service tells of it.
    case details(PhotoDetails)
    /// What is going on.
    case activity(Activity)
    /// There is no photo on that side.
    case end(Step)
    /// The post has no such photo, or there is no such post (any more).
    case gone
    /// The service failed; what was shown stays.
    case failed(FeedError)
    /// The original is in that file.
    case saved(path: String)
    /// The original could not be had.
    case notFetched(FeedError)
    /// It could not be put into a file.
    case notSaved(StoreError)
    /// There is nowhere to put it: not on this machine, or it may not be had.
    case cannotSave
    /// The film is there, for a player.
    case film(address: String)
    /// There is no film.
    case noFilm
    /// Something happened to the reader's actions.
    case action(ActionNews)
  }

  /// What is going on.
  public enum Activity: Equatable, Sendable {
    /// Nothing.
    case none
    /// The photo, or what is told of it, is looked for.
    case loading
    /// The original is fetched; nil before the first of it has come.
    case saving(Transfer?)
  }
}
