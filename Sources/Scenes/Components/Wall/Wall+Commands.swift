import Preferences
import Terminal

extension Wall {
  /// Moves the selection or scrolls. Returns false for other commands.
  mutating func move(_ command: Command) -> Bool {
    switch command {
    case .down: go(.down)
    case .up: go(.up)
    case .left: go(.left)
    case .right: go(.right)
    case .halfPageDown: page(by: max(1, room.rows / 2))
    case .halfPageUp: page(by: -max(1, room.rows / 2))
    case .pageDown: page(by: max(1, room.rows - 2))
    case .pageUp: page(by: -max(1, room.rows - 2))
    case .lineDown: scroll(by: 1)
    case .lineUp: scroll(by: -1)
    case .top: goToEnd(.up)
    case .bottom: goToEnd(.down)
    default: return false
    }
    return true
  }
}

extension Command {
  /// The movement of a vi key h, j, k or l on a photo wall, if the option is set; nil for other
  /// keys.
  init?(wallLetter key: Key, _ options: DisplayOptions) {
    guard options.movesByLetters, key.modifiers.isEmpty else { return nil }
    switch key.code {
    case .character("h"): self = .left
    case .character("j"): self = .down
    case .character("k"): self = .up
    case .character("l"): self = .right
    default: return nil
    }
  }
}
