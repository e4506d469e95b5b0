import FeedDomain
import PhotoDisplay
import Preferences
import Terminal
import UseCases
import Words

@MainActor
final class ProfileView: PostListScene {
  weak var navigator: (any Navigator)?
  private let person: Person.ID
  let posts: PostViewModelFactory
  let world: any World
  private let requests: SceneRequestSender<ProfileScene.SceneRequest>

  package var pane = ListPane<ProfileRow, ProfileAction>(gap: 1)
  var displayStates = PostDisplayStates()
  let photoOpening = DelayedPhotoOpening()
  /// The view model that the profile scene shows; its rows are held by the list pane instead.
  private(set) var viewModel = ProfileViewModel()
  private(set) var strip = SceneTabRow()
  var wall = ProfilePhotoWall()
  var dialog: ConfirmationDialog?
  private var markAll = MarkAllQuestionState()

  init(
    of person: Person.ID, interactor: any Interacting<ProfileScene.SceneRequest>,
    posts: PostViewModelFactory,
    world: any World
  ) {
    self.person = person
    requests = SceneRequestSender(to: interactor)
    self.posts = posts
    self.world = world
  }

  var header: SceneHeader {
    SceneHeader(viewModel.title, failure: viewModel.failure, activity: viewModel.activity)
  }

  var hints: [Command] {
    guard dialog == nil else { return [] }
    let tabs: [Command] = viewModel.tabs.isEmpty ? [] : [.nextStream]
    let tail: [Command] = tabs + [.refresh, .help]
    if let item = pane.selected?.post {
      let own = posts.abilities.keyHintCommands(for: item, at: world.now).filter { $0 != .profile }
      let shown = viewModel.isWall ? [.open] + own.filter { $0 != .viewPhoto && $0 != .open } : own
      return [.back] + shown.prefix(4) + tail + shown.dropFirst(4)
    }
    if pane.selected?.opening != nil { return [.back, .open] + tail }
    guard let heading = viewModel.heading else { return [.back] + tail }
    let acts: [Command] =
      heading.isOneself
      ? [.signOut] : posts.abilities.canFollow && heading.relationship != nil ? [.follow] : []
    let people: [Command] =
      posts.abilities.permission(toSee: .followers) == .allowed ? [.followers, .following] : []
    let refusals: [Command] =
      acts == [.follow] && posts.abilities.canWrite ? [.mute, .block] : []
    return [.back] + tabs + acts + refusals + people
      + (heading.link == nil ? [] : [.openLink]) + [.help, .refresh]
  }

  var commandPlaces: Set<CommandSceneKind> {
    let own: Set<CommandSceneKind> = viewModel.heading?.isOneself == true ? [.ownProfile] : []
    return own.union(chosenPost == nil ? [.profiles] : [.profiles, .posts])
  }
  var priorityCommands: [Command] {
    viewModel.heading?.isOneself == true ? [] : [.follow] + (showsWebFeed ? [.markAll] : [])
  }

  /// True if the profile is one of a web feed, whose entries have a read state.
  private var showsWebFeed: Bool {
    posts.abilities.hasArticles && viewModel.heading?.isOneself != true
  }

  var properties: SceneProperties { SceneProperties(mayHaveBlankTopRow: viewModel.tabs.isEmpty) }

  var clickTargets: [ClickTarget] {
    guard dialog == nil else { return [] }
    let below = viewModel.isWall ? clickTargetsOnWall : clickTargetsInList
    return strip.clickTargets + below.map { $0.movedTarget(down: strip.rows) }
  }

  var hintWords: [Command: SafeText] { viewModel.heading?.hintWords ?? [:] }

  func handlesKeyItself(_ key: Key) -> Bool {
    viewModel.isWall && dialog == nil && Command(wallLetter: key, posts.options) != nil
  }

  func isAnimating(at now: Timestamp) -> Bool {
    guard posts.options.isAnimated else { return false }
    return displayStates.isMoving || viewModel.notice?.isBusy == true || dialog?.isBusy == true
  }

  func sceneDidAppear() { requests.sendOpeningRequestOnce(.open(person)) }

  func sceneDidClose() { sendRequest(.close) }

  func drawScene(on canvas: inout Canvas, in whole: CellRect, _ drawing: DrawingParameters) {
    endLikeFlashes(at: drawing.now)
    let theme = drawing.theme
    let rect = strip.drawSceneTabs(
      viewModel.tabs.map(\.name), current: viewModel.currentTab, on: &canvas, in: whole, theme,
      isPlain: posts.options.isPlain)
    let sign = Spinner.spinnerSign(frame: drawing.frame, posts.options)
    if let notice = viewModel.notice {
      notice.drawEmptySceneMessage(on: &canvas, in: rect, drawing, posts.options)
    } else if viewModel.isWall {
      drawPhotoWall(on: &canvas, in: rect, drawing)
    } else {
      let room = PhotoBoxLayout(drawing.pictures, pane: rect.size, posts.options)
      let layout = ProfileLayout(
        posts: posts, theme: theme, now: drawing.now, room: room)
      pane.footer =
        viewModel.footer.isEmpty ? [] : [Line(viewModel.footer, theme.style(.faint))]
      pane.setSizeAndLayoutFunction(
        rect.size, look: .init(theme: theme, ageStep: drawing.ageStep, pictures: room)
      ) {
        layout.laidOutRow($0, columns: $1)
      }
      let isMarked = drawing.isFront && dialog == nil
      pane.drawItems(
        on: &canvas, in: rect, mark: isMarked ? .init(theme, posts.options) : nil,
        pictures: PictureBoxPainter(drawing, posts))
    }
    dialog?.drawDialog(on: &canvas, in: whole, theme, sign: sign, options: posts.options)
  }

  func sendRequest(_ request: ProfileScene.SceneRequest) {
    if request == .refresh { pane.allowNextPageRequest() }
    requests(request)
  }

  func closeConfirmationDialog() {
    dialog = nil
    sendRequest(.dismiss)
    navigator?.requestRedraw()
  }

  func toggleMark(_ action: Post.UserPostMarks, on post: Post.ID) {
    sendRequest(.toggle(post, action))
  }

  func requestPostDeletion(_ post: Post.ID) { sendRequest(.delete(post)) }

  func handleEvent(_ event: SceneInputEvent) -> Bool {
    markAll.forgetMarkAllQuestion(after: event)
    if let dialog { return handleEvent(event, in: dialog) }
    if case .mouse(let mouse, let clicks) = event {
      if case .press(1) = mouse.action, let tab = strip.tabIndex(at: mouse.position) {
        showTab(at: tab)
        return true
      }
      let room = CellRect(row: strip.rows, column: 0, rows: 0, columns: 0)
      return handleListOrWallEvent(.mouse(mouse.relativeEvent(to: room), clicks: clicks))
    }
    return handleListOrWallEvent(event)
  }

  private func handleListOrWallEvent(_ event: SceneInputEvent) -> Bool {
    viewModel.isWall ? handlePhotoWallEvent(event) : handleListEvent(event)
  }

  func performClick(at place: CellPosition, copyingAddress: Bool) {
    if let tab = strip.tabIndex(at: place) { return showTab(at: tab) }
    let below = CellPosition(row: place.row - strip.rows, column: place.column)
    viewModel.isWall
      ? performClickOnWall(at: below, copyingAddress: copyingAddress)
      : performClickInList(at: below, copyingAddress: copyingAddress)
  }

  private func showTab(at number: Int) {
    if viewModel.tabs.indices.contains(number) {
      sendRequest(.look(at: viewModel.tabs[number].tab))
    }
  }

  /// Handles an event while the profile scene shows a confirmation dialog; returns false for
  /// commands of the program, such as quitting. The dialog can be left unless signing out has
  /// begun.
  private func handleEvent(_ event: SceneInputEvent, in dialog: ConfirmationDialog) -> Bool {
    guard case .command(let command) = event else { return true }
    switch (command, dialog.purpose) {
    case (.open, .block), (.block, .block):
      self.dialog = nil
      sendRequest(.reallyBlock)
      return true
    case (.open, .blockServer), (.block, .blockServer):
      self.dialog = nil
      sendRequest(.reallyBlockServer)
      return true
    default: break
    }
    switch command {
    case .open where dialog.purpose == .signOut, .signOut where dialog.purpose == .signOut:
      if !dialog.isBusy { sendRequest(.reallySignOut) }
    case .back: if !dialog.isBusy { closeConfirmationDialog() }
    case .quit, .repaint, .suspend: return false
    default: break
    }
    return true
  }

  func handleCommand(_ command: Command) -> Bool {
    if let tab = command.tabIndexAfterCommand(from: viewModel.currentTab, of: viewModel.tabs.count)
    {
      showTab(at: tab)
      return true
    }
    switch command {
    case .markAll where showsWebFeed:
      return markAllEntriesRead(isConfirmed: markAll.confirmOrRecordMarkAllQuestion())
    case .refresh: sendRequest(.refresh)
    case .undo: sendRequest(.undo)
    case .follow: requestRelationshipChangeUnlessOneself(.toggleFollow)
    // If the service cannot mute people, the local mutes are opened.
    case .mute where !posts.abilities.canWrite && viewModel.heading?.isOneself != true:
      navigator?.navigate(to: .mutes(about: pane.selected?.post?.post.id))
    case .mute: requestRelationshipChangeUnlessOneself(.toggleMute)
    case .block: requestRelationshipChangeUnlessOneself(.toggleBlock)
    case .hideBoosts: requestRelationshipChangeUnlessOneself(.toggleRelationship(.hideBoosts))
    case .tellOfPosts: requestRelationshipChangeUnlessOneself(.toggleRelationship(.tellOfPosts))
    case .blockServer: requestRelationshipChangeUnlessOneself(.toggleRelationship(.blockServer))
    case .feature: requestRelationshipChangeUnlessOneself(.toggleRelationship(.feature))
    case .takeLabels: requestRelationshipChangeUnlessOneself(.toggleRelationship(.takeLabels))
    case .statistics:
      guard let heading = viewModel.heading else { return true }
      navigator?.navigate(to: .listing(.statistics(heading.id)))
    case .message: requestRelationshipChangeUnlessOneself(.say(.message))
    case .note: requestRelationshipChangeUnlessOneself(.say(.note))
    case .muteFor: requestRelationshipChangeUnlessOneself(.say(.muteFor))
    case .lists:
      guard let heading = viewModel.heading, !heading.isOneself else { return false }
      navigator?.navigate(to: .listing(.lists(with: heading.id)))
    case .editProfile:
      guard viewModel.heading?.isOneself == true else { return false }
      sendRequest(.say(.profile))
    // With a post selected, the report is about this post instead.
    case .report where pane.selected?.post == nil:
      requestRelationshipChangeUnlessOneself(.say(.report))
    case .signOut:
      guard viewModel.heading?.isOneself == true else { return false }
      sendRequest(.signOut)
    case .followers, .following, .familiar, .featured:
      guard let heading = viewModel.heading, let list = PeopleList(command, of: heading.id)
      else { return true }
      switch posts.abilities.permission(toSee: list.kind) {
      case .allowed: navigator?.navigate(to: .people(list))
      case .withheld(let reason):
        showMessage(
          BottomLineMessage(
            text: posts.wording.sentence(for: reason, at: posts.abilities.service), tone: .plain))
      }
    default: return handleCommandOnSelection(command)
    }
    return true
  }

  /// Opens a link in the profile scene: the person's own page in the browser, since the program
  /// would open the profile again; other links inside the program if possible.
  func followLink(_ link: SafeWebLink) {
    if link == viewModel.heading?.link {
      navigator?.openInBrowser(link)
    } else {
      navigator?.openLink(link)
    }
  }

  private func handleCommandOnSelection(_ command: Command) -> Bool {
    // The profile of the posts' author is shown already.
    if command == .profile, pane.selected?.post?.post.author.id == viewModel.heading?.id {
      return true
    }
    if command == .ownProfile, viewModel.heading?.isOneself == true { return true }
    if navigateIfPossible(by: command) { return true }
    if let item = pane.selected?.post { return performCommand(command, on: item) }
    if command == .open, let action = pane.selected?.opening {
      performClick(action)
      return true
    }
    guard let link = viewModel.heading?.link else { return false }
    switch command {
    case .openLink, .browse: navigator?.openInBrowser(link)
    case .copyLink: navigator?.copyText(SafeText(sanitizing: link.address))
    case .qrCode: navigator?.navigate(to: .qrCode(link.address))
    default: return false
    }
    return true
  }

  private func requestRelationshipChangeUnlessOneself(_ change: ProfileScene.SceneRequest) {
    guard let heading = viewModel.heading else { return }
    guard !heading.isOneself else {
      return showMessage(BottomLineMessage(text: posts.wording.notOneself, tone: .plain))
    }
    sendRequest(change)
  }

  func performClick(_ action: ProfileAction) {
    switch action {
    case .people(let list): navigator?.navigate(to: .people(list))
    case .follow: requestRelationshipChangeUnlessOneself(.toggleFollow)
    case .collection(let feed): navigator?.navigate(to: .stream(feed))
    case .moreCollections: sendRequest(.moreCollections)
    case .post(let action):
      if let item = pane.selected?.post { return performPostAction(action, on: item) }
      // Clicks on the people and tags in the biography.
      switch action {
      case .openProfile(let person): navigator?.navigate(to: .profile(person))
      case .viewTag(let tag): navigator?.navigate(to: .stream(.tag(tag)))
      default: break
      }
    }
  }

  func opensSceneOrPage(_ action: ProfileAction) -> Bool {
    switch action {
    case .post(let action): action.opensContent
    case .follow: false
    case .people, .collection, .moreCollections: true
    }
  }

  func copyAddress(of action: ProfileAction?) {
    guard case .post(let action)? = action, let item = pane.selected?.post else {
      return showMessage(BottomLineMessage(text: posts.wording.noAddress, tone: .plain))
    }
    copyAddress(of: action, on: item)
  }

  func selectionDidMove() {
    navigator?.requestRedraw()
    // Near the end of the list, the next posts are fetched ahead.
    if viewModel.hasMore, pane.recordNextPageRequestIfNeeded() { sendRequest(.more) }
  }
}

extension ProfileView: Displaying {
  func display(_ viewModel: ProfileViewModel) {
    if viewModel.currentTab != self.viewModel.currentTab {
      // Another tab begins at its top.
      pane.replaceItems([])
      pane.allowNextPageRequest()
      wall = ProfilePhotoWall()
    }
    showRowsIfChanged(viewModel.rows)
    self.viewModel = viewModel
    self.viewModel.rows = []
    dialog = viewModel.dialog
    navigator?.requestRedraw()
  }
}

/// The photo wall of a profile, an alternative view of the list's rows and selection.
extension ProfileView {
  func drawPhotoWall(on canvas: inout Canvas, in rect: CellRect, _ drawing: DrawingParameters) {
    let drawing = drawing.isFront && dialog == nil ? drawing : drawing.withoutFocus
    let wall = photoWallPainter(in: rect, drawing)
    let footer = textLinesBelowLonePhoto(
      drawing.theme,
      columns: max(wall.tile.grid.width, min(rect.size.columns - 2, Self.lonePhotoTextColumns)))
    self.wall.lastDrawing = wall
    self.wall.wall.layOutWall(
      wall.elements, columns: wall.tile.grid.count, room: rect.size, footer: footer.count)
    selectRowOfWallPhoto()
    wall.drawPhotoWall(self.wall.wall, footer: footer, on: &canvas)
    wall.prefetchPhotos(after: self.wall.wall, downwards: true)
  }

  /// The usual width of the text below the only photo in the profile scene's grid of photos, in
  /// cells, if the photo is narrower.
  private static let lonePhotoTextColumns = 60

  /// Returns the lines below the only photo in the profile scene's grid of photos: the post's text
  /// and the photo's description; empty if there are more photos, or in plain mode.
  private func textLinesBelowLonePhoto(_ theme: Theme, columns: Int) -> [Line] {
    guard pane.items.count == 1, !posts.options.isPlain, let item = pane.items[0].post,
      let photo = item.photo, !item.isCovered
    else { return [] }
    var text = PostLayout(theme: theme, options: posts.options, columns: columns, room: nil)
    text.addParagraphs(
      PostTextParagraphSplitter.textParagraphs(item.post.content.text).paragraphs, columns: columns)
    return text.block.lines
      + TextWrapper.wrappedLines(
        of: Line(posts.photoDescription(of: photo), theme.style(.photo)), columns: columns)
  }

  private func photoWallPainter(in rect: CellRect, _ drawing: DrawingParameters)
    -> PhotoWallPainter<
      ProfileRow
    >
  {
    let usual =
      posts.options.isPlain
      ? PhotoWallColumnGrid(single: rect.size.columns)
      : PhotoWallColumnGrid(
        room: rect.size, most: posts.terms.mostAtOnce, drawsBlocks: drawing.pictures.drawsBlocks)
    func wallElementPainter(_ grid: PhotoWallColumnGrid) -> WallElementPainter {
      WallElementPainter(
        posts: posts, drawing: drawing, grid: grid, room: rect.size,
        person: viewModel.heading?.id, isLone: pane.items.count == 1)
    }
    // If all photos fit on the screen, they are enlarged.
    let shapes = pane.items.compactMap(\.post?.post.content.photos.first).map {
      PhotoShape($0.size, cell: drawing.pictures.cell)
    }
    let isFew =
      !viewModel.hasMore && !posts.options.isPlain
      && pane.items.count < PhotoWallColumnGrid.fewPhotos
      && shapes.count == pane.items.count
    let grid =
      isFew
      ? usual.gridForFewPhotos(in: rect.size, photos: shapes) { grid in
        pane.items.map { wallElementPainter(grid).wallElement($0).rows }
      } : usual
    return PhotoWallPainter(tile: wallElementPainter(grid), rows: pane.items, rect: rect)
  }

  func selectRowOfWallPhoto() {
    guard let id = wall.wall.selected,
      let index = pane.items.firstIndex(where: { $0.id == id })
    else { return }
    pane.selection = index
  }

  /// Handles an event while the profile scene shows the grid of photos; returns false if the event
  /// is not handled.
  func handlePhotoWallEvent(_ event: SceneInputEvent) -> Bool {
    switch event {
    case .command(.open):
      guard let item = pane.selected?.post else { return false }
      navigator?.navigate(to: .photo(item.post.id, index: item.shownPhoto))
    case .command(let command):
      cancelDelayedPhotoOpening()
      guard wall.wall.handleSelectionMovingCommand(command) else { return handleCommand(command) }
      selectRowOfWallPhoto()
      selectionDidMove()
    case .mouse(let mouse, let clicks): return handleMouse(mouse, clicks: clicks)
    case .key(let key):
      return Command(wallLetter: key, posts.options).map { handlePhotoWallEvent(.command($0)) }
        ?? false
    case .paste, .edited: return false
    }
    return true
  }

  private func handleMouse(_ mouse: MouseEvent, clicks: Int) -> Bool {
    switch mouse.action {
    case .wheelDown: wall.wall.scrollRows(by: 3)
    case .wheelUp: wall.wall.scrollRows(by: -3)
    case .press(1):
      guard let hit = clickedWallRow(at: mouse.position) else { return false }
      let isSelected = hit.id == pane.selected?.id
      cancelDelayedPhotoOpening()
      wall.wall.selectPhoto(hit.id)
      selectRowOfWallPhoto()
      if let action = hit.action, let item = pane.selected?.post {
        performPostAction(action, on: item)
      } else if clicks == 2 {
        likeSelectedPostUnlessLiked()
      } else if clicks == 1, isSelected {
        openPhotoAfterClickDelay { [weak self] in _ = self?.handlePhotoWallEvent(.command(.open)) }
      }
    default: return false
    }
    selectRowOfWallPhoto()
    selectionDidMove()
    return true
  }

  var clickTargetsOnWall: [ClickTarget] {
    ClickTarget.clickTargetsByScanningCells(in: wall.wall.room, between: 1) {
      wall.clickedWallRow(at: $0)?.id
    } make: { id, place in
      ClickTarget(position: place, isSelected: id == pane.selected?.id, opensContent: true)
    }
  }

  /// Opens the photo at a cell of the profile scene's grid of photos; with `copyingAddress`, copies
  /// the address of the photo's post.
  func performClickOnWall(at place: CellPosition, copyingAddress: Bool) {
    guard let hit = clickedWallRow(at: place) else { return }
    wall.wall.selectPhoto(hit.id)
    selectRowOfWallPhoto()
    selectionDidMove()
    _ = copyingAddress ? handleCommand(.copyLink) : handlePhotoWallEvent(.command(.open))
  }

  /// Returns the row and action that a click at a cell of the profile scene's grid of photos means;
  /// nil for an empty cell, and for a photo that was removed after the grid was drawn.
  private func clickedWallRow(
    at position: CellPosition
  ) -> (id: ProfileRow.ID, action: PostAction?)? {
    guard let hit = wall.clickedWallRow(at: position),
      pane.items.contains(where: { $0.id == hit.id })
    else { return nil }
    return hit
  }
}

/// A grid of photos in the profile scene, with its last drawing for mouse events.
@MainActor
struct ProfilePhotoWall {
  var wall = PhotoWallState<ProfileRow.ID>()
  var lastDrawing: PhotoWallPainter<ProfileRow>?

  /// Returns the id of the row with the photo at a cell of the profile scene's grid of photos, and
  /// the action of a click there, nil for selecting the photo; nil for an empty cell.
  func clickedWallRow(at position: CellPosition) -> (id: ProfileRow.ID, action: PostAction?)? {
    guard let lastDrawing,
      let piece = wall.photoPosition(at: position, grid: lastDrawing.tile.grid),
      lastDrawing.rows.indices.contains(piece.index)
    else { return nil }
    return (
      lastDrawing.rows[piece.index].id,
      lastDrawing.clickAction(
        ofElement: piece.index, row: piece.row, column: position.column, of: wall)
    )
  }
}

extension ProfileView {
  func screenReaderContents(at now: Timestamp) -> ScreenReaderContents {
    var words = screenReaderContentsOfPosts(
      at: now, notice: viewModel.notice, isBusy: !viewModel.activity.isEmpty,
      notes: [viewModel.failure, viewModel.footer])
    if !viewModel.tabs.isEmpty {
      words.title = words.title + ", " + viewModel.tabs[viewModel.currentTab].name
    }
    if viewModel.isWall, let items = words.items {
      words.items = ScreenReaderItems(ids: items.ids, selected: items.selected, lines: items.lines)
      {
        [weak self] index in
        items.select(index)
        if let self, let id = pane.selected?.id { wall.wall.selectPhoto(id) }
      }
    }
    if let dialog { words.replaceContentsByDialog(dialog) }
    return words
  }
}

extension ProfileView: EntryListScene {
  /// Marks all entries of the web feed that the profile shows as read if `isConfirmed`, else
  /// requests their number for the question; returns false if the profile is not that of a web
  /// feed.
  func markAllEntriesRead(isConfirmed: Bool) -> Bool {
    guard showsWebFeed else { return false }
    sendRequest(isConfirmed ? .markFeedRead : .countUnread)
    return true
  }
}
