internal import FeedDomain
internal import Groundwork

/// A position within a page of a service that is much longer than requested, as some servers send a
/// whole list at once. The page is shown in parts; for each part the page is fetched again, and the
/// cursor names the last element shown.
struct PositionInLongPage: Sendable {
  /// Maximum number of elements in a part of a long page, ten times as many as are requested.
  static let maximumPartLength = 400
  /// The first character of a cursor into a long page, unlike that of a service's own cursor.
  private static let cursorPrefix: Character = "#"

  /// The service's own cursor of the long page; nil if the long page is the list's first one.
  let longPageCursor: Cursor?
  /// The number of the long page's elements that were shown, and the encoded id of the last one;
  /// nil before the first part.
  private let shownPart: (count: Int, last: Substring)?

  /// Creates a position in a long page from a cursor into the page, or from the service's own
  /// cursor, which means the beginning of the page.
  init(_ cursor: Cursor?) {
    guard let text = cursor?.rawValue, text.first == Self.cursorPrefix,
      let dot = text.firstIndex(of: "."), let count = Int(text[..<dot].dropFirst()), count > 0
    else {
      (longPageCursor, shownPart) = (cursor, nil)
      return
    }
    shownPart = (count, text[dot...].dropFirst().prefix { $0 != " " })
    longPageCursor = text.firstIndex(of: " ").map { Cursor(String(text[text.index(after: $0)...])) }
  }

  /// Returns the next part of a long page to show, and the cursor behind it; `name` returns the id
  /// of an element.
  func nextShownPartOfLongPage<Element>(
    of page: [Element], next: Cursor?, _ name: (Element) -> String
  ) -> (elements: [Element], next: Cursor?) {
    guard page.count > Self.maximumPartLength || shownPart != nil else { return (page, next) }
    var seen: Set<String> = []
    let unique = page.filter { seen.insert(name($0)).inserted }
    let start = shownPart.map { resumeIndex(in: unique.map(name), after: $0) } ?? 0
    let rest = unique[min(start, unique.count)...]
    guard rest.count > Self.maximumPartLength, let end = rest.prefix(Self.maximumPartLength).last
    else {
      return (Array(rest), next)
    }
    let way = longPageCursor.map { " \($0.rawValue)" } ?? ""
    return (
      Array(rest.prefix(Self.maximumPartLength)),
      Cursor(
        "\(Self.cursorPrefix)\(start + Self.maximumPartLength).\(Self.encodedElementID(name(end)))\(way)"
      )
    )
  }

  private func resumeIndex(in names: [String], after shown: (count: Int, last: Substring)) -> Int {
    if let place = names.firstIndex(where: { Self.encodedElementID($0) == shown.last }) {
      return place + 1
    }
    // The last element shown is gone, and earlier ones may be: some elements are repeated rather
    // than one skipped.
    return max(0, shown.count - Self.maximumPartLength / 10)
  }

  private static func encodedElementID(_ name: String) -> String {
    Base64.urlSafeBase64(Array(name.utf8))
  }
}

extension FeedPage {
  /// Removes the uppermost entries of this page of a stream beyond the maximum number of entries. A
  /// page with removed entries is marked as not reaching the stream's newest entry.
  mutating func removeTopEntriesBeyondMaximum() {
    guard entries.count > PositionInLongPage.maximumPartLength else { return }
    entries = entries.suffix(PositionInLongPage.maximumPartLength)
    hasNewer = true
  }
}
