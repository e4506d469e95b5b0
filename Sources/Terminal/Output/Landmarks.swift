/// Blanks that can be written again without changing anything on the screen.
///
/// A multiplexer moves the cursor of the terminal behind it by columns, counted from where it
/// believes the cursor to be. Where the two disagree about the width of a character, the rest of
/// the row is shifted. To reach the first column of another row it does not count but says where
/// that is. So one of these is written after such a character, and the two agree again.
struct Landmarks {
  private var forEvenRows: [UInt8] = []
  private var forOddRows: [UInt8] = []

  /// The landmarks of a frame, as far as it has any.
  init(_ rows: ShownRows, size: CellSize, depth: ColourDepth) {
    for row in 0..<size.rows {
      guard row.isMultiple(of: 2) ? forOddRows.isEmpty : forEvenRows.isEmpty,
        let bytes = Self.bytes(rows, row: row, depth)
      else { continue }
      if row.isMultiple(of: 2) { forOddRows = bytes } else { forEvenRows = bytes }
    }
  }

  /// What is written on leaving a row; nothing where there is no landmark.
  func bytes(fromOddRow isOdd: Bool) -> [UInt8] { isOdd ? forOddRows : forEvenRows }

  private static func bytes(_ rows: ShownRows, row: Int, _ depth: ColourDepth) -> [UInt8]? {
    let cell = rows.cells(row).first ?? .blank()
    let style = cell.style
    guard cell.isBlank, style.attributes.isEmpty,
      !rows.links(row).contains(where: { $0.position.column <= 0 })
    else { return nil }
    let colours = [
      ColourCode(style.foreground, depth: depth).foreground,
      ColourCode(style.background, depth: depth).background,
    ].compactMap(\.self)
    return Array(
      "\u{1b}[\(row + 1);1H\u{1b}[\((["0"] + colours).joined(separator: ";"))m ".utf8)
  }
}
