import FeedDomain
import PhotoDisplay
import Preferences
import Terminal
import UseCases
import Words

struct ArticleViewModel: Equatable {
  /// The title of the article scene: the name of the web feed, or a general word until the article
  /// is loaded.
  var title: SafeText = ""
  var activity: SafeText = ""
  /// The post item of the article in the article scene, on which commands such as bookmarking act;
  /// nil if the entry is not stored.
  var item: PostItem?
  var heading: SafeText = ""
  /// The address of the article's web page; nil if the article has none.
  var page: SafeWebLink?
  /// The texts below the article's title: the author, the date and the time needed for reading.
  var facts: [SafeText] = []
  /// The text in the article scene that offers the full text of the article's page, or the text of
  /// the feed again; empty without such an offer.
  var hint: SafeText = ""
  var blocks: [Article.ArticleBlock] = []
  /// The article that the article scene shows, with labels in the user's language; nil until
  /// loaded.
  var article: Article?
  var text: String { article?.text ?? "" }
  /// The stored reading position of the article, to which the article scene scrolls when it opens.
  var position = ArticlePosition.start
  /// The word in the article scene's header of an entry that is unread; empty for a read one.
  var readState: SafeText = ""
  var notice: EmptySceneMessage?
}

@MainActor
struct ArticlePresenter {
  let posts: PostViewModelFactory
  let keys: KeyMap

  private var wording: Wording { posts.wording }

  func viewModel(of state: ArticleScene.SceneState) -> ArticleViewModel {
    var viewModel = ArticleViewModel(
      activity: wording.fetchProgressOrRetryText(
        state.progress, wording.say("fetching the page"), key: keys.keyName(for: .refresh) ?? ""),
      item: state.post.map { PostItem($0, of: state.account, state.posts.undelivered) },
      position: state.position)
    guard let article = state.article.map(wording.articleWithTranslatedLabels) else {
      viewModel.title = wording.say("Article")
      viewModel.notice =
        state.isGone
        ? EmptySceneMessage(sentence: wording.say("This entry no longer exists."))
        : EmptySceneMessage(sentence: wording.loading, isBusy: true)
      return viewModel
    }
    viewModel.title = SafeText(sanitizing: article.site)
    viewModel.heading = SafeText(sanitizing: article.title)
    viewModel.page = article.url.flatMap { SafeWebLink($0) }
    viewModel.facts = articleFacts(of: article)
    viewModel.hint = fullTextToggleHint(for: article)
    viewModel.blocks = article.blocks
    viewModel.article = article
    viewModel.readState = state.isUnread ? wording.say("unread") : ""
    if article.blocks.isEmpty, article.title.isEmpty {
      viewModel.notice = EmptySceneMessage(sentence: wording.say("This entry has no text."))
    }
    return viewModel
  }

  private func articleFacts(of article: Article) -> [SafeText] {
    var facts: [SafeText] = []
    // The title of the scene names the site.
    if let author = article.author, author != article.site {
      facts.append(SafeText(sanitizing: author))
    }
    if article.isDated { facts.append(wording.dateAndTimeText(article.createdAt)) }
    facts.append(wording.plural("{count} minute", "{count} minutes", article.minutes))
    return facts.filter { !$0.isBlank }
  }

  private func fullTextToggleHint(for article: Article) -> SafeText {
    guard let key = keys.keyName(for: .fullText) else { return "" }
    if article.source == .page {
      return wording.say("The text of the page. {key} shows the feed's.", ["key": key])
    }
    if article.hasPage {
      return wording.say("The text of the feed. {key} shows the page's.", ["key": key])
    }
    return article.isExcerpt
      ? wording.say("This is an excerpt. {key} fetches the full text.", ["key": key]) : ""
  }
}

/// A scene that shows an article, full-screen or as a preview beside a stream.
@MainActor
final class ArticleView: PostActionScene {
  weak var navigator: (any Navigator)?
  let posts: PostViewModelFactory
  let world: any World
  private let post: Post.ID
  private let opening: ArticleScene.SceneRequest
  private let request: SceneRequestSender<ArticleScene.SceneRequest>
  private var viewModel = ArticleViewModel()
  private var layout: ArticleLayout?
  /// The index of the first visible line in the layout of the article scene.
  private var top = 0
  /// The index of the article's block that was last read to a screen reader; nil if the user has
  /// scrolled since.
  private var spokenBlock: Int?
  /// The position to which the article scene scrolls at its next layout; nil to keep the present
  /// position.
  private var scrollDestination: ArticlePosition?
  private var size = CellSize(rows: 24, columns: 80)
  private var markAll = MarkAllQuestionState()

  init(
    of post: Post.ID, opening: ArticleScene.SceneRequest,
    interactor: any Interacting<ArticleScene.SceneRequest>, posts: PostViewModelFactory,
    world: any World
  ) {
    (self.post, self.opening, self.posts, self.world) = (post, opening, posts, world)
    request = SceneRequestSender(to: interactor)
  }

  private var isBeside: Bool { if case .glance = opening { true } else { false } }

  var header: SceneHeader {
    var activity = viewModel.activity
    if !activity.isEmpty {
      let frame = Int(truncatingIfNeeded: world.now.milliseconds / 100)
      activity = Spinner.spinnerSign(frame: frame, posts.options) + " " + activity
    }
    return SceneHeader(viewModel.title, activity: activity, aside: aside)
  }

  /// The text at the right of the article scene's header: that the entry is unread, except in a
  /// preview, and how much of it is read.
  private var aside: SafeText {
    [isBeside ? "" : viewModel.readState, share].filter { !$0.isEmpty }.joined(separator: " · ")
  }

  /// The text in the article scene's header with the percentage of the article down to the last
  /// visible line; empty if the whole article fits on the screen.
  private var share: SafeText {
    guard let layout, layout.lines.count > size.rows else { return "" }
    let end = min(layout.lines.count, top + size.rows)
    return SafeText(sanitizing: "\(end * 100 / layout.lines.count) %")
  }

  var properties: SceneProperties {
    SceneProperties(
      isReady: viewModel.notice?.isBusy != true, leavesRoomBeside: isBeside, fitsBeside: isBeside)
  }

  var hints: [Command] {
    let headings: [Command] =
      viewModel.blocks.contains { if case .heading = $0.content { true } else { false } }
      ? [.nextHeading] : []
    let readState: [Command] = posts.abilities.hasReadStates ? [.toggleRead] : []
    return [.back, .openLink, .fullText, .bookmark, .saveForLater] + headings + [.markAll]
      + readState + [.copyText, .help]
  }

  var hintWords: [Command: SafeText] {
    var words: [Command: SafeText] = [
      .openLink: posts.wording.say("page"), .right: posts.wording.say("next"),
    ]
    if viewModel.readState.isEmpty { words[.toggleRead] = posts.wording.say("unread") }
    return words
  }

  var commandPlaces: Set<CommandSceneKind> { [.posts, .articles, .webFeeds] }
  var priorityCommands: [Command] { [.fullText, .markAll] }

  var chosenPost: PostItem? { viewModel.item }

  func isAnimating(at now: Timestamp) -> Bool {
    posts.options.isAnimated && (!viewModel.activity.isEmpty || viewModel.notice?.isBusy == true)
  }

  func sceneDidAppear() { request.sendOpeningRequestOnce(opening) }

  func sceneDidClose() {
    storeScrollPosition()
    request(.close)
  }

  private func storeScrollPosition() {
    guard !isBeside, let layout, viewModel.notice == nil else { return }
    request(.keep(layout.articlePosition(at: top)))
  }

  // MARK: - Drawing

  func drawScene(on canvas: inout Canvas, in rect: CellRect, _ drawing: DrawingParameters) {
    size = rect.size
    if let notice = viewModel.notice {
      return notice.drawEmptySceneMessage(on: &canvas, in: rect, drawing, posts.options)
    }
    let layout = articleLayout(for: rect.size, drawing)
    top = max(0, min(top, layout.lines.count - rect.size.rows))
    for (offset, line) in layout.lines.dropFirst(top).prefix(rect.size.rows).enumerated() {
      let place = CellPosition(
        row: rect.origin.row + offset, column: rect.origin.column + layout.margin)
      canvas.writeLine(line, at: place, within: rect)
    }
    canvas.point = rect.origin
    drawArticlePictures(layout, on: &canvas, in: rect, drawing)
  }

  /// Returns the article's layout for a size of the scene, and scrolls to the wanted position; a
  /// new layout is made only if the width, theme or picture sizes have changed.
  private func articleLayout(for size: CellSize, _ drawing: DrawingParameters) -> ArticleLayout {
    let room = PhotoBoxLayout(drawing.pictures, pane: size, posts.options, isLarge: true)?
      .layoutWidenedForSinglePhoto(in: size)
      .withoutPortraits
    let look = ArticleLayout.ArticleLayoutInputs(
      columns: size.columns, theme: drawing.theme, room: room)
    if let layout, layout.inputs == look {
      if let scrollDestination { top = layout.lineIndex(of: scrollDestination) }
      scrollDestination = nil
      return layout
    }
    let place = scrollDestination ?? layout?.articlePosition(at: top) ?? .start
    let new = ArticleLayout(viewModel, look, posts: posts)
    top = new.lineIndex(of: place)
    (layout, scrollDestination) = (new, nil)
    return new
  }

  private func drawArticlePictures(
    _ layout: ArticleLayout, on canvas: inout Canvas, in rect: CellRect,
    _ drawing: DrawingParameters
  ) {
    guard drawing.pictures.isOn else { return }
    let boxes = PictureBoxPainter(drawing, posts)
    var areAllDrawn = true
    for area in layout.pictures {
      var box = area.box
      box.origin.row += rect.origin.row - top
      box.origin.column += rect.origin.column + layout.margin
      let isBelow = box.origin.row >= rect.rows.upperBound
      if isBelow {
        // The picture below the screen is fetched ahead, once the visible ones are loaded.
        if areAllDrawn {
          drawing.pictures.prefetchPhotos([area.photo], in: area.box.size, area.cropping)
        }
        break
      }
      guard box.rows.upperBound > rect.origin.row else { continue }
      let isDrawn = boxes.drawPhoto(
        area.photo, describedAs: area.words, cut: area.cropping, on: &canvas, in: box, within: rect)
      areAllDrawn = areAllDrawn && isDrawn
    }
  }

  // MARK: - Keys

  func handleEvent(_ event: SceneInputEvent) -> Bool {
    markAll.forgetMarkAllQuestion(after: event)
    switch event {
    case .command(let command):
      return handleScrollCommand(command) || handleCommand(command)
    case .mouse(let mouse, _):
      switch mouse.action {
      case .wheelDown: scrollArticle(by: 3)
      case .wheelUp: scrollArticle(by: -3)
      case .press(1): return handleCellClick(mouse.position)
      default: return false
      }
      return true
    case .key, .paste, .edited: return false
    }
  }

  private func handleScrollCommand(_ command: Command) -> Bool {
    let page = max(1, size.rows - 2)
    switch command {
    case .down, .lineDown: scrollArticle(by: 1)
    case .up, .lineUp: scrollArticle(by: -1)
    case .halfPageDown: scrollArticle(by: max(1, size.rows / 2))
    case .halfPageUp: scrollArticle(by: -max(1, size.rows / 2))
    case .pageDown: scrollArticle(by: page)
    case .pageUp: scrollArticle(by: -page)
    case .top: scrollArticle(by: -top)
    case .bottom: scrollArticle(by: layout?.lines.count ?? 0)
    case .nextHeading: scrollToLine(layout?.headings.first { $0 > top })
    case .previousHeading: scrollToLine(layout?.headings.last { $0 < top } ?? 0)
    default: return false
    }
    return true
  }

  private func scrollArticle(by rows: Int) {
    spokenBlock = nil
    top = max(0, min(top + rows, (layout?.lines.count ?? 0) - size.rows))
    navigator?.requestRedraw()
  }

  private func scrollToLine(_ line: Int?) {
    if let line { scrollArticle(by: line - top) }
  }

  private func handleCommand(_ command: Command) -> Bool {
    switch command {
    case .fullText: request(.toggleFullText)
    case .refresh: request(.refresh)
    case .toggleRead: request(.toggleReadState)
    case .undo: request(.undo)
    case .right, .left:
      storeScrollPosition()
      request(.step(by: command == .right ? 1 : -1))
    case .firstUnread, .previousUnread:
      storeScrollPosition()
      request(.stepToUnread(command == .firstUnread ? .down : .up))
    case .savePhoto, .exportArticle: exportArticle(to: .file)
    case .pipeArticle: exportArticle(to: .pipe)
    case .bookmarkElsewhere: exportArticle(to: .bookmark)
    case .copyText: navigator?.copyText(SafeText(sanitizing: viewModel.text))
    case .open: return true
    case .markAll:
      navigator?.markListBehindEntryRead(isConfirmed: markAll.confirmOrRecordMarkAllQuestion())
    default:
      if navigateIfPossible(by: command) { return true }
      guard let item = viewModel.item else { return false }
      return performCommand(command, on: item)
    }
    return true
  }

  private func exportArticle(to target: ExportTarget) {
    guard !viewModel.text.isEmpty else { return }
    navigator?.exportArticle(
      ExportedArticle(
        title: viewModel.heading, address: viewModel.page?.address ?? "", text: viewModel.text,
        post: viewModel.item?.post),
      to: target)
  }

  func toggleMark(_ action: Post.UserPostMarks, on post: Post.ID) { request(.toggle(post, action)) }

  func requestPostDeletion(_ post: Post.ID) {}

  func toggleHiddenContent(_ post: Post.ID) {}

  func switchShownPhoto(_ post: Post.ID, to photo: Int) {}

  func openOrOfferWebPage(of post: Post.ID) {}

  func showLikeFlash(_ post: Post.ID) {}

  // MARK: - Words

  func screenReaderContents(at now: Timestamp) -> ScreenReaderContents {
    var words = ScreenReaderContents(title: viewModel.title)
    words.isBusy = !viewModel.activity.isEmpty || viewModel.notice?.isBusy == true
    words.notes =
      viewModel.notice?.lines
      ?? [viewModel.heading, viewModel.facts.joined(separator: " · ").spoken, viewModel.hint].filter
    { !$0.isBlank }
    words.marks = viewModel.item?.post.userMarks
    guard viewModel.notice == nil, let layout, !viewModel.blocks.isEmpty else { return words }
    words.items = ScreenReaderItems(
      ids: viewModel.blocks.indices.map { AnyHashable($0) },
      selected: spokenBlock ?? layout.articlePosition(at: top).block,
      lines: { [posts, blocks = viewModel.blocks] index in
        switch blocks[index].content {
        case .heading(let text, _):
          [posts.wording.say("Heading: {text}", ["text": text.plain])]
        case .paragraph(let text): SafeText.sanitizedLines(of: text.plain)
        case .picture(let photo, let caption):
          [posts.photoDescription(of: photo), SafeText(sanitizing: caption.plain)]
        case .code, .table, .media, .rule: layout.articleBlockLines(ofBlock: index).spoken
        }
      },
      select: { [weak self] index in
        guard let self else { return }
        top = layout.lineIndex(of: ArticlePosition(block: index, share: 0))
        spokenBlock = index
        navigator?.requestRedraw()
      })
    return words
  }

  // MARK: - Clicks

  private enum ArticleClickTarget: Equatable {
    case link(SafeWebLink)
    case photo(Photo.ID)
  }

  private func articleClickTarget(at place: CellPosition) -> ArticleClickTarget? {
    guard let layout, layout.lines.indices.contains(top + place.row) else { return nil }
    let column = place.column - layout.margin
    if let link = layout.lines[top + place.row].links.last(where: { $0.cells.contains(column) }) {
      return .link(link.target)
    }
    let area = layout.pictures.first {
      $0.box.rows.contains(top + place.row) && $0.box.columns.contains(column)
    }
    return area.map { .photo($0.photo.id) }
  }

  private func handleCellClick(_ place: CellPosition) -> Bool {
    guard let target = articleClickTarget(at: place) else { return false }
    openClickTarget(target)
    return true
  }

  private func openClickTarget(_ target: ArticleClickTarget) {
    switch target {
    case .link(let link): navigator?.openLink(link)
    case .photo(let id):
      if let index = viewModel.item?.post.content.photos.firstIndex(where: { $0.id == id }),
        let item = viewModel.item
      {
        navigateAsItemAccount(to: .photo(item.post.id, index: index), of: item)
      } else if let link = SafeWebLink(id.rawValue) {
        navigator?.openInBrowser(link)
      }
    }
  }

  var clickTargets: [ClickTarget] {
    ClickTarget.clickTargetsByScanningCells(in: size) {
      articleClickTarget(at: $0)
    } make: { _, place in
      ClickTarget(position: place, isSelected: true, opensContent: true)
    }
  }

  func performClick(at place: CellPosition, copyingAddress: Bool) {
    guard let target = articleClickTarget(at: place) else { return }
    guard copyingAddress else { return openClickTarget(target) }
    let address =
      switch target {
      case .link(let link): link.address
      case .photo(let id): id.rawValue
      }
    navigator?.copyText(SafeText(sanitizing: address))
  }
}

extension ArticleView: Displaying {
  func display(_ viewModel: ArticleViewModel) {
    let isSame =
      viewModel.blocks == self.viewModel.blocks && viewModel.heading == self.viewModel.heading
      && viewModel.facts == self.viewModel.facts && viewModel.hint == self.viewModel.hint
    if !isSame {
      spokenBlock = nil
      (layout, scrollDestination) = (nil, viewModel.position)
    }
    self.viewModel = viewModel
    navigator?.requestRedraw()
  }
}
