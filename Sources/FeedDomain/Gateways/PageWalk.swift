/// The walk through the pages of a list: pages of some services overlap, and those of others lead back
/// to where the walk was.
package struct PageWalk: Sendable {
  /// So many pages in a row may have nothing new before the walk ends.
  private static let mostPagesWithoutNews = 8

  private var asked: Set<Cursor>
  private var withoutNews = 0

  /// Whether the walk ended because pages lead on with nothing new on them.
  package var isTired: Bool { withoutNews >= Self.mostPagesWithoutNews }

  /// A walk that begins at that cursor; nil at the top.
  package init(from start: Cursor? = nil) { asked = start.map { [$0] } ?? [] }

  /// The cursor to go on with after a page that leads to `next`; nil where nothing more is to be had.
  package mutating func step(to next: Cursor?, foundNew: Bool) -> Cursor? {
    withoutNews = foundNew ? 0 : withoutNews + 1
    guard let next, !isTired, asked.insert(next).inserted else {
      return nil
    }
    return next
  }

  /// Asks for the page after a cursor, and for those after it until one has something new.
  ///
  /// The page that is returned has what is new on the last one asked for, and leads on from there.
  package static func page<Element: Sendable>(
    after start: Cursor?, isNew: @Sendable (Element) -> Bool,
    ask: @Sendable (Cursor?) async throws(FeedError) -> Page<Element>
  ) async throws(FeedError) -> Page<Element> {
    var walk = PageWalk(from: start)
    var cursor = start
    while true {
      let page = try await ask(cursor)
      let foundNew = page.elements.contains(where: isNew)
      let next = walk.step(to: page.next, foundNew: foundNew)
      guard !foundNew, let next else { return Page(page.elements, next: next) }
      cursor = next
    }
  }
}
