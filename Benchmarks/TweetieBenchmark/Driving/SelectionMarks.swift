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

/// The two places between which two keys lead.
struct SelectionMarks {
  let first: SelectionMark
  let second: SelectionMark

  /// Presses both keys twice: where the first leads to is where the screen scrolls to once.
  init(in driver: Driver, after keys: ([UInt8], [UInt8])) throws {
    var marks: [SelectionMark] = []
    for key in [keys.0, keys.1, keys.0, keys.1] {
      driver.type(key)
      driver.draw(driver.read(untilQuietFor: 300, first: 600))
      marks.append(SelectionMark(of: driver.screen))
    }
    (first, second) = (marks[2], marks[3])
    guard first != second, marks[1] == second else {
      throw BenchmarkError("the selection cannot be told:\n\(driver.screen.text)")
    }
  }
}
