internal import TerminalRig

/// All cells of a screen at one moment.
struct Picture: Equatable {
  let rows: [[ScreenCell]]

  init(of screen: VirtualScreen) {
    let size = screen.size
    rows = (0..<size.rows).map { row in
      (0..<size.columns).map { screen.cell(row: row, column: $0) }
    }
  }

  /// Everything but the top line, in which ages and spinners move by themselves.
  var body: ArraySlice<[ScreenCell]> { rows.dropFirst() }

  var text: String {
    rows.map { $0.map(\.text).joined() }.joined(separator: "\n")
  }
}
