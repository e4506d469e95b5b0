internal import FeedDomain

/// Lays out text in lines and paragraphs: blanks become one, and breaks none too many.
struct HTMLFlow {
  /// A growing run, in bytes, as growing a text would copy it.
  private struct Piece {
    var bytes: [UInt8]
    var kind: RichText.Run.Kind

    var text: String { String(decoding: bytes, as: UTF8.self) }
  }

  private var pieces: [Piece] = []
  /// The beginning of every line: marks of quotes and lists.
  var margin = ""

  private var breaks = 0
  private var needsBlank = false
  private var isAtLineStart = true
  private var mayJoin = false
  /// The beginning of the next line if it is not the margin.
  private var bullet: String?

  var runs: [RichText.Run] { pieces.map { RichText.Run($0.text, $0.kind) } }

  mutating func mark() -> Int {
    mayJoin = false
    return pieces.count
  }

  /// Asks for at least that many line ends before the next text.
  mutating func end(lines: Int) {
    guard lines > 0 else { return }
    breaks = max(breaks, lines)
    needsBlank = false
  }

  /// Ends the line, whether or not it was ended before.
  mutating func breakLine() {
    breaks += 1
    needsBlank = false
  }

  /// Begins a list item, whose first line begins with its bullet.
  mutating func begin(item bullet: String) {
    end(lines: 1)
    self.bullet = margin + bullet
  }

  /// Adds text whose blanks count as one.
  mutating func add(_ text: [UInt8], _ kind: RichText.Run.Kind) {
    var rest = text[...]
    while !rest.isEmpty {
      let word = rest.prefix { !$0.isHTMLBlank }
      if !word.isEmpty { append(word, kind) }
      rest = rest[word.endIndex...]
      let next = rest.firstIndex { !$0.isHTMLBlank } ?? rest.endIndex
      if next > rest.startIndex { needsBlank = true }
      rest = rest[next...]
    }
  }

  /// Adds text as it stands.
  mutating func add(preformatted text: [UInt8], _ kind: RichText.Run.Kind) {
    let lines = text.split(separator: 0x0a, omittingEmptySubsequences: false)
    for (number, line) in lines.enumerated() {
      if number > 0 { breakLine() }
      if !line.isEmpty { append(line, kind) }
    }
  }

  /// Sets the kind of the runs from a place on, by their text.
  mutating func rename(from place: Int, _ kind: (String) -> RichText.Run.Kind?) {
    mayJoin = false
    guard place < pieces.count else { return }
    let text = pieces[place...].map(\.text).joined()
    guard let kind = kind(text.trimmingBlanks) else { return }
    for index in place..<pieces.count where pieces[index].kind != .plain {
      pieces[index].kind = kind
    }
  }

  private mutating func append(_ bytes: ArraySlice<UInt8>, _ kind: RichText.Run.Kind) {
    startLine()
    if needsBlank, !isAtLineStart {
      // Between a word and a link the blank belongs to neither.
      join([0x20], mayJoin && pieces.last?.kind == kind ? kind : .plain)
    }
    join(bytes, kind)
    needsBlank = false
    isAtLineStart = false
  }

  private mutating func startLine() {
    if breaks > 0, !pieces.isEmpty {
      // More than one empty line says nothing more.
      join([0x0a], .plain)
      if breaks > 1 { join(Array((margin.trimmingBlanks + "\n").utf8)[...], .plain) }
      isAtLineStart = true
    }
    breaks = 0
    guard isAtLineStart else { return }
    needsBlank = false
    join(Array((bullet ?? margin).utf8)[...], .plain)
    bullet = nil
  }

  private mutating func join(_ bytes: ArraySlice<UInt8>, _ kind: RichText.Run.Kind) {
    guard !bytes.isEmpty else { return }
    if let last = pieces.indices.last, pieces[last].kind == kind, mayJoin || kind == .plain {
      pieces[last].bytes += bytes
    } else {
      pieces.append(Piece(bytes: Array(bytes), kind: kind))
    }
    mayJoin = true
  }
}
