package import Terminal

extension Command {
  /// Whether it works at any moment, even while text is typed, when its key types nothing.
  package var isForAnyMoment: Bool { [.quit, .repaint, .suspend].contains(self) }
}

extension Key {
  /// Whether nobody types it: a key with Control or Alt.
  package var isChord: Bool { !modifiers.isDisjoint(with: [.control, .alt]) }
}
