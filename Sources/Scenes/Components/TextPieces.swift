/// The string form of a long text in chunks, so that a key press rewrites one chunk instead of the
/// whole text.
struct TextPieces {
  /// The maximum number of characters in a chunk.
  static let size = 2_048

  private struct Piece {
    let count: Int
    let text: String
  }

  private var pieces: [Piece]
  /// The total number of characters written into chunks, for performance tests.
  private(set) var written = 0

  init(_ characters: [Character]) {
    pieces = []
    replace(0..<0, with: characters.count, in: characters)
  }

  var text: String { pieces.lazy.map(\.text).joined() }

  /// Updates the chunks after range was replaced with count characters. characters is the new text.
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
