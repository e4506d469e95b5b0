import FeedDomain
import Terminal

extension ConversationView: ConversationDisplaying {
  func show(_ heading: ConversationHeading) {
    guard heading != self.heading else { return }
    self.heading = heading
    stage?.redraw()
  }

  func show(_ rows: [ConversationRow]) {
    let isFirst = pane.items.isEmpty
    pane.show(rows.map(lookedAt))
    if isFirst { unseenFocus = rows.first(where: \.isFocus)?.id }
    stage?.redraw()
  }

  func show(_ notice: StreamNotice?) {
    guard notice != self.notice else { return }
    self.notice = notice
    stage?.redraw()
  }
}

extension ConversationView {
  func toggle(_ action: Post.OwnActions, on post: Post.ID) { request(.toggle(post, action)) }

  func delete(_ post: Post.ID) { request(.delete(post)) }
}
