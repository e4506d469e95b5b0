import FeedDomain
import PhotoDisplay
import Preferences
import Terminal
import UseCases
import Words

@MainActor
struct NotificationsPresenter {
  let posts: PostViewModelFactory
  let keys: KeyMap

  private var wording: Wording { posts.wording }

  func viewModel(of state: NotificationsScene.SceneState) -> NotificationsViewModel {
    let key = keys.keyName(for: .refresh) ?? ""
    let together = AccountsOfMergedList(state.notificationAccounts.members)
    let rows = state.notifications.visibleRows.map { notificationRow($0, in: state, together) }
    let (failure, again) = (state.fetch.failure, wording.retryHint(key: key))
    return NotificationsViewModel(
      title: state.notificationAccounts.members.isEmpty
        ? wording.notifications : wording.say("Notifications of all accounts"),
      tabs: state.tabs.map { .init(tab: $0, name: wording.name(of: $0)) },
      current: state.tabs.firstIndex(of: state.tab) ?? 0,
      showsAllAccounts: state.notificationAccounts.isOffered
        ? !state.notificationAccounts.members.isEmpty : nil,
      silence: wording.failedServicesText(state.notificationAccounts.failedAccounts),
      count: state.unread.isEmpty
        ? "" : wording.plural("{count} new", "{count} new", state.unread.count), rows: rows,
      hasMore: state.hasMore,
      activity: wording.fetchProgressOrRetryText(
        state.fetch.fetchProgress, wording.say("loading"), key: key),
      failure: failure.map { wording.sentence(for: $0) + " " + again } ?? "",
      notice: rows.isEmpty ? emptySceneMessage(of: state, key: key) : nil)
  }

  private func emptySceneMessage(of state: NotificationsScene.SceneState, key: String)
    -> EmptySceneMessage
  {
    if let failure = state.fetch.failure {
      return EmptySceneMessage(
        sentence: wording.sentence(for: failure), nextStep: wording.retryHint(key: key))
    }
    guard state.isLoaded, state.fetch == .idle else {
      return EmptySceneMessage(
        asking: wording.say("Fetching notifications"), state.fetch.fetchProgress, wording, key: key)
    }
    return state.tab == .all
      ? EmptySceneMessage(
        sentence: wording.noNotices,
        nextStep: wording.say("Likes, replies and followers appear here."))
      : EmptySceneMessage(sentence: wording.say("Nothing here yet."))
  }

  private func notificationRow(
    _ notification: Notification, in state: NotificationsScene.SceneState,
    _ together: AccountsOfMergedList
  ) -> NotificationRow {
    let (sign, role) = notificationKindSign(of: notification.kind)
    let reader = together.account(of: notification.id) ?? state.account
    let abilities = together.abilities(of: notification.id) ?? posts.abilities
    return NotificationRow(
      id: notification.topic, symbol: sign, role: role,
      words: [
        notificationSentence(of: notification, to: reader, naming: 2),
        notificationSentence(of: notification, to: reader, naming: 1),
        notificationSentence(of: notification, to: reader, naming: 1, nameColumns: 10),
      ], receivedAt: notification.createdAt,
      isUnread: state.unread.contains(notification.id),
      post: notification.post.map {
        together.itemWithAccountBadges(PostItem($0, of: reader, state.notifications.undelivered))
      },
      showsPost: notification.post.map { $0.author.id != reader.person } ?? false,
      person: notification.people.first?.id.withoutAccount,
      portrait: notification.people.first.map { PortraitOrInitial($0) },
      route: notificationRoute(of: notification, account: reader, abilities),
      page: (notification.subject?.url).flatMap { SafeWebLink($0) },
      requester: abilities.canWrite
        ? notification.people.first { notification.isFollowRequest(from: $0.id) }?.id : nil,
      receiver: together.accountBadge(of: notification.id).map {
        .init(account: reader.id, badge: $0)
      })
  }

  private func notificationSentence(
    of notification: Notification, to reader: Account, naming most: Int, nameColumns: Int = .max
  ) -> SafeText {
    wording.notificationText(notification, to: reader, naming: most) {
      let name = SafeText(sanitizing: $0.nameWithoutEmojis)
      let text =
        name.isBlank || !posts.options.isDisplayableText(name)
        ? SafeText(sanitizing: $0.handle) : name
      return SafeText(sanitizing: Line(text).truncatedLine(columns: nameColumns).text)
    }
  }

  private func notificationKindSign(of kind: Notification.NotificationKind) -> (SafeText, TextRole)
  {
    guard !posts.options.isPlain else { return ("", .text) }
    return switch kind {
    case .like, .likeOfBoosted: ("♥", .liked)
    case .boost, .boostOfBoosted: ("↻", .boosted)
    case .follow, .request, .newcomer, .joined, .contact: ("+", .good)
    case .mention: ("@", .mention)
    case .quote: ("»", .mention)
    case .poll: ("≡", .poll)
    case .edit, .quoteEdit: ("✎", .strong)
    case .severed, .warning, .report: ("!", .bad)
    case .reaction, .published, .verified, .unverified, .collected, .collectionEdit, .other:
      ("*", .strong)
    }
  }

  /// Returns the route that opening a notification follows: to its post, else to the person or the
  /// list of followers; nil for none.
  private func notificationRoute(
    of notification: Notification, account: Account, _ abilities: PostAbilities
  )
    -> Route?
  {
    if let post = notification.post { return .conversation(post.id.withoutAccount) }
    guard let lists = abilities.people, let person = notification.people.first else { return nil }
    let goesToList = notification.count > 1 && lists.contains(.followers)
    return goesToList ? .people(.followers(account.person)) : .profile(person.id.withoutAccount)
  }
}

// MARK: - View model

struct NotificationsViewModel: Equatable {
  var title: SafeText = ""
  var tabs: [NotificationTabModel] = []
  var current = 0
  /// True if the notifications scene lists those of all accounts, false for one account; nil if
  /// there is only one account.
  var showsAllAccounts: Bool?
  /// The text in the notifications scene that names the services that could not be asked, while
  /// others answered; empty for none.
  var silence: SafeText = ""
  var count: SafeText = ""
  var rows: [NotificationRow] = []
  var hasMore = false
  var activity: SafeText = ""
  var failure: SafeText = ""
  var notice: EmptySceneMessage?

  struct NotificationTabModel: Equatable {
    let tab: NotificationTab
    let name: SafeText
  }
}

struct NotificationRow: PostRow {
  /// The id of a row in the notifications scene, made from the notification's topic, so that it
  /// stays the same when more people are added.
  let id: String
  let symbol: SafeText
  /// The text role that gives the colour of the sign in a row of the notifications scene.
  let role: TextRole
  /// The texts with a notification's sentence, such as "Ada and Bo liked your post", from long to
  /// short: whole, with one name, and with that name shortened.
  let words: [SafeText]
  let receivedAt: Timestamp
  let isUnread: Bool
  package var post: PostItem?
  /// True if the notification has a post of another person, of which more lines are shown than of
  /// the user's own.
  let showsPost: Bool
  /// The id of the person who caused the notification, the latest of several; nil for nobody.
  let person: Person.ID?
  var portrait: PortraitOrInitial?
  /// The route that opening the row of the notifications scene follows; nil for none.
  let route: Route?
  /// The web page that opening the row of the notifications scene shows instead of following the
  /// route; nil for none.
  var page: SafeWebLink?
  /// The id of the person whose follow request the row of the notifications scene can answer; nil
  /// if the notification is no such request.
  var requester: Person.ID?
  /// The account that received the notification, with its badge, in the list of all accounts; nil
  /// in the list of one account.
  var receiver: ReceivingAccount?

  struct ReceivingAccount: Equatable {
    let account: Account.ID
    let badge: AccountBadge
  }
}

// MARK: - View

@MainActor
final class NotificationsView: PostListScene {
  weak var navigator: (any Navigator)?
  let posts: PostViewModelFactory
  let world: any World
  private let requests: SceneRequestSender<NotificationsScene.SceneRequest>
  var displayStates = PostDisplayStates()
  let photoOpening = DelayedPhotoOpening()
  /// The view model that the notifications scene shows; its rows are drawn by the list pane. nil
  /// before the first.
  private var viewModel: NotificationsViewModel?
  private var strip = SceneTabRow()
  package var pane = ListPane<NotificationRow, PostAction>(gap: 1)

  init(
    interactor: any Interacting<NotificationsScene.SceneRequest>, posts: PostViewModelFactory,
    world: any World
  ) {
    requests = SceneRequestSender(to: interactor)
    self.posts = posts
    self.world = world
  }

  var header: SceneHeader {
    guard let viewModel else { return SceneHeader() }
    return SceneHeader(
      viewModel.title,
      failure: pane.items.isEmpty || !viewModel.silence.isEmpty
        ? viewModel.silence : viewModel.failure,
      activity: viewModel.activity, aside: viewModel.count)
  }

  var properties: SceneProperties {
    SceneProperties(isReady: viewModel != nil, mayHaveBlankTopRow: viewModel?.tabs.isEmpty ?? true)
  }

  var hints: [Command] {
    let tabs: [Command] =
      (viewModel?.tabs.isEmpty == false ? [.nextStream] : [])
      + (viewModel?.showsAllAccounts == nil ? [] : [.everything])
    guard let row = pane.selected else { return [.back] + tabs + [.refresh, .help] }
    guard let item = row.post else {
      return [.back, .open] + (row.requester == nil ? [] : [.accept, .reject]) + tabs
        + [.refresh, .help]
    }
    let own = posts.abilities.keyHintCommands(for: item, at: world.now)
    return [.back] + own.prefix(4) + tabs + [.refresh, .help] + own.dropFirst(4)
  }

  var commandPlaces: Set<CommandSceneKind> {
    chosenPost == nil ? [.notifications] : [.notifications, .posts]
  }
  var priorityCommands: [Command] {
    [.reject] + (viewModel?.showsAllAccounts == nil ? [] : [.everything])
  }

  func isAnimating(at now: Timestamp) -> Bool {
    posts.options.isAnimated && (displayStates.isMoving || viewModel?.notice?.isBusy == true)
  }

  func sceneDidAppear() { requests.sendOpeningRequestOnce(.open) }

  /// Tells the interactor whether the notifications scene is visible; while it is hidden, no
  /// notifications are marked as read.
  func setSceneVisible(_ isVisible: Bool) { sendRequest(isVisible ? .open : .close) }

  var column: (content: DeckColumn.DeckColumnContent, name: SafeText)? {
    viewModel.map { (.notifications, $0.title) }
  }

  func sceneDidClose() {
    sendRequest(.close)
    requests.cancelAllRequests()
  }

  /// The height of the notifications scene from which on the beginnings of the user's own posts
  /// have as many lines as those of others.
  private static let highRows = 40

  func drawScene(on canvas: inout Canvas, in whole: CellRect, _ drawing: DrawingParameters) {
    endLikeFlashes(at: drawing.now)
    let theme = drawing.theme
    let rect = strip.drawSceneTabs(
      viewModel?.tabs.map(\.name) ?? [], current: viewModel?.current ?? 0, on: &canvas, in: whole,
      theme, isPlain: posts.options.isPlain)
    if let notice = viewModel?.notice {
      return notice.drawEmptySceneMessage(on: &canvas, in: rect, drawing, posts.options)
    }
    let room = PhotoBoxLayout(drawing.pictures, pane: rect.size, posts.options)
    let layout = NotificationsLayout(
      posts: posts, theme: theme, now: drawing.now, portraitBox: room?.person,
      isHigh: rect.size.rows >= Self.highRows)
    pane.setSizeAndLayoutFunction(
      rect.size, look: .init(theme: theme, ageStep: drawing.ageStep, pictures: room)
    ) {
      layout.laidOutRow($0, columns: $1)
    }
    pane.drawItems(
      on: &canvas, in: rect, mark: drawing.isFront ? .init(theme, posts.options) : nil,
      pictures: PictureBoxPainter(ofPeople: drawing, posts.options))
  }

  func toggleMark(_ action: Post.UserPostMarks, on post: Post.ID) {
    sendRequest(.toggle(post, action))
  }

  func requestPostDeletion(_ post: Post.ID) { sendRequest(.delete(post)) }

  // MARK: - Events

  func handleEvent(_ event: SceneInputEvent) -> Bool {
    guard case .mouse(let mouse, let clicks) = event else { return handleListEvent(event) }
    if case .press(1) = mouse.action, let tab = strip.tabIndex(at: mouse.position) {
      showTab(at: tab)
      return true
    }
    let room = CellRect(row: strip.rows, column: 0, rows: 0, columns: 0)
    return handleListEvent(.mouse(mouse.relativeEvent(to: room), clicks: clicks))
  }

  var clickTargets: [ClickTarget] {
    strip.clickTargets + clickTargetsInList.map { $0.movedTarget(down: strip.rows) }
  }

  func performClick(at place: CellPosition, copyingAddress: Bool) {
    guard let tab = strip.tabIndex(at: place) else {
      return performClickInList(
        at: CellPosition(row: place.row - strip.rows, column: place.column),
        copyingAddress: copyingAddress)
    }
    showTab(at: tab)
  }

  private func showTab(at number: Int) {
    guard let tabs = viewModel?.tabs, tabs.indices.contains(number) else { return }
    sendRequest(.look(at: tabs[number].tab))
  }

  func handleCommand(_ command: Command) -> Bool {
    if let tab = command.tabIndexAfterCommand(
      from: viewModel?.current ?? 0, of: viewModel?.tabs.count ?? 0)
    {
      showTab(at: tab)
      return true
    }
    switch command {
    case .refresh: sendRequest(.refresh)
    case .undo: sendRequest(.undo)
    // The command for the notifications does nothing here, since the scene is open already.
    case .notifications: break
    case .everything:
      guard let together = viewModel?.showsAllAccounts else { return false }
      sendRequest(.gather(!together))
    default:
      if navigateIfPossible(by: command) { return true }
      guard let row = pane.selected else {
        return command == .accept || command == .reject
          ? handleCommandByExplaining(posts.wording.notAFollowRequest) : false
      }
      return handleCommand(command, on: row)
    }
    return true
  }

  private func handleCommand(_ command: Command, on row: NotificationRow) -> Bool {
    switch command {
    case .open:
      if let page = row.page {
        navigator?.openLink(page)
        return true
      }
      guard let route = row.route else { return false }
      navigate(to: route, from: row)
    case .accept, .reject:
      guard let requester = row.requester else {
        return handleCommandByExplaining(posts.wording.notAFollowRequest)
      }
      sendRequest(.admit(requester, command == .accept))
    case .profile where posts.abilities.people != nil:
      // Opens the profile of the person who caused the notification, not of the post's author.
      guard let person = row.person ?? row.post?.post.author.id else { return false }
      navigate(to: .profile(person), from: row)
    default:
      guard let item = row.post else { return false }
      return performCommand(command, on: item)
    }
    return true
  }

  func performClick(_ action: PostAction) {
    guard let row = pane.selected else { return }
    if let item = row.post {
      performPostAction(action, on: item)
    } else if case .openProfile(let person) = action, posts.abilities.people != nil {
      // The portrait of a follower stands beside no post.
      navigate(to: .profile(person), from: row)
    }
  }

  private func navigate(to route: Route, from row: NotificationRow) {
    navigator?.navigate(to: row.receiver.map { .asAccount($0.account, route) } ?? route)
  }

  /// Shows a message that tells why a command does nothing; returns true, since the command is
  /// handled.
  private func handleCommandByExplaining(_ words: SafeText) -> Bool {
    showMessage(BottomLineMessage(text: words, tone: .plain))
    return true
  }

  func isWholeRowClickTarget(_ row: NotificationRow) -> Bool { row.route != nil || row.page != nil }

  func selectionDidMove() {
    navigator?.requestRedraw()
    // Near the end of the list, older notifications are fetched ahead.
    if viewModel?.hasMore == true, pane.recordNextPageRequestIfNeeded() { sendRequest(.more) }
  }

  private func sendRequest(_ request: NotificationsScene.SceneRequest) {
    if request == .refresh { pane.allowNextPageRequest() }
    requests(request)
  }
}

extension NotificationsView: Displaying {
  func display(_ viewModel: NotificationsViewModel) {
    // Another tab, and the notifications of other accounts, begin at the top.
    if viewModel.current != self.viewModel?.current
      || viewModel.showsAllAccounts != self.viewModel?.showsAllAccounts
    {
      pane.replaceItems([])
      pane.allowNextPageRequest()
    }
    showRowsIfChanged(viewModel.rows)
    self.viewModel = viewModel
    self.viewModel?.rows = []
    navigator?.requestRedraw()
  }
}

// MARK: - Layout

struct NotificationsLayout {
  let posts: PostViewModelFactory
  let theme: Theme
  let now: Timestamp
  var portraitBox: CellSize?
  /// True if the screen has room for a second line of the user's own posts.
  var isHigh = false

  private static let headingLines = 3
  private static let linesOfOwn = 1
  private static let linesOfOthers = 2

  func laidOutRow(_ row: NotificationRow, columns: Int) -> LaidOutLines<PostAction> {
    let portraitIndent = PhotoBoxLayout.portraitIndent(for: portraitBox)
    let columns = max(1, min(columns, PostLayout.widest) - portraitIndent)
    var block = LaidOutLines<PostAction>(
      lines: notificationSentenceLines(of: row, columns: columns))
    if let item = row.post {
      block.lines += postExcerptLines(
        of: item.post, isOwn: !row.showsPost, columns: columns, indent: badgeAndSignWidth(of: row)
      )
    }
    guard let portraitBox else { return block }
    guard let portrait = row.portrait else {
      // Indented like the notifications with a portrait.
      var blanks = Line()
      blanks.appendBlanks(portraitIndent)
      block.indentLines(by: portraitIndent) { _ in blanks }
      return block
    }
    block.addPortrait(portrait, in: portraitBox, theme, posts.options)
    if let person = row.person {
      block.zones += (0..<portraitBox.rows).map {
        .init(line: $0, columns: 0..<portraitBox.columns, action: .openProfile(person))
      }
    }
    return block
  }

  /// Returns the lines with the notification's sentence and time. In a narrow column names are left
  /// out and shortened before the sentence is wrapped; the time never stands alone in a line.
  private func notificationSentenceLines(of row: NotificationRow, columns: Int) -> [Line] {
    let time = posts.timeText(row.receivedAt, now: now)
    var end = Line(" · " + time, theme.style(.time))
    if row.isUnread {
      let new = posts.options.isPlain ? " · " + posts.wording.say("new") : " ●"
      end.append(new, theme.style(.busy))
    }
    if let item = row.post {
      let marks =
        posts.joinedSigns([
          row.showsPost ? posts.photosIncludedSign(of: item).map { StyledSpan($0, .photo) } : nil
        ]) + posts.ownMarkSigns(of: item)
      if !marks.isEmpty {
        end.append(posts.options.saysInWords ? ", " : " ")
        end.append(theme.styledLine(marks))
      }
    }
    let sign = badgeAndSignLine(of: row)
    let style = theme.style(row.isUnread ? .strong : .text)
    let room = max(1, columns - sign.columns)
    let fitting = row.words.first { TextWidth.columnCount(of: $0) + end.columns <= room }
    // If no variant fits one line, the variant with the whole name is wrapped.
    let words = fitting ?? row.words.dropLast().last ?? ""
    let wrapped = TextWrapper.wrappedLines(of: Line(words, style), columns: room)
    var lines = Array(wrapped.prefix(Self.headingLines))
    // More lines would only show an overlong name.
    var last = lines.popLast() ?? Line()
    if wrapped.count > Self.headingLines { last.append(" …", style) }
    if last.columns + end.columns > room, lines.count + 1 < Self.headingLines,
      let blank = last.text.lastIndex(of: " ")
    {
      // The last word goes to the next line with the time, so that the time never stands alone.
      lines.append(Line(SafeText(sanitizing: String(last.text[..<blank])), style))
      last = Line(SafeText(sanitizing: String(last.text[blank...].dropFirst())), style)
    }
    last = last.truncatedLine(columns: max(1, room - end.columns))
    last.append(end)
    return (lines + [last]).enumerated().map { number, text in
      var line = number == 0 ? sign : Line()
      line.appendBlanks(sign.columns - line.columns)
      line.append(text)
      return line
    }
  }

  private func postExcerptLines(of post: Post, isOwn: Bool, columns: Int, indent: Int) -> [Line] {
    let text = Line(
      posts.excerpt(of: post.content), theme.style(isOwn ? .faint : .text))
    let rows = isOwn && !isHigh ? Self.linesOfOwn : Self.linesOfOthers
    return text.wrappedLines(columns: max(1, columns - indent - 2), rows: rows).map { line in
      var quoted = Line()
      quoted.appendBlanks(indent)
      quoted.append(posts.options.isPlain ? "  " : "│ ", theme.style(.rule))
      quoted.append(line)
      return quoted
    }
  }

  /// Returns the start of a notification's first line: the badge of the account that received it,
  /// and the symbol of its kind, such as "♥".
  private func badgeAndSignLine(of row: NotificationRow) -> Line {
    var line = row.receiver.map { [$0.badge].accountBadgeLine(theme, posts.options) } ?? Line()
    if line.columns > 0 { line.append(" ") }
    // Two blanks, since some terminals draw a sign wider than its cell.
    if !row.symbol.isEmpty { line.append(row.symbol + "  ", theme.style(row.role)) }
    return line
  }

  private func badgeAndSignWidth(of row: NotificationRow) -> Int {
    badgeAndSignLine(of: row).columns
  }
}

extension NotificationsView {
  func screenReaderContents(at now: Timestamp) -> ScreenReaderContents {
    guard let viewModel else {
      var words = ScreenReaderContents(header)
      words.isBusy = true
      return words
    }
    let (posts, wording) = (posts, posts.wording)
    var words = screenReaderContentsOfList(
      notice: viewModel.notice, isBusy: !viewModel.activity.isEmpty,
      notes: [viewModel.failure, viewModel.silence]
    ) { row in
      let heading: [SafeText?] = [
        row.isUnread ? wording.say("unread") : nil, row.words.first,
        wording.elapsedTimeText(row.receivedAt, now: now), row.receiver?.badge.handle,
      ]
      let post = row.post.flatMap { row.showsPost ? $0 : nil }
      return [heading.compactMap(\.self).joined(separator: ", ")]
        + (post.map { posts.screenReaderLines(of: $0, now: now) } ?? row.post.map {
          [wording.postExcerpt(of: $0.post.content)]
        } ?? [])
    }
    words.marks = chosenPost?.post.userMarks
    if !viewModel.tabs.isEmpty {
      words.title = words.title + ", " + viewModel.tabs[viewModel.current].name
    }
    return words
  }
}
