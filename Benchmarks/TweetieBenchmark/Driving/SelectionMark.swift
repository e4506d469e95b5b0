internal import TerminalRig

/// Where the selection stands, as told by the left edge of the screen.
struct SelectionMark: Equatable {
  private let edge: [[ScreenCell]]

  init(of screen: VirtualScreen) {
    // The top and bottom lines change by themselves.
    edge = (1..<max(1, screen.size.rows - 2)).map { row in
      (0..<2).map { screen.cell(row: row, column: $0) }
    }
  }
}
