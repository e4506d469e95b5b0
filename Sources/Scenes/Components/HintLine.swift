import Preferences
import Terminal

/// Keys and what they do, in a line inside a scene that takes text.
///
/// There the key map is silent, so the bottom line cannot tell.
enum HintLine {
  /// The hints that fit into so many columns, from the first on.
  static func line(_ hints: [Hint], columns: Int, theme: Theme) -> Line {
    let look = Hint.Look(key: theme.style(.strong), gap: .plain, word: theme.style(.faint))
    var line = Line()
    for hint in hints.prefix(count(of: hints, columns: columns)) {
      if line.columns > 0 { line.pad(3) }
      line.append(hint.line(look))
    }
    return line
  }

  /// How many of the hints fit, from the first on.
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
