import TerminalRig

extension VirtualScreen {
  /// Whether a cell has nearly that colour.
  func shows(_ colour: ScreenCell.Colour) -> Bool {
    (0..<size.rows).contains { row in
      (0..<size.columns).contains { column in
        let cell = cell(row: row, column: column)
        return cell.background.isNear(colour) || cell.foreground.isNear(colour)
      }
    }
  }
}

extension ScreenCell.Colour {
  fileprivate func isNear(_ other: ScreenCell.Colour) -> Bool {
    guard case .rgb(let red, let green, let blue) = self,
      case .rgb(let red2, let green2, let blue2) = other
    else { return false }
    return [(red, red2), (green, green2), (blue, blue2)].allSatisfy {
      abs(Int($0) - Int($1)) < 40
    }
  }
}
