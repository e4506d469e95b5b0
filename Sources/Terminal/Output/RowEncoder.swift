internal import CNcurses
internal import Glibc

/// Turns rows of a canvas into what ncurses takes, and remembers the numbers of colours, links and
/// stand-ins it gave out meanwhile.
@MainActor struct RowEncoder {
  /// What ran out of numbers; everything has to be painted anew with a fresh encoder.
  struct Full: Error {}

  private(set) var inks = InkTable()
  private(set) var clusters = ClusterTable()
  private let encoding: TextEncoding
  private var templates: [Look: cchar_t] = [:]

  private struct Look: Hashable {
    let style: Style
    let link: Hyperlink?
  }

  init(encoding: TextEncoding) { self.encoding = encoding }

  mutating func encode(
    _ row: [Cell], links: [Canvas.Link], columns: Int, painter: NcursesPainter
  ) throws(Full) -> [cchar_t] {
    var encoded: [cchar_t] = []
    encoded.reserveCapacity(columns)
    var shown: (look: PackedStyle, link: Hyperlink?)?
    var template = cchar_t()
    for column in 0..<min(columns, row.count) {
      let cell = row[column]
      guard cell.width > 0 else { continue }
      let link = links.isEmpty ? nil : links.last { $0.covers(column) }?.target
      if shown?.look.hasStyle(of: cell.look) != true || shown?.link != link {
        template = try self.template(Look(style: cell.style, link: link), painter)
        shown = (cell.look, link)
      }
      if cell.width == 2, column + 1 >= columns {
        encoded.append(template)
      } else {
        try append(cell, template, to: &encoded)
      }
    }
    let blanks = max(0, columns - row.count)
    if blanks > 0 {
      let plain = try self.template(Look(style: .plain, link: nil), painter)
      encoded += Array(repeating: plain, count: blanks)
    }
    return encoded
  }
}

extension RowEncoder {
  private mutating func template(
    _ look: Look, _ painter: NcursesPainter
  ) throws(Full) -> cchar_t {
    if let known = templates[look] { return known }
    guard let (number, new) = inks.pair(look.style, link: look.link) else { throw Full() }
    if let new { painter.define(number, new) }
    let template = NcursesPainter.cell(look.style.attributes, pair: number)
    templates[look] = template
    return template
  }

  private mutating func append(
    _ cell: Cell, _ template: cchar_t, to encoded: inout [cchar_t]
  ) throws(Full) {
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
    let character = cell.character
    let scalars = character.unicodeScalars
    guard let first = scalars.first else { return }
    if encoding == .ascii {
      let text = AsciiSubstitute.text(for: character, columns: Int(cell.width))
      for byte in text.utf8.prefix(Int(cell.width)) {
        encodedCell.chars.0 = wchar_t(byte)
        encoded.append(encodedCell)
      }
      return
    }
    let cluster = CellCluster(character: character, columns: Int(cell.width))
    // The C library is ncurses' measure; where ours differs, ncurses must not see the character.
    if cluster.isContested || wcwidth(wchar_t(first.value)) != Int32(cell.width) {
      guard let standIn = clusters.standIn(for: cluster) else { throw Full() }
      for half in 0..<UInt32(cell.width) {
        encodedCell.chars.0 = wchar_t(standIn + half)
        encoded.append(encodedCell)
      }
      return
    }
    withUnsafeMutableBytes(of: &encodedCell.chars) { bytes in
      let characters = bytes.assumingMemoryBound(to: wchar_t.self)
      for (index, scalar) in scalars.prefix(characters.count).enumerated() {
        characters[index] = wchar_t(scalar.value)
      }
    }
    encoded.append(encodedCell)
  }
}

extension Canvas.Link {
  fileprivate func covers(_ column: Int) -> Bool {
    column >= position.column && column < position.column + columns
  }
}
