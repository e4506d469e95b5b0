package import Terminal

extension Command {
  /// Whether it works at any moment, even while text is typed, when its key types nothing.
  package var isForAnyMoment: Bool { [.quit, .repaint, .suspend].contains(self) }

  /// Whether it moves, so that it can be told how often.
  package var isRepeated: Bool {
    switch self {
    case .down, .up, .halfPageDown, .halfPageUp, .pageDown, .pageUp, .lineDown, .lineUp, .left,
      .right, .nextPhoto, .previousPhoto, .nextResult, .previousResult, .zoomIn, .zoomOut:
      true
    default: false
    }
  }
}

extension Key {
  /// Whether nobody types it: a key with Control or Alt.
  package var isChord: Bool { !modifiers.isDisjoint(with: [.control, .alt]) }
}
