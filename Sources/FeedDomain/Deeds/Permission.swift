/// Whether something may be done, and why not.
public enum Permission: Hashable, Sendable {
  case allowed
  case withheld(Reason)

  /// Why something is not to be done with a post.
  public enum Reason: Hashable, Sendable {
    /// The service has no such thing, or not for this account.
    case noLikes(LikeRefusal), noBoosts, noBookmarks, noHiding, noWriting, noQuotes, noEdits
    case onlyAnswers
    /// The service tells nothing of people, of others than the reader, or that list of people.
    case noPeople, noOthers, noLikers, noFollowers
    /// It is the reader's own, or a comment, or not somebody's comment on a post of the reader's.
    case notOwnLikes, onlyWords, notToHide
    /// Its author, or the service, lets nobody answer or quote it.
    case noAnswers, notToQuote
    /// Only some may see it.
    case notForOthers
    /// It is somebody else's, was not written here, or has a poll.
    case notYours, notYoursToChange, notToDelete, pollStays, isYours
    /// The service has no such thing, or it is for one's own posts, or was never changed.
    case notHere, notYoursToPin, neverEdited
    /// There is nothing of the kind in it.
    case nothingHidden, noPhoto, noPoll, noWords, noTags
  }

  /// Allowed, unless one of the reasons holds: then it is withheld because of the first that does.
  init(unless reasons: KeyValuePairs<Reason, Bool>) {
    self = reasons.first(where: \.value).map { .withheld($0.key) } ?? .allowed
  }
}
