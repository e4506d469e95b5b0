internal import FeedDomain
internal import Groundwork

/// Which pages of a list one has come by on the way down, as far as its cursors remember them.
///
/// Some servers lead in a circle, or give the same page whatever they are asked for: whoever is sent
/// where they have been, or is given what they were given, has reached the end. The trail travels in
/// the cursor, so that it is there after a restart, and whoever asks twice is answered twice.
struct PageTrail: Sendable {
  /// How many marks are remembered: two for each of fifty pages.
  private static let longest = 100
  /// How many characters one has.
  private static let width = 7
  /// What a cursor with a trail begins with.
  private static let sign: Character = "@"

  /// Where the service goes on; nil at the top.
  let position: Cursor?
  private let marks: [Substring]

  /// Reads a cursor that was made here; one of the service's own has no trail yet.
  init(_ cursor: Cursor?) {
    guard let text = cursor?.rawValue, text.first == Self.sign,
      let end = text.firstIndex(of: " ")
    else {
      position = cursor
      marks = []
      return
    }
    position = Cursor(String(text[text.index(after: end)...]))
    marks = Self.parts(of: text.dropFirst().prefix { $0 != " " })
  }

  /// The cursor below a page of those elements, after which the service goes on there; nil where
  /// that leads back.
  func cursor(after elements: [String], _ next: Cursor?) -> Cursor? {
    guard let next else { return nil }
    let place = Self.mark("at \(next.rawValue)")
    // A page of which nothing is shown says nothing of where one is.
    let content = elements.isEmpty ? nil : Self.mark("of \(elements.joined(separator: "\n"))")
    guard !marks.contains(place), content.map({ !marks.contains($0) }) ?? true else { return nil }
    let trail = (marks + [content, place].compactMap { $0 }).suffix(Self.longest)
    return Cursor("\(Self.sign)\(trail.joined()) \(next.rawValue)")
  }

  private static func parts(of text: Substring) -> [Substring] {
    var rest = text
    var parts: [Substring] = []
    while !rest.isEmpty {
      parts.append(rest.prefix(width))
      rest = rest.dropFirst(width)
    }
    return parts
  }

  /// Forty bits that stand for the text (FNV-1a, mixed once more).
  private static func mark(_ text: String) -> Substring {
    var hash: UInt64 = 0xcbf2_9ce4_8422_2325
    for byte in text.utf8 { hash = (hash ^ UInt64(byte)) &* 0x0000_0100_0000_01b3 }
    hash = (hash ^ hash >> 33) &* 0xff51_afd7_ed55_8ccd
    hash ^= hash >> 33
    return Base64.url((0..<5).map { UInt8(truncatingIfNeeded: hash >> (8 * $0)) })[...]
  }
}
