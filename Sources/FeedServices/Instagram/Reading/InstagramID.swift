internal import FeedDomain

/// What a post is at Instagram: a medium, a comment on one, or an answer to a comment. Its id tells
/// the way to it, as "medium/comment/answer".
struct InstagramID: Equatable, Sendable {
  /// What stands before the id of somebody else's medium.
  static let others = "@"

  let medium: String
  /// Whether it is somebody else's, of which nothing is told but that the reader is named in it.
  let isOthers: Bool
  /// The comment, or the one that is answered: answers hang on comments alone.
  let comment: String?
  /// The innermost id; nil for a medium.
  let last: String?

  init(_ post: Post.ID) {
    let parts = post.rawValue.split(separator: "/", omittingEmptySubsequences: false)
    isOthers = parts[0].hasPrefix(Self.others)
    medium = String(isOthers ? parts[0].dropFirst() : parts[0])
    comment = parts.count > 1 ? String(parts[1]) : nil
    last = parts.count > 1 ? parts.last.map(String.init) : nil
  }

  /// What hangs on a post.
  static func of(_ id: String, on post: Post.ID) -> Post.ID { Post.ID("\(post.rawValue)/\(id)") }
}

/// The address of a picture, with the medium that knows its new one after a "#".
struct InstagramAddress: Equatable, Sendable {
  let url: String
  let medium: String?

  init(_ text: String) {
    let parts = text.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false)
    url = String(parts[0])
    medium = parts.count > 1 && !parts[1].isEmpty ? String(parts[1]) : nil
  }

  static func text(_ url: String, of medium: String) -> String {
    "\(url.prefix { $0 != "#" })#\(medium)"
  }
}
