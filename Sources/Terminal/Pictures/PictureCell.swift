/// Cells that belong to a picture hold a private character of plane 16, which `SafeText` cannot
/// contain.
///
/// On a canvas the number is that of the placement, so that whatever is written over the cell
/// covers the picture, and cells need not be larger. What is painted has the number of a stand-in
/// instead, one for each cell of each picture, from which the translation makes what the terminal
/// is sent.
extension Cell {
  /// How many numbers there are.
  static let pictureNumbers = 0xfffd
  /// The number of a blank that is written where a picture was.
  static let noPicture = 0xfffd
  /// The private character with number 0.
  static let firstPictureScalar: UInt32 = 0x10_0000

  /// The cell of a picture with that number; nil where there are no more numbers.
  static func picture(_ number: Int) -> Cell? {
    guard (0..<pictureNumbers).contains(number),
      let scalar = Unicode.Scalar(firstPictureScalar + UInt32(number))
    else { return nil }
    return Cell(glyph: Glyph(scalar: scalar), look: PackedStyle(.plain, columns: 1))
  }

  /// Its number, where it belongs to a picture.
  var pictureNumber: Int? {
    guard let scalar = glyph.scalar, scalar >= Self.firstPictureScalar else { return nil }
    return Int(scalar - Self.firstPictureScalar)
  }

  /// The end of the run of equal cells that begins there.
  static func endOfRun(in cells: [Cell], from start: Int) -> Int {
    var end = start + 1
    while end < cells.count, cells[end] == cells[start] { end += 1 }
    return end
  }

  /// Turns the columns into cells of a picture, numbered upwards; into blanks where there is no
  /// number.
  static func number(_ cells: inout [Cell], _ columns: Range<Int>, from first: Int?) {
    for column in columns {
      let number = first.map { $0 + column - columns.lowerBound }
      cells[column] = number.flatMap(Cell.picture) ?? .blank()
    }
  }
}
