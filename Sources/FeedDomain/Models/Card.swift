/// What a linked page says about itself.
public struct Card: Hashable, Sendable {
  /// Where it leads.
  public let url: String
  /// Its title.
  public let title: String
  /// A few words about it.
  public let summary: String

  package init(url: String, title: String, summary: String) {
    (self.url, self.title, self.summary) = (url, title, summary)
  }
}
