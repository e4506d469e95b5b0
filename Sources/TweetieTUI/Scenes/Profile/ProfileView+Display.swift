import FeedDomain
import Terminal

extension ProfileView: ProfileDisplaying {
  func show(_ heading: ProfileHeading) {
    guard heading != self.heading else { return }
    self.heading = heading
    pane.show([.heading(heading)] + pane.items.filter { $0.id != .heading })
    stage?.redraw()
  }

  func show(_ posts: [PostItem], hasMore: Bool) {
    self.hasMore = hasMore
    pane.show(pane.items.filter { $0.post == nil } + posts.map { lookedAt(.post($0)) })
    stage?.redraw()
  }

  func show(_ collections: [ProfileCollection], more: SafeText?) {
    let rows = collections.map { ProfileRow.collection($0) }
    pane.show(
      pane.items.filter { $0.id == .heading } + rows + (more.map { [.moreCollections($0)] } ?? [])
        + pane.items.filter { $0.post != nil })
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

  func signedOut(_ message: Message) {
    stage?.go(to: .signedOut)
    stage?.say(message)
  }
}

extension ProfileView {
  func toggle(_ action: Post.OwnActions, on post: Post.ID) { request(.toggle(post, action)) }

  func delete(_ post: Post.ID) { request(.delete(post)) }
}
