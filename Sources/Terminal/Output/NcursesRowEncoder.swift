internal import CNcurses
internal import Glibc

/// An encoder of canvas rows as ncurses cells, with numbers of colours, links and characters.
@MainActor
struct NcursesRowEncoder {
  /// An error of encoding a screen row: ncurses' numbers for colours, links or characters are used
  /// up, so all rows must be encoded again with a new encoder.
  struct NcursesNumberTableFullError: Error {}

  private(set) var colourTable = NcursesColourAndLinkTable()
  var clusters = PrivateCharacterTable()
  /// True if the row encoder leaves out colours, links and characters without an ncurses number
  /// instead of throwing `NcursesNumberTableFullError`.
  var omitsUnnumbered = false
  /// True if the row encoder left out a colour, link or character because all numbers are used.
  private(set) var hasOmissions = false
  private let encoding: TextEncoding
  private let depth: ColourDepth
  /// True if the terminal draws the Arabic letters lam and alef in one column.
  private let joinsLetters: Bool
  private var templates: [StyleAndLink: cchar_t] = [:]
  /// The cache of encoded ncurses cells for characters beyond ASCII.
  private var forms: [PackedCharacter: [Form]] = [:]
  private static let formCapacity = 4096

  private typealias Form = (wchar_t, wchar_t, wchar_t, wchar_t, wchar_t)

  private struct StyleAndLink: Hashable {
    let style: PackedStyle
    let link: SafeWebLink?

    init(_ packedStyle: PackedStyle, link: SafeWebLink?) {
      style = packedStyle.replacingCharacterWidth(1)
      self.link = link
    }
  }

  init(encoding: TextEncoding, depth: ColourDepth, joinsLetters: Bool = false) {
    (self.encoding, self.depth, self.joinsLetters) = (encoding, depth, joinsLetters)
  }

  /// Returns the ncurses cells of a screen row; throws if ncurses' numbers for colours, links or
  /// characters are used up.
  mutating func ncursesRowCells(
    _ row: [Cell], number: Int, links: [Canvas.Link], columns: Int, painter: NcursesPainter
  ) throws(NcursesNumberTableFullError) -> [cchar_t] {
    var encoded: [cchar_t] = []
    encoded.reserveCapacity(columns)
    var shown: (packedStyle: PackedStyle, link: SafeWebLink?)?
    var template = cchar_t()
    for column in 0..<min(columns, row.count) {
      let cell = row[column]
      guard cell.width > 0 else { continue }
      let link = links.isEmpty ? nil : links.linkTarget(at: column)
      if shown?.packedStyle.hasSameStyleBesidesWidth(as: cell.packedStyle) != true
        || shown?.link != link
      {
        template = try self.templateCellForStyleAndLink(
          StyleAndLink(cell.packedStyle, link: link), painter)
        shown = (cell.packedStyle, link)
      }
      if cell.width == 2, column + 1 >= columns {
        encoded.append(template)
      } else {
        try appendEncodedCell(cell, template, onOddRow: !number.isMultiple(of: 2), to: &encoded)
      }
    }
    let blanks = max(0, columns - row.count)
    if blanks > 0 {
      let plain = try self.templateCellForStyleAndLink(
        StyleAndLink(Cell.blankCell().packedStyle, link: nil), painter)
      encoded += Array(repeating: plain, count: blanks)
    }
    return encoded
  }

  private mutating func templateCellForStyleAndLink(
    _ packedStyle: StyleAndLink, _ painter: NcursesPainter
  ) throws(NcursesNumberTableFullError) -> cchar_t {
    if let known = templates[packedStyle] { return known }
    let style = packedStyle.style.style
    guard let (number, new) = colourTable.colourPairNumber(for: style, link: packedStyle.link)
    else {
      try recordOmittedCellOrThrow()
      return NcursesPainter.blankTemplateCell(style.attributesToSend(at: depth), pair: 0)
    }
    if let new { painter.initializeColourPair(number, new) }
    let template = NcursesPainter.blankTemplateCell(
      style.attributesToSend(at: depth), pair: number)
    templates[packedStyle] = template
    return template
  }

  private mutating func appendEncodedCell(
    _ cell: Cell, _ template: cchar_t, onOddRow isOnOddRow: Bool, to encoded: inout [cchar_t]
  ) throws(NcursesNumberTableFullError) {
    var encodedCell = template
    if let byte = cell.glyph.ascii {
      encodedCell.chars.0 = wchar_t(byte)
      encoded.append(encodedCell)
      return
    }
    if let number = cell.pictureNumber {
      encodedCell.chars.0 = wchar_t(Cell.firstPictureScalar) + wchar_t(number)
      encoded.append(encodedCell)
      return
    }
    for form in try encodedCellCharacters(of: cell) {
      encodedCell.chars = form
      if isOnOddRow {
        encodedCell.chars.0 = wchar_t(
          PrivateCharacterTable.oddRowPrivateCharacter(for: UInt32(form.0)))
      }
      encoded.append(encodedCell)
    }
  }

  private mutating func encodedCellCharacters(of cell: Cell) throws(NcursesNumberTableFullError)
    -> [Form]
  {
    if let known = forms[cell.glyph] { return known }
    let found = try encodedClusterCharacters(of: CellCluster(cell))
    if forms.count >= Self.formCapacity { forms.removeAll(keepingCapacity: true) }
    forms[cell.glyph] = found
    return found
  }

  private mutating func encodedClusterCharacters(of cluster: CellCluster)
    throws(NcursesNumberTableFullError) -> [Form]
  {
    let scalars = cluster.character.unicodeScalars.map(\.value)
    guard let first = scalars.first else { return [] }
    if encoding == .ascii { return Self.asciiSubstituteCharacters(for: cluster) }
    // ncurses uses the C library's widths; it must not get a character for which ours differ.
    if cluster.isContested || (joinsLetters && cluster.joinsLam)
      || wcwidth(wchar_t(first)) != Int32(cluster.columns)
    {
      guard let standIn = clusters.evenRowPrivateCharacter(for: cluster) else {
        try recordOmittedCellOrThrow()
        return Self.asciiSubstituteCharacters(for: cluster)
      }
      return (0..<cluster.columns).map { (wchar_t(standIn) + wchar_t($0), 0, 0, 0, 0) }
    }
    let all = scalars.map { wchar_t($0) } + [0, 0, 0, 0]
    return [(all[0], all[1], all[2], all[3], all[4])]
  }

  private mutating func recordOmittedCellOrThrow() throws(NcursesNumberTableFullError) {
    guard omitsUnnumbered else { throw NcursesNumberTableFullError() }
    hasOmissions = true
  }

  private static func asciiSubstituteCharacters(for cluster: CellCluster) -> [Form] {
    AsciiSubstitute.asciiSubstituteText(for: cluster.character, columns: cluster.columns).utf8
      .prefix(cluster.columns).map { (wchar_t($0), 0, 0, 0, 0) }
  }
}

extension Cell {
  var isSequence: Bool { width == 2 && glyph.scalar == nil && CellCluster(self).isSequence }
}

extension CellCluster {
  fileprivate init(_ cell: Cell) { self.init(character: cell.character, columns: Int(cell.width)) }
}

extension [Canvas.Link] {
  fileprivate func linkTarget(at column: Int) -> SafeWebLink? {
    last { column >= $0.position.column && column < $0.position.column + $0.columns }?.target
  }
}

extension Style {
  /// Returns the text attributes of a style to send at a colour depth. Bold is left out of black
  /// text with sixteen colours, where it is often an unreadable grey.
  fileprivate func attributesToSend(at depth: ColourDepth) -> TextAttributes {
    guard depth == .ansi16,
      ColourSequenceParameters(foreground, depth: depth)
        == ColourSequenceParameters(.ansi(0), depth: depth)
    else { return attributes }
    return attributes.subtracting(.bold)
  }
}

/// A writer of the escape sequence that turns mlterm's reordering of right-to-left text off around
/// pictures, and on again. mlterm writes a row with Arabic or Hebrew from right to left, and joins
/// Indic letters into fewer columns, which would tear a picture in that row.
struct BidiSwitchAroundPictures {
  /// True if the terminal reorders right-to-left text, and can be told not to.
  let isSupported: Bool
  private(set) var isOff = false

  /// Creates the writer of the escape sequence; the sequence is supported only if the environment
  /// names mlterm.
  init(environment: [String: String]) {
    let term = environment["TERM"] ?? ""
    // A multiplexer within mlterm has a `TERM` of its own, and shows no pictures there.
    isSupported =
      term.hasPrefix("mlterm") || (environment["MLTERM"] != nil && term.hasPrefix("xterm"))
  }

  /// Returns the escape sequence that turns the terminal's reordering of right-to-left text off or
  /// on; empty if nothing changes.
  mutating func reorderingSwitchBytes(off: Bool) -> [UInt8] {
    guard isSupported, off != isOff else { return [] }
    isOff = off
    return Array("\u{1b}]5379;use_ctl=\(!off)\u{7}".utf8)
  }
}

/// A table of ncurses' numbers for colours and links. A link is part of the foreground colour, so
/// that it begins and ends with a colour, and moves with its text.
struct NcursesColourAndLinkTable {
  struct ColourAndLink: Hashable {
    let colour: Colour
    let link: SafeWebLink?
  }

  /// A colour pair of ncurses by the numbers of two colours; -1 is the terminal's default colour.
  struct ColourPair: Hashable {
    let foreground: Int
    let background: Int
  }

  /// Maximum number of foreground colours, and of background colours, in ncurses.
  static let capacity = 2048
  static let pairCapacity = 16384

  private(set) var foregrounds: [ColourAndLink] = []
  private(set) var backgrounds: [Colour] = []
  private var foregroundNumbers: [ColourAndLink: Int] = [:]
  private var backgroundNumbers: [Colour: Int] = [:]
  private var pairNumbers: [ColourPair: Int] = [:]

  /// Returns the ncurses number of a style's colour pair, and the pair's two colours if it is new;
  /// nil if the table is full.
  mutating func colourPairNumber(for style: Style, link: SafeWebLink?) -> (
    number: Int, new: ColourPair?
  )? {
    let linkedColour = ColourAndLink(colour: style.foreground, link: link)
    let isPlain = linkedColour.colour == .standard && link == nil
    guard let foreground = isPlain ? -1 : foundOrAllottedForegroundNumber(of: linkedColour),
      let background = style.background == .standard
        ? -1 : foundOrAllottedBackgroundNumber(of: style.background)
    else { return nil }
    let pair = ColourPair(foreground: foreground, background: background)
    if foreground < 0, background < 0 { return (0, nil) }
    if let known = pairNumbers[pair] { return (known, nil) }
    let number = pairNumbers.count + 1
    guard number < Self.pairCapacity else { return nil }
    pairNumbers[pair] = number
    return (number, pair)
  }

  /// Returns ncurses' number for a foreground colour with its link, which is added to the table if
  /// new; nil if the table is full.
  private mutating func foundOrAllottedForegroundNumber(of linkedColour: ColourAndLink) -> Int? {
    if let known = foregroundNumbers[linkedColour] { return known }
    guard foregrounds.count < Self.capacity else { return nil }
    foregrounds.append(linkedColour)
    foregroundNumbers[linkedColour] = foregrounds.count - 1
    return foregrounds.count - 1
  }

  /// Returns ncurses' number for a background colour, which is added to the table if new; nil if
  /// the table is full.
  private mutating func foundOrAllottedBackgroundNumber(of colour: Colour) -> Int? {
    if let known = backgroundNumbers[colour] { return known }
    guard backgrounds.count < Self.capacity else { return nil }
    backgrounds.append(colour)
    backgroundNumbers[colour] = backgrounds.count - 1
    return backgrounds.count - 1
  }
}
