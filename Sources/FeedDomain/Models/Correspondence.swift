/// What the reader and some others say to each other directly.
public struct Correspondence: Hashable, Sendable, Identifiable {
  /// Its id.
  public typealias ID = Identifier<Correspondence>

  /// Its id.
  public let id: ID
  /// The others who take part.
  public let people: [Person]
  /// Whether something came that the reader has not read.
  public var isUnread: Bool
  /// What was said last; nil where that is gone.
  public let last: Post?

  package init(id: ID, people: [Person], isUnread: Bool, last: Post?) {
    (self.id, self.people, self.isUnread, self.last) = (id, people, isUnread, last)
  }

  /// The same, read.
  public var read: Correspondence { changed(self) { $0.isUnread = false } }
}
