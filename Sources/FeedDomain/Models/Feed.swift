/// A stream of posts that an account offers.
public enum Feed: Sendable {
  /// Those one follows.
  case home
  /// The homes of every account as one; no service has it.
  case everything
  /// Everybody at the server.
  case local
  /// Everybody the server knows.
  case federated
  /// Posts with photos.
  case photos
  /// What is talked about.
  case trending
  /// Photos taken around a place.
  case nearby(Place)
  /// Posts with a tag, without "#".
  case tag(String)
  /// Posts with these words, as the service finds them.
  case search(String)
  /// One person's posts, without what they replied to others.
  case person(Person.ID)
  /// One person's posts and replies.
  case answers(Person.ID)
  /// One person's posts with photos.
  case portfolio(Person.ID)
  /// What the reader liked.
  case likes
  /// What the reader keeps for later.
  case bookmarks
  /// A list the reader made, by the service's id.
  case list(id: String, name: String)
}
