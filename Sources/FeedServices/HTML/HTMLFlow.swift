internal import FeedDomain

/// Lays text out in lines and paragraphs: blanks become one, breaks none too many.
struct HTMLFlow {
  /// A run that is still growing: bytes, because growing a text would copy it.
  private struct Piece {
    var bytes: [UInt8]
    var kind: RichText.Run.Kind

    var text: String { String(decoding: bytes, as: UTF8.self) }
  }

  private var pieces: [Piece] = []
  /// What every line begins with: marks of quotes and lists.
  var margin = ""

  private var breaks = 0
  private var needsBlank = false
  private var isAtLineStart = true
  private var mayJoin = false
  /// What the next line begins with, where that is not the margin.
  private var bullet: String?

  /// What has been laid out.
  var runs: [RichText.Run] { pieces.map { RichText.Run($0.text, $0.kind) } }

  /// How many runs there are; the next text begins a new one.
  mutating func mark() -> Int {
    mayJoin = false
    return pieces.count
  }

  /// Asks for at least so many line ends before the next text.
  mutating func end(lines: Int) {
    guard lines > 0 else { return }
    breaks = max(breaks, lines)
    needsBlank = false
  }

  /// Ends the line, however many were ended before.
  mutating func breakLine() {
    breaks += 1
    needsBlank = false
  }

  /// Begins an item of a list, whose first line begins with its bullet and no other margin.
  mutating func begin(item bullet: String) {
    end(lines: 1)
    self.bullet = margin + bullet
  }

  /// Adds text in which blanks count as one.
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

  /// Gives the runs from that place on the kind that belongs to their text.
  mutating func rename(from place: Int, _ kind: (String) -> RichText.Run.Kind?) {
    mayJoin = false
    guard place < pieces.count else { return }
    let text = pieces[place...].map(\.text).joined()
    guard let kind = kind(text.trimmingBlanks) else { return }
    for index in place..<pieces.count where pieces[index].kind != .plain {
      pieces[index].kind = kind
    }
  }
}

extension HTMLFlow {
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
