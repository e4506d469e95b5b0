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
    pane.show(
      rows.map { row in
        var row = row
        row.item.isRevealed = revealed.contains(row.id)
        row.item.isFlashing = flashes[row.id] != nil
        row.item.shownPhoto = shownPhotos[row.id] ?? 0
        return row
      })
    if isFirst { unseenFocus = rows.first(where: \.isFocus)?.id }
    stage?.redraw()
  }

  func change(_ posts: [Post], undelivered: Set<Post.ID>) {
    let changed = Dictionary(posts.map { ($0.id, $0) }, uniquingKeysWith: { _, last in last })
    update(where: {
      changed[$0.post.id] != nil || $0.isWaiting != undelivered.contains($0.post.id)
    }) { item in
      item.post = changed[item.post.id] ?? item.post
      item.isWaiting = undelivered.contains(item.post.id)
      // A thumb does not stay up over a heart that was given back.
      if !item.post.own.contains(.liked) { flashes[item.post.id] = nil }
      item.isFlashing = flashes[item.post.id] != nil
    }
    stage?.redraw()
  }

  func show(_ notice: StreamNotice?) {
    guard notice != self.notice else { return }
    self.notice = notice
    stage?.redraw()
  }

  func flash(_ post: Post.ID) {
    guard posts.options.isAnimated else { return }
    flashes[post] = world.now.advanced(by: StreamView.flashTime)
    update(where: { $0.post.id == post }) { $0.isFlashing = true }
    stage?.redraw()
  }

  func say(_ message: Message) { stage?.say(message) }

  func askToSignIn(_ account: Account) { stage?.go(to: .signIn(again: account)) }
}

extension ConversationView: PostActing {
  func toggle(_ action: Post.OwnActions, on post: Post.ID) { request(.toggle(post, action)) }

  func delete(_ post: Post.ID) { request(.delete(post)) }

  func reveal(_ post: Post.ID) {
    if revealed.remove(post) == nil { revealed.insert(post) }
    update(where: { $0.post.id == post }) { $0.isRevealed = revealed.contains(post) }
    stage?.redraw()
  }

  func flip(_ post: Post.ID, to photo: Int) {
    shownPhotos[post] = photo
    update(where: { $0.post.id == post }) { $0.shownPhoto = photo }
    stage?.redraw()
  }
}
