/// A post shown inside another; a quote in a quote is not.
public struct Quote: Hashable, Sendable {
  /// The quoted post.
  public let id: Post.ID
  /// Who wrote it: handle without "@".
  public let handle: String
  /// The name they show.
  public let name: String
  /// What it says.
  public let text: RichText

  /// A post shown inside another.
  public init(id: Post.ID, handle: String, name: String, text: RichText) {
    self.id = id
    self.handle = handle
    self.name = name
    self.text = text
  }
}
