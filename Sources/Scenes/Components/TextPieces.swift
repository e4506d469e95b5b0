/// A text of many characters in pieces, so that a key in a long one has a piece of it written anew, and
/// not all.
struct TextPieces {
  /// How many characters a piece has at most.
  static let size = 2_048

  private struct Piece {
    let count: Int
    let text: String
  }

  private var pieces: [Piece]
  /// How many characters were written into pieces so far.
  private(set) var written = 0

  init(_ characters: [Character]) {
    pieces = []
    replace(0..<0, with: characters.count, in: characters)
  }

  /// The text, whole.
  var text: String { pieces.lazy.map(\.text).joined() }

  /// So many characters took the place of these; the text has them by now.
  mutating func replace(_ range: Range<Int>, with count: Int, in characters: [Character]) {
    var (first, start) = (0, 0)
    while first < pieces.count - 1, start + pieces[first].count <= range.lowerBound {
      start += pieces[first].count
      first += 1
    }
    var (last, end) = (first, start)
    while last < pieces.count, last == first || end < range.upperBound {
      end += pieces[last].count
      last += 1
    }
    let changed = start..<(end + count - range.count)
    let new = stride(from: changed.lowerBound, to: changed.upperBound, by: Self.size).map { place in
      let part = characters[place..<Swift.min(place + Self.size, changed.upperBound)]
      return Piece(count: part.count, text: String(part))
    }
    pieces.replaceSubrange(first..<last, with: new)
    written += changed.count
  }
}
