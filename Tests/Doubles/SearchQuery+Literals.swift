public import FeedDomain

extension SearchQuery: ExpressibleByStringLiteral {
  /// Parses the text of a search, as if typed.
  public init(stringLiteral typed: String) { self.init(typed, in: StillWorld()) }
}
