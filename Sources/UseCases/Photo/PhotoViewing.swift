package import FeedDomain

/// Looking at one photo, and from there at those beside it.
package enum PhotoViewing {
  package enum Request: Equatable, Sendable {
    /// To see that photo of the post.
    case open(Post.ID, index: Int)
    /// To see the one beside it: in the post, then in the stream it came from.
    case step(Step)
    /// To have what the service tells of it.
    case details
    /// To have what the service tells of it fetched again.
    case refresh
    case toggle(Post.OwnActions)
    case delete
    /// To have the original in a file.
    case save
    case play
    case undo
    case close
  }

  /// A side of a photo, in reading order.
  package enum Step: Equatable, Sendable {
    case next
    case previous
  }

  /// A photo, and where it stands.
  package struct Shown: Equatable, Sendable {
    /// The post, with the reader's waiting actions in it.
    package let post: Post
    package let index: Int
    /// Whose account it is seen with.
    package let account: Account

    package init(_ post: Post, index: Int, account: Account) {
      (self.post, self.index, self.account) = (post, index, account)
    }

    package var photo: Photo { post.content.photos[index] }
  }

  package indirect enum Response: Equatable, Sendable {
    /// This photo is looked at now.
    case photo(Shown)
    /// That photo comes next, which another account sees, with the id of the post that tells.
    case elsewhere(Post.ID, index: Int)
    /// These come next, in the direction the person goes.
    case neighbours([Photo])
    /// The post changed; the photo is the same.
    case changed(Post)
    /// What the service tells of it.
    case details(PhotoDetails)
    case activity(Activity)
    /// There is no photo on that side.
    case end(Step)
    /// The post has no such photo, or there is no such post (any more).
    case gone
    /// The service failed; what was shown stays.
    case failed(FeedError)
    /// What is stored could not be read, or what was fetched not stored; what was shown stays.
    case storeFailed(StoreError)
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
    /// It is there as a file of this program's own.
    case ownFilm(path: String)
    case noFilm
    case action(ActionEvent)
  }

  package enum Activity: Equatable, Sendable {
    case none
    /// The photo, or what is told of it, is looked for.
    case loading(FetchProgress)
    /// The original is fetched; nil before the first of it has come.
    case saving(Transfer?)
  }
}
