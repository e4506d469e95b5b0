/// What the service folds away or leaves out for the reader, in all of their programs.
public struct WordFilter: Hashable, Sendable {
  /// Where it holds.
  public enum Place: String, CaseIterable, Sendable {
    case home, notifications, thread
    /// In what everybody may read.
    case anywhere = "public"
    /// On profiles.
    case profiles = "account"
  }

  /// As the service knows it.
  public let id: String
  /// What it is called.
  public let title: String
  /// What it looks for.
  public let words: [String]
  /// Where.
  public let places: Set<Place>
  /// Whether a post is left out rather than folded.
  public let isHiding: Bool
  /// Until when it holds; nil for good.
  public let end: Timestamp?

  /// A filter.
  public init(
    id: String, title: String, words: [String], places: Set<Place>, isHiding: Bool,
    end: Timestamp? = nil
  ) {
    (self.id, self.title) = (id, title.bounded(.name))
    self.words = words.map { $0.bounded(.name) }
    (self.places, self.isHiding, self.end) = (places, isHiding, end)
  }
}
