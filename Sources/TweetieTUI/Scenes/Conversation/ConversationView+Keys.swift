import FeedDomain
import Terminal

extension ConversationView {
  func obey(_ command: Command) -> Bool {
    switch command {
    case .refresh: request(.refresh)
    case .undo: request(.undo)
    default:
      if let route = Route(command, abilities: posts.abilities) {
        stage?.go(to: route)
        return true
      }
      guard let item = pane.selected?.item else { return false }
      return perform(command, on: item)
    }
    return true
  }

  func perform(_ action: PostAction) {
    if let item = pane.selected?.item { perform(action, on: item) }
  }
}
