import FeedDomain
import Terminal

extension ConversationView {
  func obey(_ command: Command) -> Bool {
    switch command {
    case .refresh: request(.refresh)
    case .undo: request(.undo)
    default:
      if go(by: command) { return true }
      guard let row = pane.selected else { return false }
      if let item = row.post { return perform(command, on: item) }
      guard command == .open, case .cut(let post) = row.id else { return false }
      request(.goOn(below: post))
    }
    return true
  }
}
