import FeedDomain
import Preferences
import Terminal
import Words

/// A protocol for a list row that may contain a post.
protocol PostRow: Identifiable, Equatable {
  /// The post that a list row shows; nil for rows without a post.
  var post: PostItem? { get set }
}

/// A protocol for a scene with a list of posts that keeps the posts' display states: revealed
/// content, shown photo, thumbs-up after a like.
@MainActor
protocol PostListScene: ListScene, PostActionScene where Row: PostRow {
  var displayStates: PostDisplayStates { get set }
  /// The delayed opening of a clicked photo.
  var photoOpening: DelayedPhotoOpening { get }
}

extension PostListScene {
  func cancelDelayedPhotoOpening() { photoOpening.cancelPhotoOpeningTask() }

  var chosenPost: PostItem? { pane.selected?.post }

  /// Shows rows with the display states of their posts; unchanged rows keep their layout. Returns
  /// false if no row changed.
  @discardableResult
  func showRowsIfChanged(_ rows: [Row]) -> Bool {
    pane.replaceItemsIfChanged(applyingDisplayStates(rows))
  }

  /// Likes the selected post, as a double click on its photo does.
  func likeSelectedPostUnlessLiked() {
    if let item = chosenPost { likePostUnlessLiked(item) }
  }

  /// Returns the rows of a list with the display states of their posts applied: revealed content,
  /// shown photo, offered page and thumbs-up.
  func applyingDisplayStates(_ rows: [Row]) -> [Row] {
    guard !displayStates.isEmpty else { return rows }
    return rows.map { row in
      guard let item = row.post, displayStates.hasDisplayState(of: item.post.id) else { return row }
      var row = row
      row.post = displayStates.applyingDisplayStates(to: item)
      return row
    }
  }

  func showLikeFlash(_ post: Post.ID) {
    guard posts.options.isAnimated else { return }
    displayStates.recordLikeFlash(post, at: world.now)
    applyDisplayStateToRows(of: post)
  }

  /// Removes the thumbs-up of likes whose time has passed from the rows of their posts.
  func endLikeFlashes(at now: Timestamp) {
    let lowered = displayStates.removeExpiredLikeFlashes(at: now)
    if !lowered.isEmpty { applyDisplayStatesToRows(where: { lowered.contains($0.post.id) }) }
  }

  func toggleHiddenContent(_ post: Post.ID) {
    displayStates.toggleHiddenContent(post)
    applyDisplayStateToRows(of: post)
    // If the end of a long text was on the screen, its beginning is shown after folding.
    if pane.row < 0 { pane.scrollToSelection() }
  }

  func switchShownPhoto(_ post: Post.ID, to photo: Int) {
    displayStates.switchShownPhoto(post, to: photo)
    applyDisplayStateToRows(of: post)
  }

  func openOrOfferWebPage(of post: Post.ID) {
    let changed = displayStates.recordOfferReturningChangedPosts(of: post)
    applyDisplayStatesToRows(where: { changed.contains($0.post.id) })
    showMessage(
      BottomLineMessage(
        text: posts.wording.say(
          "No link here. {key} again opens the post's page.", ["key": posts.linkKey]), tone: .plain)
    )
  }

  private func applyDisplayStateToRows(of post: Post.ID) {
    applyDisplayStatesToRows(where: { $0.post.id == post })
    navigator?.requestRedraw()
  }

  /// Applies the current display states to the posts of the list that meet a condition; the rows of
  /// these posts are laid out anew, other rows keep their layout.
  private func applyDisplayStatesToRows(where isMeant: (PostItem) -> Bool) {
    for row in pane.items {
      guard let item = row.post, isMeant(item) else { continue }
      var changed = row
      changed.post = displayStates.applyingDisplayStates(to: item)
      pane.replaceItem(changed)
    }
  }
}

extension PostListScene where RowAction == PostAction {
  func copyAddress(of action: PostAction?) {
    guard let item = pane.selected?.post else {
      return showMessage(BottomLineMessage(text: posts.wording.noAddress, tone: .plain))
    }
    copyAddress(of: action, on: item)
  }

  func performClick(_ action: PostAction) {
    if let item = pane.selected?.post { performPostAction(action, on: item) }
  }

  /// Handles a click on a photo: a double click likes the post, and a single click on a photo of
  /// the post that was selected before opens the photo after a delay. Returns false for other
  /// actions.
  func openOrLikeClickedPhoto(_ action: PostAction, wasSelected: Bool, clicks: Int) -> Bool {
    guard case .viewPhoto = action else { return false }
    if clicks == 2 {
      likeSelectedPostUnlessLiked()
    } else if clicks == 1, wasSelected {
      openPhotoAfterClickDelay { [weak self] in self?.performClick(action) }
    }
    return true
  }
}

extension PostListScene {
  /// Opens the selected post's photo after a delay, unless another click or command follows.
  func openPhotoAfterClickDelay(_ open: @escaping @MainActor () -> Void) {
    photoOpening.openPhoto(afterDelayIn: world, open)
  }
}

/// A delayed opening of a photo on which the user clicked once: a second click likes the photo
/// instead.
@MainActor
final class DelayedPhotoOpening {
  private var task: Task<Void, Never>?

  func openPhoto(afterDelayIn world: any World, _ open: @escaping @MainActor () -> Void) {
    task?.cancel()
    task = Task {
      do throws(CancellationError) {
        // A second click within this time is a double click, which likes the photo instead.
        try await world.sleep(for: ClickCounter.maximumClickInterval)
      } catch {
        return
      }
      if !Task.isCancelled { open() }
    }
  }

  func cancelPhotoOpeningTask() { task?.cancel() }
}

/// A set of the posts' display states in a list: revealed content, shown photo, offered page and
/// the brief thumbs-up after a like.
struct PostDisplayStates {
  /// The time for which the thumbs-up of a new like is shown on a post.
  static let flashTime = Duration.milliseconds(700)

  private var revealed: Set<Post.ID> = []
  private var photos: [Post.ID: Int] = [:]
  /// The id of the last post whose web page was offered because the post contains no link; nil if
  /// none was.
  private var offered: Post.ID?
  /// The time at which the thumbs-up of each new like disappears, by post id.
  private var flashes: [Post.ID: Timestamp] = [:]

  var isMoving: Bool { !flashes.isEmpty }

  var isEmpty: Bool { revealed.isEmpty && photos.isEmpty && flashes.isEmpty && offered == nil }

  func hasDisplayState(of post: Post.ID) -> Bool {
    revealed.contains(post) || photos[post] != nil || flashes[post] != nil || offered == post
  }

  /// Returns a post item with the display states of its post applied.
  func applyingDisplayStates(to item: PostItem) -> PostItem {
    var item = item
    item.isRevealed = revealed.contains(item.post.id)
    item.shownPhoto = photos[item.post.id] ?? 0
    item.isPageOffered = offered == item.post.id
    // The thumbs-up disappears with the like if the like is undone.
    item.isFlashing = flashes[item.post.id] != nil && item.post.userMarks.contains(.liked)
    return item
  }

  mutating func toggleHiddenContent(_ post: Post.ID) {
    if revealed.remove(post) == nil { revealed.insert(post) }
  }

  mutating func switchShownPhoto(_ post: Post.ID, to photo: Int) { photos[post] = photo }

  /// Records that a post's web page was offered, in place of the post offered before. Returns the
  /// ids of the posts to be redrawn.
  mutating func recordOfferReturningChangedPosts(of post: Post.ID) -> Set<Post.ID> {
    defer { offered = post }
    return Set([offered, post].compactMap(\.self))
  }

  mutating func recordLikeFlash(_ post: Post.ID, at now: Timestamp) {
    flashes[post] = now.timeAdvanced(by: Self.flashTime)
  }

  /// Removes the thumbs-up of likes whose time has passed, and returns the ids of their posts.
  mutating func removeExpiredLikeFlashes(at now: Timestamp) -> Set<Post.ID> {
    let lowered = flashes.filter { $0.value <= now }
    for post in lowered.keys { flashes[post] = nil }
    return Set(lowered.keys)
  }
}
