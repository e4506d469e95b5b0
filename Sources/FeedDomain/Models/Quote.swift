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
  /// Why nothing but the id, and often not even that, is known of it; nil where the rest is.
  public let absence: Absence?

  /// Why a quoted post cannot be shown.
  public enum Absence: String, Hashable, Sendable {
    /// It was deleted.
    case gone
    /// The reader and its author do not see each other.
    case blocked
    /// Its author does not want it shown there.
    case detached
    /// Its author has not said yet whether it may be.
    case awaited
    /// Nobody says.
    case untold
  }

  package init(
    id: Post.ID, handle: String, name: String, text: RichText, warning: String? = nil,
    pictures: [String] = [], absence: Absence? = nil
  ) {
    self.id = id
    self.handle = handle.bounded(.name)
    self.name = name.bounded(.name)
    self.text = text
    self.warning = warning?.bounded(.summary)
    self.pictures = pictures.map { $0.bounded(.description) }
    self.absence = absence
  }

  /// A post that should be shown inside another and cannot be.
  package init(missing id: Post.ID, _ absence: Absence) {
    self.init(id: id, handle: "", name: "", text: RichText(""), absence: absence)
  }
}
