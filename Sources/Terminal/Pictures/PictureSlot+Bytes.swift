/// The colours with which the terminal is writing picture cells.
struct PictureColours: Equatable {
  var foreground = PictureColour.standard
  var background = PictureColour.standard

  /// Back to none, before ordinary text.
  static let end = Array("\u{1b}[m".utf8)
}

extension PictureSlots.Slot {
  /// Appends a cell: its colours, where they differ from the last one's, and its character.
  func append(_ number: Int, colours: inout PictureColours?, to output: inout [UInt8]) {
    let cell = place(of: number)
    switch face {
    case .flat(let colour):
      change(&colours, background: colour, to: &output)
      output.append(0x20)
    case .symbols(let glyphs):
      let glyph = glyphs[number - numbers.lowerBound]
      // Of a blank only the background is seen.
      let foreground = glyph.character == " " ? nil : glyph.foreground
      change(&colours, foreground: foreground, background: glyph.background, to: &output)
      output.append(contentsOf: UTF8.encode(glyph.character) ?? UTF8.encode(" ")!)
    case .placeholders(let number):
      change(&colours, foreground: number.colour, background: .standard, to: &output)
      KittyPlaceholder.append(row: cell.row, column: cell.column, to: &output)
    }
  }

  private func change(
    _ colours: inout PictureColours?, foreground: PictureColour? = nil,
    background: PictureColour, to output: inout [UInt8]
  ) {
    var now = colours ?? PictureColours()
    var parameters: [UInt8] = []
    if let foreground, foreground != now.foreground {
      foreground.append(asForeground: true, to: &parameters)
      now.foreground = foreground
    }
    if background != now.background {
      if !parameters.isEmpty { parameters.append(0x3b) }
      background.append(asForeground: false, to: &parameters)
      now.background = background
    }
    colours = now
    guard !parameters.isEmpty else { return }
    output.append(contentsOf: [0x1b, 0x5b])
    output.append(contentsOf: parameters)
    output.append(0x6d)
  }
}
