package import FeedDomain

/// Writing a post or an answer.
package enum Compose {
  /// What is written.
  package enum Purpose: Hashable, Sendable {
    /// A post; goes on with the latest draft that answers nobody, where there is one.
    case post
    /// An answer to that post; goes on with its draft where there is one.
    case reply(to: Post.ID)
    /// A post that shows that one inside; goes on with its draft where there is one.
    case quote(Post.ID)
    /// What waits in the outbox, taken back from there.
    case edit(OutboxItem.ID)
    /// A draft that was left; nothing where it is gone.
    case draft(Draft.ID)
    /// A post of one's own, to be changed; goes on with its draft, or what waits to change it, where
    /// there is any.
    case amend(Post.ID)
  }

  package enum Request: Equatable, Sendable {
    case open(Purpose)
    /// To have said this so far: it is measured and saved.
    case edit(Draft)
    case send
    /// To leave; the draft stays where there is something in it.
    case leave
    case discard
    /// To know whether that file can be added, before it is described.
    case look(path: String, post: Int = 0)
    /// To add the picture in that file, described so, to that post of the thread.
    case attach(path: String, altText: String, post: Int = 0)
    /// To have the picture at that place of that post described so.
    case describe(place: Int, altText: String, post: Int = 0)
    /// Files that begin so.
    case completePath(String)
    /// Names, tags or emoji that begin so; the text begins with "@", "#" or ":".
    case complete(String)
    /// What a misspelt word of that post may have been meant to be.
    case correct(String, post: Int)
  }

  package indirect enum Response: Equatable, Sendable {
    /// The draft, the limits of the service, and the post that is answered or quoted.
    case editing(Draft, DraftLimits, replyingTo: Post?, isResumed: Bool)
    /// So many characters are left, also in each of the posts that follow, and whether all of it can
    /// be sent.
    case measured(remaining: Int, following: [Int] = [], canSend: Bool)
    /// What was posted is being fetched.
    case fetching
    /// What was posted cannot be had, so there is nothing to change.
    case notFetched(FeedError)
    case saved
    /// Another window changed the draft, or sent it: this one is kept beside that.
    case parted
    /// It is in the outbox, on disk; it can be taken back until that moment, and waits for that then.
    case queued(OutboxItem, until: Timestamp, wait: OutboxWaitReason = .turn)
    /// It cannot be sent: there is nothing in it.
    case empty
    /// It cannot be sent: that post of it is so many characters too long.
    case tooLong(by: Int, post: Int = 0)
    /// It cannot be sent: the service would refuse that post of it.
    case unfit(DraftProblem, post: Int = 0)
    /// It could not be kept; it is still here.
    case notKept(StoreError)
    case left(keptDraft: Bool)
    /// The picture is in that post of the draft now, or described anew.
    case attached(Draft, post: Int = 0)
    /// The file cannot be posted as a picture.
    case notAttached(PictureProblem)
    /// The post has as many pictures as the service takes.
    case tooManyPictures(limit: Int)
    /// What says what the picture shows is so many characters too long.
    case altTextTooLong(by: Int)
    /// Files that begin as was asked; directories end with a slash.
    case paths([String], beginning: String)
    /// What the beginning may go on to: whole words, with "@" or "#".
    case completions([String])
    /// The emoji that may be meant by that beginning, with its ":".
    case emoji([Emoji], beginning: String)
    /// These words of each post are misspelt.
    case misspelt([Set<String>])
    /// What that word may have been meant to be, the likeliest first.
    case corrections([String], of: String)
  }

  /// An emoji that can be taken.
  package struct Emoji: Equatable, Sendable {
    /// What is written for it.
    package let word: String
    /// What it is called.
    package let name: String

    package init(word: String, name: String) {
      (self.word, self.name) = (word, name)
    }
  }
}
