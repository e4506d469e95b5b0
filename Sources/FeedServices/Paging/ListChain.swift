internal import FeedDomain

/// Several lists of somebody's, one after another, as the pages of one.
enum ListChain<Kind: RawRepresentable & CaseIterable & Equatable & Sendable>
where Kind.RawValue == String {
  /// What is fetched at most for a page: lists of nobody's are empty.
  private static var mostRequests: Int { 8 }

  /// The page there, out of the list of the kind that it belongs to; what is empty leads on at once,
  /// since it would look like the end.
  static func page<Element: Sendable>(
    after cursor: Cursor?,
    _ fetch: (Kind, Cursor?) async throws(FeedError) -> Page<Element>
  ) async throws(FeedError) -> Page<Element> {
    var position = cursor
    for _ in 0..<mostRequests {
      let (kind, inner) = place(position)
      guard let kind else { break }
      let page = try await fetch(kind, inner)
      let next = page.next.map { going(on: kind, at: $0) } ?? following(kind)
      if !page.elements.isEmpty || next == nil { return Page(page.elements, next: next) }
      position = next
    }
    return Page([])
  }

  /// The kind, and where its list goes on; nil at its beginning.
  private static func place(_ cursor: Cursor?) -> (Kind?, Cursor?) {
    guard let cursor else { return (Array(Kind.allCases).first, nil) }
    let parts = cursor.rawValue.split(separator: " ", maxSplits: 1).map(String.init)
    return (
      parts.first.flatMap(Kind.init), parts.count > 1 ? Cursor(parts[1]) : nil
    )
  }

  private static func going(on kind: Kind, at inner: Cursor) -> Cursor {
    Cursor("\(kind.rawValue) \(inner.rawValue)")
  }

  private static func following(_ kind: Kind) -> Cursor? {
    let kinds = Array(Kind.allCases)
    return kinds.firstIndex(of: kind).flatMap { kinds.dropFirst($0 + 1).first }.map {
      Cursor($0.rawValue)
    }
  }
}
