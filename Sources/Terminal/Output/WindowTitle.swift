/// The title of the terminal's window and tab, which its owner gets back: it is kept when the terminal
/// is taken, and given back with it, by whoever gives it back.
struct WindowTitle {
  private let isUnderstood: Bool
  private var shown: SafeText?

  init(_ options: TerminalOptions) { isUnderstood = options.hasTitle }

  /// What gives the terminal that title, or its own where there is none; nothing where it has it.
  mutating func change(to title: SafeText?) -> String {
    guard isUnderstood, title != shown else { return "" }
    shown = title
    return title == nil ? TerminalModes.titleGivenBack + TerminalModes.titleKept : written
  }

  /// What gives a terminal that was taken anew the title it had before it was handed back.
  var written: String { shown.map { "\u{1b}]0;\($0)\u{1b}\\" } ?? "" }
}
