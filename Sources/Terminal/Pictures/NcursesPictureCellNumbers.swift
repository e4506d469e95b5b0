/// A table of ncurses' numbers for picture cells. Each visible cell has its own, so that ncurses
/// finds changes, moves and scrolling. A picture gets new numbers when the content of its cells
/// changes, or when pixels over them must be drawn again.
struct NcursesPictureCellNumbers {
  /// A key of a run of picture cell numbers: the picture, the kind of its content and, if pixels
  /// depend on the position, the position.
  struct NcursesCellNumberRunKey: Hashable {
    let picture: Picture
    let content: PictureCellContent.PictureCellContentKind
    /// The screen position of the picture, to which its cell numbers are bound; nil if they are
    /// valid at any position.
    let origin: CellPosition?
  }

  /// A run of successive numbers by which ncurses knows the cells of a picture, one number a cell.
  struct NcursesCellNumberRun {
    let key: NcursesCellNumberRunKey
    let content: PictureCellContent
    let numbers: Range<Int>
    fileprivate var isUsed = true

    func ncursesCellNumber(row: Int, column: Int) -> Int {
      numbers.lowerBound + row * key.picture.cells.columns + column
    }

    func cellPosition(of number: Int) -> CellPosition {
      let (row, column) = (number - numbers.lowerBound).quotientAndRemainder(
        dividingBy: key.picture.cells.columns)
      return CellPosition(row: row, column: column)
    }
  }

  private var slots: [NcursesCellNumberRun] = []
  private var indices: [NcursesCellNumberRunKey: Int] = [:]
  private var nextNumber = 0

  /// Returns the run of cell numbers for a picture, added to the table if new; nil if too many
  /// numbers are in use.
  mutating func ncursesCellNumberRun(
    _ picture: Picture, _ content: PictureCellContent, at origin: CellPosition?
  ) -> NcursesCellNumberRun? {
    let key = NcursesCellNumberRunKey(picture: picture, content: content.kind, origin: origin)
    if let known = indices[key] {
      slots[known].isUsed = true
      return slots[known]
    }
    let count = picture.cells.rows * picture.cells.columns
    guard let start = firstFreeCellNumber(count) else { return nil }
    nextNumber = start + count
    let slot = NcursesCellNumberRun(key: key, content: content, numbers: start..<nextNumber)
    indices[key] = slots.count
    slots.append(slot)
    return slot
  }

  func ncursesCellNumberRun(of number: Int) -> NcursesCellNumberRun? {
    slots.first { $0.numbers.contains(number) }
  }

  /// Ends a frame: removes the cell numbers of pictures that were not drawn in it.
  mutating func removeUnusedCellNumbers() {
    slots.removeAll { !$0.isUsed }
    for index in slots.indices { slots[index].isUsed = false }
    indices = Dictionary(uniqueKeysWithValues: slots.enumerated().map { ($1.key, $0) })
  }

  /// Returns the first of `count` successive free picture cell numbers; nil if there are not
  /// enough. The search begins behind the last ones, since numbers just freed can be in a frame
  /// that is being written.
  private func firstFreeCellNumber(_ count: Int) -> Int? {
    guard count > 0, count <= Cell.pictureNumbers else { return nil }
    for start in [nextNumber, 0] {
      var candidate = start
      while candidate + count <= Cell.pictureNumbers {
        let wanted = candidate..<(candidate + count)
        guard let taken = slots.first(where: { $0.numbers.overlaps(wanted) }) else {
          return candidate
        }
        candidate = taken.numbers.upperBound
      }
    }
    return nil
  }
}

/// A record of the terminal's current colours while picture cells are written.
struct CurrentCellColours: Equatable {
  var foreground = PictureColour.standard
  var background = PictureColour.standard

  /// The escape sequence that resets the colours after picture cells.
  static let end = Array("\u{1b}[m".utf8)
}

extension NcursesPictureCellNumbers.NcursesCellNumberRun {
  /// Appends the bytes that draw the picture cell with a number to the output, with changes of the
  /// colours where necessary.
  func appendPictureCellOutput(
    _ number: Int, colours: inout CurrentCellColours?, to output: inout [UInt8]
  ) {
    let cell = cellPosition(of: number)
    switch content {
    case .flat(let colour):
      appendColourChangeSequences(&colours, background: colour, to: &output)
      output.append(0x20)
    case .symbols(let glyphs):
      let glyph = glyphs[number - numbers.lowerBound]
      // A blank shows only its background.
      let foreground = glyph.character == " " ? nil : glyph.foreground
      appendColourChangeSequences(
        &colours, foreground: foreground, background: glyph.background, to: &output)
      output.append(contentsOf: UTF8.encode(glyph.character) ?? UTF8.encode(" ")!)
    case .placeholders(let number):
      appendColourChangeSequences(
        &colours, foreground: number.colour, background: .standard, to: &output)
      KittyPlaceholder.appendPlaceholder(row: cell.row, column: cell.column, to: &output)
    }
  }

  private func appendColourChangeSequences(
    _ colours: inout CurrentCellColours?, foreground: PictureColour? = nil,
    background: PictureColour, to output: inout [UInt8]
  ) {
    var now = colours ?? CurrentCellColours()
    var parameters: [UInt8] = []
    if let foreground, foreground != now.foreground {
      foreground.appendColourParameters(asForeground: true, to: &parameters)
      now.foreground = foreground
    }
    if background != now.background {
      if !parameters.isEmpty { parameters.append(0x3b) }
      background.appendColourParameters(asForeground: false, to: &parameters)
      now.background = background
    }
    colours = now
    guard !parameters.isEmpty else { return }
    output.append(contentsOf: [0x1b, 0x5b])
    output.append(contentsOf: parameters)
    output.append(0x6d)
  }
}
