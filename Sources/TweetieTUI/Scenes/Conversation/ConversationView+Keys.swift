import FeedDomain
import Terminal

extension ConversationView {
  func obey(_ command: Command) -> Bool {
    switch command {
    case .refresh: request(.refresh)
    case .undo: request(.undo)
    default:
      if go(by: command) { return true }
      guard let item = pane.selected?.item else { return false }
      return perform(command, on: item)
    }
    return true
  }
}
