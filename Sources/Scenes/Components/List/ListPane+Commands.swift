import Preferences
import Terminal

extension ListPane {
  /// Moves as a command says; false for a command that moves nothing.
  @_semantics("optimize.sil.specialize.generic.never")
  mutating func move(_ command: Command) -> Bool {
    let half = max(1, room.rows / 2)
    // Two rows of what was seen stay, to read on from.
    let page = max(1, room.rows - 2)
    switch command {
    case .down: selectNext()
    case .up: selectPrevious()
    case .halfPageDown: self.page(by: half)
    case .halfPageUp: self.page(by: -half)
    case .pageDown: self.page(by: page)
    case .pageUp: self.page(by: -page)
    case .lineDown: scroll(by: 1)
    case .lineUp: scroll(by: -1)
    case .top: selectFirst()
    case .bottom: selectLast()
    default: return false
    }
    return true
  }
}
