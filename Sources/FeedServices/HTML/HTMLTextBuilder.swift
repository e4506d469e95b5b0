internal import FeedDomain

/// A builder that assembles the text of an HTML document in lines and paragraphs: successive blanks
/// become one, and successive line ends are limited.
struct HTMLTextBuilder {
  /// A run of an HTML document's text that still grows; stored as bytes, as appending to a text
  /// would copy it.
  private struct GrowingTextRun {
    var bytes: [UInt8]
    var kind: RichText.RichTextRun.RichTextRunKind

    var text: String { String(decoding: bytes, as: UTF8.self) }
  }

  /// Maximum number of runs in the text of an HTML document; the rest of the text is cut, as runs
  /// take more memory than their text.
  private static let mostPieces = 100_000
  private var textRuns: [GrowingTextRun] = []
  /// The prefix (marks of quotations and lists) with which every line of the HTML document's text
  /// begins at present.
  var margin = ""

  /// The prefix (marks of quotations and lists) that the last line of the HTML document's text has.
  private var lastMargin = ""

  private var breaks = 0
  private var needsBlank = false
  private var isAtLineStart = true
  private var mayJoin = false
  /// The width in columns of the current line of preformatted HTML text so far, from which tabs are
  /// computed.
  private var column = 0
  /// The bullet or number with which the next line of the HTML document's text begins; nil if the
  /// line begins no list item.
  private var bullet: String?

  var runs: [RichText.RichTextRun] { textRuns.map { RichText.RichTextRun($0.text, $0.kind) } }

  mutating func beginRunReturningIndex() -> Int {
    mayJoin = false
    return textRuns.count
  }

  /// Makes at least `lines` line ends precede the text of the HTML document that is added next.
  mutating func requireLineEndsBeforeNextText(atLeast lines: Int) {
    // The first paragraph of an item stands behind its bullet.
    guard lines > 0, bullet == nil else { return }
    breaks = max(breaks, lines)
    needsBlank = false
  }

  /// Adds a line end to the text of the HTML, even if the line is empty.
  mutating func breakLine() {
    breaks += 1
    needsBlank = false
  }

  /// Begins an item of an HTML list; the item's first line begins with the bullet or number.
  mutating func beginListItem(withBullet bullet: String, isFirst: Bool) {
    self.bullet = nil
    requireLineEndsBeforeNextText(atLeast: 1)
    if !isFirst { breaks = min(breaks, 1) }
    self.bullet = margin + bullet
  }

  /// Adds text of an HTML document, in which successive blanks count as one.
  mutating func addText(_ text: [UInt8], _ kind: RichText.RichTextRun.RichTextRunKind) {
    var rest = text[...]
    while !rest.isEmpty {
      let word = rest.prefix { !$0.isHTMLBlank }
      if !word.isEmpty { appendBytes(word, kind) }
      rest = rest[word.endIndex...]
      let next = rest.firstIndex { !$0.isHTMLBlank } ?? rest.endIndex
      if next > rest.startIndex { needsBlank = true }
      rest = rest[next...]
    }
  }

  /// Adds a separator between two texts in a line of the HTML document's text, as between two cells
  /// of a table. At the beginning of a line the separator is added only if `isKeptAtLineStart` is
  /// true.
  mutating func addSeparator(_ sign: String, isKeptAtLineStart: Bool) {
    guard isKeptAtLineStart || (!isAtLineStart && breaks == 0) else { return }
    needsBlank = true
    appendBytes(Array(sign.utf8)[...], .cellSeparator)
    needsBlank = true
  }

  /// Makes a blank precede the text of the HTML document that is added next; the blank is left out
  /// at the beginning of a line.
  mutating func requireSpaceBeforeNextText() { needsBlank = true }

  /// Adds preformatted text of an HTML document unchanged, with blanks in place of tabs.
  mutating func addPreformattedText(_ text: [UInt8], _ kind: RichText.RichTextRun.RichTextRunKind) {
    let lines = text.split(separator: 0x0a, omittingEmptySubsequences: false)
    for (number, line) in lines.enumerated() {
      if number > 0 { breakLine() }
      let text = expandingTabs(line.last == 0x0d ? line.dropLast() : line)
      if !text.isEmpty { appendBytes(text[...], kind) }
    }
  }

  /// Returns a line of preformatted text with each tab replaced by blanks up to the next multiple
  /// of eight columns.
  private mutating func expandingTabs(_ line: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    if breaks > 0 || isAtLineStart { column = 0 }
    var text: [UInt8] = []
    text.reserveCapacity(line.count)
    for byte in line {
      if byte == 0x09 {
        let width = 8 - column % 8
        text += [UInt8](repeating: 0x20, count: width)
        column += width
      } else {
        text.append(byte)
        // Continuation bytes of UTF-8 take no column.
        if byte & 0xc0 != 0x80 { column += 1 }
      }
    }
    return text[...]
  }

  /// Changes the kind of the runs of an HTML document's text from an index on. `kind` returns the
  /// new kind, such as mention, for the runs' joined text, nil for no change; plain runs stay
  /// plain.
  mutating func changeRunKindsFromIndex(
    from place: Int, _ kind: (String) -> RichText.RichTextRun.RichTextRunKind?
  ) {
    mayJoin = false
    guard place < textRuns.count else { return }
    let text = textRuns[place...].map(\.text).joined()
    guard let kind = kind(text.trimmingBlanks) else { return }
    for index in place..<textRuns.count where textRuns[index].kind != .plain {
      textRuns[index].kind = kind
    }
  }

  private mutating func appendBytes(
    _ bytes: ArraySlice<UInt8>, _ kind: RichText.RichTextRun.RichTextRunKind
  ) {
    appendPendingLineEnds()
    if needsBlank, !isAtLineStart {
      // The blank between a word and a link belongs to neither.
      appendToRuns([0x20], mayJoin && textRuns.last?.kind == kind ? kind : .plain)
    }
    appendToRuns(bytes, kind)
    needsBlank = false
    isAtLineStart = false
  }

  private mutating func appendPendingLineEnds() {
    if breaks > 0, !textRuns.isEmpty {
      // Two or more empty lines are shown as one.
      appendToRuns([0x0a], .plain)
      if breaks > 1 {
        // The empty line before a quote is not part of the quote, nor that of a list before it.
        let shared = String(zip(margin, lastMargin).prefix { $0 == $1 }.map(\.0))
        appendToRuns(Array((shared.trimmingBlanks + "\n").utf8)[...], .plain)
      }
      isAtLineStart = true
    }
    breaks = 0
    guard isAtLineStart else { return }
    needsBlank = false
    appendToRuns(Array((bullet ?? margin).utf8)[...], .plain)
    (bullet, lastMargin) = (nil, margin)
  }

  private mutating func appendToRuns(
    _ bytes: ArraySlice<UInt8>, _ kind: RichText.RichTextRun.RichTextRunKind
  ) {
    guard !bytes.isEmpty, textRuns.count < Self.mostPieces else { return }
    if let last = textRuns.indices.last, textRuns[last].kind == kind, mayJoin || kind == .plain {
      textRuns[last].bytes += bytes
    } else {
      textRuns.append(GrowingTextRun(bytes: Array(bytes), kind: kind))
    }
    mayJoin = true
  }
}
