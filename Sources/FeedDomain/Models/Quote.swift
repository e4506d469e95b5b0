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
  /// The words to show in place of what it says, until the reader wants to see that.
  public let warning: String?
  /// What its pictures show, in words; one that nobody described is an empty text.
  public let pictures: [String]

  package init(
    id: Post.ID, handle: String, name: String, text: RichText, warning: String? = nil,
    pictures: [String] = []
  ) {
    self.id = id
    self.handle = handle
    self.name = name
    self.text = text
    self.warning = warning
    self.pictures = pictures
  }
}
