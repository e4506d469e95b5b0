import FeedDomain
import PhotoDisplay
import Preferences
import Terminal
import UseCases
import Words

/// A scene that shows a photo of a post as large as possible, with its caption.
@MainActor
final class PhotoView: Scene {
  weak var navigator: (any Navigator)?
  let posts: PostViewModelFactory
  let world: any World
  let request: SceneRequestSender<PhotoScene.SceneRequest>

  package private(set) var shown = PhotoViewModel()
  private var displayStates = PostDisplayStates()
  var displayState = PhotoDisplayState()
  var lastFrame = DrawnPhotoSceneParts()
  private let opening: PhotoScene.SceneRequest
  private var markAll = MarkAllQuestionState()
  /// True while another photo is being opened that replaces this photo scene; false if scenes are
  /// opened in front of it.
  private var closesWhenLeft = false
  /// The reference by which the closed photo scene stays alive while the original photo is being
  /// saved, so that the message with the file's name is still shown; nil otherwise.
  private var untilSaved: PhotoView?

  init(
    of post: Post.ID, index: Int, interactor: any Interacting<PhotoScene.SceneRequest>,
    posts: PostViewModelFactory,
    world: any World
  ) {
    opening = .open(post, index: index)
    request = SceneRequestSender(to: interactor)
    self.posts = posts
    self.world = world
    displayState.showsFacts = posts.options.isPlain
  }

  /// True if the photo scene describes the photo in words instead of drawing it, for screen
  /// readers.
  var isInWords: Bool { posts.options.isPlain }

  var properties: SceneProperties {
    SceneProperties(mayHaveBlankTopRow: false, fitsBeside: false, closesWhenLeft: closesWhenLeft)
  }

  var header: SceneHeader {
    let heading = shown.heading
    var right: StyledText = []
    if let measure = lastFrame.measure, displayState.zoom.isZoomedIn(measure) {
      right.append(StyledSpan("\(displayState.zoom.visibleRegion(measure).percent) %", .barFaint))
    }
    if !heading.activity.isEmpty {
      if !right.isEmpty { right.append(StyledSpan("  ", .barFaint)) }
      let frame = Int(truncatingIfNeeded: world.now.milliseconds / 100)
      right.append(
        StyledSpan(Spinner.spinnerSign(frame: frame, posts.options) + " " + heading.activity, .busy)
      )
    } else if !heading.failure.isEmpty {
      if !right.isEmpty { right.append(StyledSpan("  ", .barFaint)) }
      right.append(StyledSpan(heading.failure, .bad))
    }
    return SceneHeader(leftText: [StyledSpan(heading.title, .barStrong)], rightText: right)
  }

  var commandPlaces: Set<CommandSceneKind> { [.photos] }
  var priorityCommands: [Command] { isOfWebFeed ? [.markAll] : [] }

  /// True if the photo is one of a web feed's entry, which has a read state.
  private var isOfWebFeed: Bool {
    shown.photo.map { posts.abilities(for: $0.item).hasArticles } ?? posts.abilities.hasArticles
  }

  var hints: [Command] {
    guard let shownPhoto = shown.photo else { return [.back, .refresh, .help] }
    var hints: [Command] = [.back]
    if isCovered { hints.append(.reveal) }
    if shownPhoto.caption.film != nil { hints.append(.play) }
    hints.append(.nextPhoto)
    if !isInWords { hints.append(.zoomIn) }
    if let measure = lastFrame.measure, displayState.zoom.isZoomedIn(measure) {
      hints += [.zoomOut, .zoomFit]
    }
    hints.append(.details)
    if posts.abilities.offersCommand(.like, on: shownPhoto.item, at: world.now) {
      hints.append(.like)
    }
    hints.append(.savePhoto)
    let own = posts.abilities.keyHintCommands(for: shownPhoto.item, at: world.now)
    return hints + own.filter { !hints.contains($0) && $0 != .viewPhoto } + [.help]
  }

  func isAnimating(at now: Timestamp) -> Bool {
    guard posts.options.isAnimated else { return false }
    return displayStates.isMoving || !shown.heading.activity.isEmpty
      || shown.notice?.isBusy == true
  }

  func sceneDidAppear() { request.sendOpeningRequestOnce(opening) }

  func sceneDidClose() {
    request(.close)
    if shown.isSaving { untilSaved = self }
  }

  /// The post of the photo, with short-lived display states such as the thumbs-up of a new like;
  /// nil until loaded.
  var item: PostItem? { shown.photo.map { displayStates.applyingDisplayStates(to: $0.item) } }

  /// True if the photo is sensitive, or its post is folded, and the user has not uncovered it.
  var isCovered: Bool {
    shown.photo.map { $0.caption.cover != nil && !displayState.revealed.contains($0.photo.id) }
      ?? false
  }

  func endLikeFlash(at now: Timestamp) { _ = displayStates.removeExpiredLikeFlashes(at: now) }
}

extension PhotoView: Displaying {
  func display(_ viewModel: PhotoViewModel) {
    let before = shown
    shown = viewModel
    if !shown.isSaving { untilSaved = nil }
    if viewModel != before { navigator?.requestRedraw() }
    guard let photo = viewModel.photo,
      photo.photo.id != before.photo?.photo.id || photo.item.post.id != before.photo?.item.post.id
    else { return }
    displayState.resetZoomAndScroll()
    // Stored details are displayed during this call, so `shown` must be set before.
    if displayState.showsFacts { request(.details) }
  }

  func perform(_ effect: SceneEffect) {
    switch effect {
    case .flash(let post): showLikeFlash(post)
    case .replacePhoto(let post, let index):
      closesWhenLeft = true
      navigator?.navigate(to: .photo(post, index: index))
      closesWhenLeft = false
    default: navigator?.performEffect(effect)
    }
  }

  func showLikeFlash(_ post: Post.ID) {
    if posts.options.isAnimated { displayStates.recordLikeFlash(post, at: world.now) }
  }
}

// MARK: - Keys and mouse

extension PhotoView {
  func handleEvent(_ event: SceneInputEvent) -> Bool {
    markAll.forgetMarkAllQuestion(after: event)
    switch event {
    case .command(let command):
      return handleCommand(command)
    case .mouse(let mouse, let clicks): return handleMouse(mouse, clicks: clicks)
    case .key, .paste, .edited: return false
    }
  }

  private func handleCommand(_ command: Command) -> Bool {
    if handleZoomOrFactsCommand(command) {
      navigator?.requestRedraw()
      return true
    }
    switch command {
    case .nextPhoto, .pageDown, .right: request(.step(.next))
    case .previousPhoto, .pageUp, .left: request(.step(.previous))
    case .refresh:
      if let photo = shown.photo?.photo { lastFrame.pictures?.retryPhoto(photo.id) }
      request(.refresh)
    case .savePhoto: request(.save)
    case .play: request(.play)
    case .undo: request(.undo)
    case .openLink: openPhotoWebPage()
    case .markAll where isOfWebFeed:
      navigator?.markListBehindEntryRead(isConfirmed: markAll.confirmOrRecordMarkAllQuestion())
    case .viewPhoto: break  // The photo is shown already.
    default:
      if navigateIfPossible(by: command) { return true }
      guard let item else { return false }
      return performCommand(command, on: item)
    }
    return true
  }

  /// Handles a command that changes the photo's zoom, visible region or details in the photo scene;
  /// returns false for other commands.
  private func handleZoomOrFactsCommand(_ command: Command) -> Bool {
    guard let measure = lastFrame.measure else { return false }
    switch command {
    case .zoomIn where isInWords, .zoomOut where isInWords:
      showMessage(BottomLineMessage(text: posts.wording.noPicturesInWords, tone: .plain))
    case .zoomIn: displayState.zoom.zoomPhoto(by: 1, measure)
    case .zoomOut: displayState.zoom.zoomPhoto(by: -1, measure)
    case .zoomFit: displayState.zoom = PhotoZoom()
    case .details:
      displayState.showsFacts.toggle()
      if displayState.showsFacts { request(.details) }
    // The key for going back first hides the details, then resets the zoom, then closes the scene.
    case .back where displayState.showsFacts && !isInWords: displayState.showsFacts = false
    case .back where displayState.zoom.isZoomedIn(measure): displayState.zoom = PhotoZoom()
    case .up, .down, .left, .right: return panPhotoOrScrollFacts(command, measure)
    default: return false
    }
    return true
  }

  private func panPhotoOrScrollFacts(_ command: Command, _ measure: PhotoZoom.PhotoAndAreaSizes)
    -> Bool
  {
    let right = command == .right ? 1 : command == .left ? -1 : 0
    let down = command == .down ? 1 : command == .up ? -1 : 0
    if displayState.zoom.isZoomedIn(measure) {
      displayState.zoom.panPhoto(right: right, down: down, measure)
      return true
    }
    guard right == 0 else { return false }
    // If the photo cannot be moved, the details are scrolled.
    if displayState.showsFacts { displayState.scrollFacts(by: down) }
    return true
  }

  private func openPhotoWebPage() {
    guard let link = item?.post.ownLink else {
      return showMessage(BottomLineMessage(text: posts.wording.noLink, tone: .plain))
    }
    navigator?.openInBrowser(link)
  }
}

extension PhotoView {
  /// Handles a mouse event in the photo scene, and returns true if it was used: the wheel zooms (or
  /// scrolls the details if the photo is described in words), dragging moves the photo, a click at
  /// the left or right edge shows the previous or next photo, a double click likes the post.
  private func handleMouse(_ mouse: MouseEvent, clicks: Int) -> Bool {
    guard let measure = lastFrame.measure else { return false }
    switch mouse.action {
    case .wheelUp where isInWords: displayState.scrollFacts(by: -3)
    case .wheelDown where isInWords: displayState.scrollFacts(by: 3)
    case .wheelUp: displayState.zoom.zoomPhoto(by: 1, measure)
    case .wheelDown: displayState.zoom.zoomPhoto(by: -1, measure)
    case .press(1): return handlePhotoClick(mouse.position, clicks: clicks, measure)
    case .drag: guard displayState.dragPhoto(to: mouse.position, measure) else { return false }
    case .release: displayState.endPhotoDrag()
    default: return false
    }
    navigator?.requestRedraw()
    return true
  }

  private func handlePhotoClick(
    _ position: CellPosition, clicks: Int, _ measure: PhotoZoom.PhotoAndAreaSizes
  ) -> Bool {
    // Positions are relative to the top left cell of the scene, which is also that of the photo's
    // area.
    let room = lastFrame.arrangement.picture
    let (row, column) = (position.row, position.column)
    if (0..<room.size.rows).contains(row), (0..<room.size.columns).contains(column) {
      if isCovered { return performCommandOnPost(.reveal) }
      if clicks == 2 {
        if let item { likePostUnlessLiked(item) }
        return true
      }
      if displayState.zoom.isZoomedIn(measure) {
        displayState.beginPhotoDrag(at: position)
      } else if clicks == 1, column < room.size.columns / 6 {
        request(.step(.previous))
      } else if clicks == 1, column >= room.size.columns - room.size.columns / 6 {
        request(.step(.next))
      }
      return true
    }
    switch photoTextClickTargetFunction()(position) {
    case .link(let link)?: navigator?.openLink(link)
    case .action(let action)?: item.map { performPostAction(action, on: $0) }
    case nil: return false
    }
    return true
  }
}

/// A target of a click in the photo's caption or details: a link, or an action on the post.
private enum PhotoTextClickTarget: Equatable {
  case link(SafeWebLink)
  case action(PostAction)
}

extension PhotoView {
  var clickTargets: [ClickTarget] {
    let words = photoTextClickTargetFunction()
    return ClickTarget.clickTargetsByScanningCells(in: lastFrame.arrangement.size) {
      words($0)
    } make: { word, place in
      let opensContent = if case .action(let action) = word { action.opensContent } else { true }
      return ClickTarget(position: place, isSelected: true, opensContent: opensContent)
    }
  }

  func performClick(at place: CellPosition, copyingAddress: Bool) {
    guard let word = photoTextClickTargetFunction()(place), let item else { return }
    switch (word, copyingAddress) {
    case (.link(let link), true): navigator?.copyText(SafeText(sanitizing: link.address))
    case (.link(let link), false): navigator?.openLink(link)
    case (.action(let action), true): copyAddress(of: action, on: item)
    case (.action(let action), false): performPostAction(action, on: item)
    }
  }

  /// Returns a function that maps a cell of the photo scene to the link or action of a click there;
  /// nil for other cells.
  private func photoTextClickTargetFunction() -> (CellPosition) -> PhotoTextClickTarget? {
    let (caption, arrangement) = (lastFrame.caption, lastFrame.arrangement)
    let rows = arrangement.caption.size.rows
    let first = caption.lines.count - rows
    let facts = photoFactLinkFunction()
    return { position in
      if let link = facts(position) { return .link(link) }
      let line = position.row - arrangement.picture.size.rows
      guard (0..<rows).contains(line) else { return nil }
      return caption.clickAction(atLine: first + line, column: position.column - 1).map {
        .action($0)
      }
    }
  }

  private func photoFactLinkFunction() -> (CellPosition) -> SafeWebLink? {
    let arrangement = lastFrame.arrangement
    guard let room = arrangement.facts else { return { _ in nil } }
    let isBeside = room.origin.column > arrangement.picture.origin.column
    let left = isBeside ? arrangement.picture.size.columns + 1 : 0
    let lines = photoFactLines(columns: room.size.columns - 2, .none)
    let top =
      (isBeside ? 0 : arrangement.picture.size.rows + arrangement.caption.size.rows)
      + blankRowsAboveFacts(in: room, isBeside: isBeside, lineCount: lines.count)
    let scroll = displayState.factScroll
    return { position in
      let line = position.row - top + scroll
      guard position.row >= top, lines.indices.contains(line) else { return nil }
      return lines[line].links.first { $0.cells.contains(position.column - left - 1) }?.target
    }
  }

  private func performCommandOnPost(_ command: Command) -> Bool {
    item.map { performCommand(command, on: $0) } ?? false
  }
}

extension PhotoView: PostActionScene {
  var chosenPost: PostItem? { item }

  func toggleMark(_ action: Post.UserPostMarks, on post: Post.ID) { request(.toggle(action)) }

  func requestPostDeletion(_ post: Post.ID) { request(.delete) }

  func switchShownPhoto(_ post: Post.ID, to photo: Int) { request(.open(post, index: photo)) }

  /// Opens the web page of the photo's post in the browser.
  func openOrOfferWebPage(of post: Post.ID) { openPhotoWebPage() }

  func toggleHiddenContent(_ post: Post.ID) {
    guard let photo = shown.photo?.photo else { return }
    displayState.togglePhotoCover(photo.id)
    navigator?.requestRedraw()
  }
}

// MARK: - State of the view

struct PhotoDisplayState {
  var zoom = PhotoZoom()
  /// The ids of the covered photos that the user has uncovered in the photo scene.
  private(set) var revealed: Set<Photo.ID> = []
  var showsFacts = false
  var factScroll = 0
  /// The cell at which the mouse began to drag the photo, with the zoom at that moment; nil while
  /// the photo is not dragged.
  private var dragStart: (at: CellPosition, zoom: PhotoZoom)?

  mutating func resetZoomAndScroll() { (zoom, factScroll, dragStart) = (PhotoZoom(), 0, nil) }

  mutating func togglePhotoCover(_ photo: Photo.ID) {
    if revealed.remove(photo) == nil { revealed.insert(photo) }
  }

  /// Scrolls the photo's details by a number of lines; positive numbers scroll down.
  mutating func scrollFacts(by lines: Int) { factScroll = max(0, factScroll + lines) }

  mutating func beginPhotoDrag(at position: CellPosition) { dragStart = (position, zoom) }

  /// Moves the visible region of the photo while the mouse drags it to a position; returns false if
  /// no drag has begun.
  mutating func dragPhoto(to position: CellPosition, _ measure: PhotoZoom.PhotoAndAreaSizes) -> Bool
  {
    guard let dragStart else { return false }
    zoom.dragPhoto(
      columns: position.column - dragStart.at.column, rows: position.row - dragStart.at.row,
      from: dragStart.zoom, measure)
    return true
  }

  mutating func endPhotoDrag() { dragStart = nil }
}

/// A record of the photo scene's parts as last drawn, in which keys and clicks find their targets.
struct DrawnPhotoSceneParts {
  var arrangement = PhotoSceneLayout(
    of: CellRect(row: 0, column: 0, rows: 0, columns: 0), factLines: nil)
  /// The sizes of the photo and of the area for it in the last drawing of the photo scene; nil
  /// until a photo was drawn.
  var measure: PhotoZoom.PhotoAndAreaSizes?
  /// The lines of the photo's caption as last drawn, with their click actions.
  var caption = LaidOutLines<PostAction>()
  weak var pictures: (any PictureProvider)?
}

extension PhotoView {
  func screenReaderContents(at now: Timestamp) -> ScreenReaderContents {
    let heading = shown.heading
    var words = ScreenReaderContents(title: heading.title)
    words.isBusy = !heading.activity.isEmpty || shown.notice?.isBusy == true
    words.notes = (shown.notice?.lines ?? []) + [heading.failure]
    if let photo = shown.photo {
      let caption = photo.caption
      words.notes +=
        (isCovered ? [caption.cover ?? ""] : [caption.kind + ": " + caption.description])
        + [caption.credits.first?.plain.spoken ?? "", caption.film ?? ""]
      words.modes = [posts.wording.spokenDetailsState(areShown: displayState.showsFacts)]
      if displayState.showsFacts {
        words.notes += shown.facts.filter { !$0.isDescription }.map { $0.name + ": " + $0.value }
      }
      words.marks = item?.post.userMarks
      words.shownID = item?.post.id
    }
    words.notes.removeAll(where: \.isBlank)
    return words
  }
}
