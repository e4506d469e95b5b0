/// A terminal as far as programs can find out about it.
enum TerminalKind: String, CaseIterable, Hashable {
  /// One without pictures of its own; block characters make them.
  case symbols
  case kitty
  /// kitty's protocol with characters that stand for parts of a picture.
  case placeholders
  case sixel
  case iterm

  /// What the setting for pictures says; the placeholders are found out by asking.
  var pictures: String { self == .placeholders ? "auto" : rawValue }

  /// What it answers to which question.
  var answers: [(query: String, answer: String)] {
    let common = [
      ("\u{1B}[?2026$p", "\u{1B}[?2026;2$y"), ("\u{1B}[c", "\u{1B}[?62;22c"),
      ("\u{1B}[0c", "\u{1B}[?62;22c"), ("\u{1B}[5n", "\u{1B}[0n"),
      ("\u{1B}[16t", "\u{1B}[6;20;10t"),
    ]
    guard self == .placeholders else { return common }
    return common + [
      ("\u{1B}_Gi=31,", "\u{1B}_Gi=31;OK\u{1B}\\"),
      ("\u{1B}[>0q", "\u{1B}P>|kitty(0.35.2)\u{1B}\\"),
    ]
  }
}
