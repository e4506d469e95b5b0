/// What a player is given: one argument that it can read as nothing but a place.
public struct Film: Hashable, Sendable {
  /// Where it is: a link, or a path from the root on.
  public let address: String

  /// A film of somebody's on the network.
  public init(_ link: Hyperlink) { address = link.address }

  /// A file of this program's own; nil where the path does not begin at the root. What a server says is
  /// never a path.
  public init?(ownFile path: String) {
    guard path.hasPrefix("/") else { return nil }
    address = path
  }
}
