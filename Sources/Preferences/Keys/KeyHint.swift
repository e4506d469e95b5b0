package import Terminal
package import Words

/// A hint in the bottom line: a key with the word for its action. A click on the hint presses the
/// key.
package struct KeyHint: Equatable {
  package let key: SafeText
  package let label: SafeText
  /// The keys that a click on the hint presses: the last one on the word and on the last column of
  /// the keys, the first one on the columns left of that.
  private let presses: [Key]

  package init(_ keys: Key..., label: SafeText) {
    let names = keys.enumerated().map { KeyName.shortKeyName(of: $0 == 0 ? $1 : Key($1.code)) }
    self.init(key: SafeText(sanitizing: names.reduce("", +)), label: label, presses: keys)
  }

  /// Creates a hint in the bottom line that a click cannot press.
  package init(named key: SafeText, label: SafeText) {
    self.init(key: key, label: label, presses: [])
  }

  package init?(_ command: Command, keys: KeyMap, wording: Wording) {
    self.init(command, label: wording.hintText(of: command), keys: keys)
  }

  package init?(_ command: Command, label: SafeText, keys: KeyMap) {
    guard let key = keys.firstKey(for: command) else { return nil }
    self.init(key, label: label)
  }

  private init(key: SafeText, label: SafeText, presses: [Key]) {
    (self.key, self.label, self.presses) = (key, label, presses)
  }

  package func replacingLabel(with word: SafeText) -> KeyHint {
    KeyHint(key: key, label: word, presses: presses)
  }

  package struct KeyHintStyle {
    package let key: Style
    package let gap: Style
    package let label: Style

    package init(key: Style, gap: Style, label: Style) {
      (self.key, self.gap, self.label) = (key, gap, label)
    }
  }

  /// The key that a click on the hint's word presses; nil for a hint without a key.
  package var pressedKey: Key? { presses.last }

  package var columns: Int { TextWidth.columnCount(of: key) + 1 + TextWidth.columnCount(of: label) }

  package func keyHintLine(_ look: KeyHintStyle) -> Line {
    var line = Line(key, look.key)
    let last = presses.count > 1 ? line.columns - 1 : 0
    line.appendBlanks(1, look.gap)
    line.append(label, look.label)
    if let key = presses.first, last > 0 { line.setClickKey(key, at: 0..<last) }
    if let key = presses.last { line.setClickKey(key, at: last..<line.columns) }
    return line
  }
}
