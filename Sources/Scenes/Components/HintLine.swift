import Preferences
import Terminal

/// A line of key hints inside a text-editing scene, where the bottom line shows none.
enum HintLine {
  /// Returns the leading hints that fit the width.
  static func line(_ hints: [Hint], columns: Int, theme: Theme) -> Line {
    let look = Hint.Look(key: theme.style(.strong), gap: .plain, word: theme.style(.faint))
    var line = Line()
    for hint in hints.prefix(count(of: hints, columns: columns)) {
      if line.columns > 0 { line.pad(3) }
      line.append(hint.line(look))
    }
    return line
  }

  /// Returns the number of leading hints that fit the width.
  static func count(of hints: [Hint], columns: Int) -> Int {
    var end = 0
    for (count, hint) in hints.enumerated() {
      end += hint.columns
      guard end <= columns else { return count }
      end += 3
    }
    return hints.count
  }
}
