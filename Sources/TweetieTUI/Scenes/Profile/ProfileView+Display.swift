import FeedDomain
import Terminal

extension ProfileView: ProfileDisplaying {
  func show(_ heading: ProfileHeading) {
    guard heading != self.heading else { return }
    self.heading = heading
    pane.show([.heading(heading)] + pane.items.filter { $0.post != nil })
    stage?.redraw()
  }

  func show(_ posts: [PostItem], hasMore: Bool) {
    self.hasMore = hasMore
    pane.show((heading.map { [.heading($0)] } ?? []) + posts.map { .post(withViewState($0)) })
    stage?.redraw()
  }

  func change(_ posts: [Post], undelivered: Set<Post.ID>) {
    let changed = Dictionary(posts.map { ($0.id, $0) }, uniquingKeysWith: { _, last in last })
    update { item in
      item.post = changed[item.post.id] ?? item.post
      item.isWaiting = undelivered.contains(item.post.id)
    }
    stage?.redraw()
  }

  func show(_ surroundings: ProfileSurroundings) {
    guard surroundings != self.surroundings else { return }
    self.surroundings = surroundings
    stage?.redraw()
  }

  func show(_ dialog: ProfileDialog?) {
    guard dialog != self.dialog else { return }
    self.dialog = dialog
    stage?.redraw()
  }

  func flash(_ post: Post.ID) {
    guard posts.options.isAnimated else { return }
    flashes[post] = world.now.advanced(by: StreamView.flashTime)
    update { if $0.post.id == post { $0.isFlashing = true } }
    stage?.redraw()
  }

  func say(_ message: Message) { stage?.say(message) }

  func askToSignIn(_ account: Account) { stage?.go(to: .signIn(again: account)) }

  func signedOut(_ message: Message) {
    stage?.go(to: .signedOut)
    stage?.say(message)
  }
}

extension ProfileView: PostActing {
  func toggle(_ action: Post.OwnActions, on post: Post.ID) { request(.toggle(post, action)) }

  func delete(_ post: Post.ID) { request(.delete(post)) }

  func reveal(_ post: Post.ID) {
    if revealed.remove(post) == nil { revealed.insert(post) }
    update { if $0.post.id == post { $0.isRevealed = revealed.contains(post) } }
    stage?.redraw()
  }

  func flip(_ post: Post.ID, to photo: Int) {
    shownPhotos[post] = photo
    update { if $0.post.id == post { $0.shownPhoto = photo } }
    stage?.redraw()
  }
}

extension ProfileView {
  private func withViewState(_ item: PostItem) -> PostItem {
    var item = item
    item.isRevealed = revealed.contains(item.post.id)
    item.isFlashing = flashes[item.post.id] != nil
    item.shownPhoto = shownPhotos[item.post.id] ?? 0
    return item
  }

  /// Takes down the thumbs that were up long enough.
  func lowerThumbs(at now: Timestamp) {
    let over = flashes.filter { $0.value <= now }.map(\.key)
    guard !over.isEmpty else { return }
    for post in over { flashes[post] = nil }
    update { $0.isFlashing = flashes[$0.post.id] != nil }
  }

  private func update(_ change: (inout PostItem) -> Void) {
    for row in pane.items {
      guard case .post(var item) = row else { continue }
      let before = item
      change(&item)
      if item != before { pane.replace(.post(item)) }
    }
  }
}
