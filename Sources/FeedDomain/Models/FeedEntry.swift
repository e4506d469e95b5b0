/// A post's appearance in a stream.
public struct FeedEntry: Hashable, Sendable {
  /// An entry's id: the post's own, or the boost's.
  public typealias ID = Identifier<FeedEntry>

  /// Its id, unique in its stream.
  public let id: ID
  /// The post.
  public let post: Post
  /// Who boosted it into the stream; nil where its author put it there.
  public let boostedBy: Person?
  /// Where those of several accounts stand together: the post as each of them sees it, the one that is
  /// shown first.
  public let sightings: [Post.ID]

  package init(id: ID, post: Post, boostedBy: Person? = nil, sightings: [Post.ID] = []) {
    (self.id, self.post, self.boostedBy) = (id, post, boostedBy)
    self.sightings = sightings
  }

  /// A post that stands for itself.
  package init(_ post: Post) { self.init(id: ID(post.id.rawValue), post: post) }

  /// The same appearance of a changed post.
  public func with(_ post: Post) -> FeedEntry {
    FeedEntry(id: id, post: post, boostedBy: boostedBy, sightings: sightings)
  }
}
