package import FeedDomain

/// What an account must have for a command to be of use.
package enum CommandNeed: Sendable {
  /// That mark can be put on posts.
  case mark(Post.OwnActions)
  /// Posts or answers can be written.
  case writing
  /// People can be followed and left.
  case following
  /// Anything can be changed that waits in the outbox meanwhile.
  case changing
  /// A post can show another inside.
  case quoting
  /// People can be looked at.
  case people
  /// That list of people can be looked at.
  case list(PeopleLists)
  /// It tells what happens to the reader.
  case notices
  /// That is told besides.
  case extra(Extra)
  /// That can be done besides.
  case act(Act.Kind)
  /// It lists what is said to the reader directly.
  case messages
  /// It asks the reader whom to let follow.
  case letting
  case places
  /// Several accounts have homes that can be read together.
  case company
}
