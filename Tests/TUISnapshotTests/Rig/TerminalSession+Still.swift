import TerminalRig

extension TerminalSession {
  /// What is on the screen, but for what changes by itself: the line at the top, and how long ago
  /// things were said.
  var stillText: [String] {
    read { screen in
      screen.rows.dropFirst().map { row in
        guard let age = row.firstRange(of: " · ") else { return row }
        return String(row[..<age.lowerBound])
      }
    }
  }
}
