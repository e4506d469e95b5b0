import Terminal

/// Keys and what they do, in a line inside a scene that takes text.
///
/// There the key map is silent, so the bottom line cannot tell.
enum HintLine {
  /// The hints that fit into so many columns, from the first on.
  static func line(_ hints: [Hint], columns: Int, theme: Theme) -> Line {
    var line = Line()
    for hint in hints {
      var next = Line()
      if line.columns > 0 { next.pad(3) }
      next.append(hint.key, theme.style(.strong))
      next.pad(1)
      next.append(hint.word, theme.style(.faint))
      guard line.columns + next.columns <= columns else { break }
      line.append(next)
    }
    return line
  }
}
