public import FeedDomain

/// What is looked for in tests, as it is typed.
extension SearchQuery: ExpressibleByStringLiteral {
  /// What that text asks for.
  public init(stringLiteral typed: String) { self.init(typed, in: StillWorld()) }
}
