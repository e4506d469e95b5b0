import FeedDomain
import Preferences
import Terminal
import Words

/// A list row that may contain a post.
protocol PostRow: Identifiable, Equatable {
  /// The post; nil for other rows.
  var post: PostItem? { get set }
}

/// A list scene with posts, and their display states.
@MainActor protocol PostListScene: ListScene, PostActionScene where Row: PostRow {
  var displayStates: PostDisplayStates { get set }
}

extension PostListScene {
  var chosenPost: PostItem? { pane.selected?.post }

  /// Shows the rows with their display states. Rows equal to the previous ones keep their layout.
  func show(_ rows: [Row], replacing before: [Row]) {
    if rows != before { pane.show(rows.map(withDisplayState)) }
  }

  /// Likes the selected post, as a double click on its photo does.
  func likeChosen() {
    if let item = chosenPost { like(item) }
  }

  /// Returns a row with the display state of its post.
  func withDisplayState(_ row: Row) -> Row {
    guard let item = row.post, displayStates.hasState(of: item.post.id) else { return row }
    var row = row
    row.post = displayStates.applied(to: item)
    return row
  }

  func flash(_ post: Post.ID) {
    guard posts.options.isAnimated else { return }
    displayStates.flash(post, at: world.now)
    showState(of: post)
  }

  /// Ends the flashes whose time is over.
  func endFlashes(at now: Timestamp) {
    let lowered = displayStates.endFlashes(at: now)
    if !lowered.isEmpty { update(where: { lowered.contains($0.post.id) }) }
  }

  func reveal(_ post: Post.ID) {
    displayStates.reveal(post)
    showState(of: post)
  }

  func flip(_ post: Post.ID, to photo: Int) {
    displayStates.flip(post, to: photo)
    showState(of: post)
  }

  func offerPage(of post: Post.ID) {
    let changed = displayStates.offerPage(of: post)
    update(where: { changed.contains($0.post.id) })
    say(
      Message(
        text: posts.wording.say(
          "No link here. {key} again opens the post's page.", ["key": posts.linkKey]), tone: .plain)
    )
  }

  private func showState(of post: Post.ID) {
    update(where: { $0.post.id == post })
    navigator?.redraw()
  }

  /// Updates the display state of the matching posts. Other rows keep their layout.
  private func update(where isMeant: (PostItem) -> Bool) {
    for row in pane.items {
      guard let item = row.post, isMeant(item) else { continue }
      var changed = row
      changed.post = displayStates.applied(to: item)
      pane.replace(changed)
    }
  }
}

extension PostListScene where RowAction == PostClick {
  func copyAddress(of action: PostClick?) {
    guard let item = pane.selected?.post else {
      return say(Message(text: posts.wording.noAddress, tone: .plain))
    }
    copyAddress(of: action, on: item)
  }

  func perform(_ action: PostClick) {
    if let item = pane.selected?.post { perform(action, on: item) }
  }
}
