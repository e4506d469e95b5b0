import FeedDomain
import PhotoDisplay
import Preferences
import Terminal
import UseCases
import Words

struct FeedListContent: PagedListContent {
  /// The gateway to the web feeds, which returns the stream of a single feed or of a folder that is
  /// opened from the list of web feeds.
  let timelines: any SubscriptionGateway
  let wording: Wording
  let keys: KeyMap
  let world: any World
  /// True if the account's entries have a read state.
  var hasReadStates = true

  var openRequest: FeedListScene.SceneRequest { .open }
  /// The flag that makes the list of web feeds reload when it comes to the front; always true,
  /// since streams opened from it mark entries as read.
  var reloadsOnReturn: Bool { true }

  func viewModel(of state: FeedListScene.SceneState) -> PagedListViewModel<FeedListRow> {
    guard state.candidates.isEmpty else {
      return PagedListViewModel(
        title: wording.say("Choose a feed"), rows: discoveredFeedRows(of: state))
    }
    guard state.rejected.isEmpty, state.withheld.isEmpty else {
      return PagedListViewModel(
        title: wording.say("Lines that were not added"), rows: rejectedImportRows(of: state))
    }
    var list = PagedList(state.subscriptions ?? [], fetch: state.fetch)
    list.isLoaded = state.subscriptions != nil
    let total = (state.subscriptions ?? []).reduce(0) { $0 + state.unreadCount(of: $1) }
    let unread = wording.plural("{count} unread", "{count} unread", total)
    let asides = [state.hasReadStates ? unread : "", feedOrderText(state.order)]
    var viewModel = PagedListViewModel(
      title: wording.say("Feeds"), aside: asides.filter { !$0.isEmpty }.joined(separator: " · "),
      list,
      rows: feedRows(of: state), fetchingWords: wording.say("fetching feeds"),
      emptyListMessage: emptyListMessage(of: state), wording, keys: keys)
    viewModel.isDense = true
    return viewModel
  }

  /// Returns the text that names an order of the list of web feeds other than the usual one by
  /// name.
  private func feedOrderText(_ order: WebFeedSortOrder) -> SafeText {
    switch order {
    case .name: ""
    case .unread: wording.say("most unread first")
    case .added: wording.say("as added")
    }
  }

  private func emptyListMessage(of state: FeedListScene.SceneState) -> EmptySceneMessage {
    guard state.filter.isEmpty else {
      return EmptySceneMessage(sentence: wording.say("No feed or folder matches."))
    }
    return EmptySceneMessage(
      sentence: wording.say("You follow no feeds yet."),
      nextStep: wording.say(
        "{key} adds the address of a feed or page.", ["key": keys.keyName(for: .compose) ?? ""]))
  }

  func keyHintCommands(for row: FeedListRow?) -> [Command] {
    let mark: [Command] = hasReadStates ? [.markAll] : []
    let unread: [Command] = hasReadStates ? [.unreadOnly] : []
    return switch row?.kind {
    case nil: [.back, .compose, .refresh, .help]
    case .all: [.back, .open, .search, .compose, .refresh] + mark + unread + [.view, .help]
    case .stream: [.back, .open, .search] + mark + [.compose] + unread + [.view, .help]
    case .folder:
      [.back, .open, .reveal, .search] + mark + [.edit, .compose, .refresh] + unread
        + [.view, .help]
    case .feed:
      [.back, .open, .details, .search] + mark + [.edit, .play, .delete, .refresh, .compose]
        + unread + [.view, .help]
    case .setting: [.back, .open, .details, .help]
    case .candidate: [.back, .open, .copyLink, .help]
    case .rejected: [.back, .help]
    }
  }

  func overridingKeyHintTexts(for row: FeedListRow?) -> [Command: SafeText] {
    var words: [Command: SafeText] = [
      .compose: wording.say("add"), .view: wording.say("sort"), .edit: wording.say("rename"),
      .play: wording.say("move"), .delete: wording.say("leave"), .details: wording.say("settings"),
      .reveal: wording.say("open or close"), .search: wording.say("filter"),
    ]
    switch row?.kind {
    case .all: words[.markAll] = wording.say("mark all")
    case .folder: words[.markAll] = wording.say("mark folder")
    case .feed, .setting: words[.markAll] = wording.say("mark feed")
    case .stream: words[.markAll] = wording.say("mark all")
    case .candidate, .rejected, nil: break
    }
    if case .setting? = row?.kind { words[.open] = wording.say("change") }
    if case .candidate? = row?.kind { words[.open] = wording.say("add") }
    return words
  }

  func overridingCommandTitles(for row: FeedListRow?) -> [Command: SafeText] {
    var titles = overridingKeyHintTexts(for: row).mapValues(\.withCapitalLetter)
    titles[.search] = wording.say("Show only feeds that match what you type")
    switch row?.kind {
    case .all: titles[.markAll] = wording.say("Mark the entries of all feeds as read")
    case .folder:
      titles[.edit] = wording.say("Rename the folder")
      titles[.markAll] = wording.say("Mark all entries of this folder as read")
    case .feed, .setting:
      titles[.markAll] = wording.say("Mark all entries of this feed as read")
    case .stream: titles[.markAll] = wording.say("Mark all entries of this stream as read")
    case .candidate, .rejected, nil: break
    }
    return titles
  }

  var priorityCommands: [Command] { hasReadStates ? [.markAll] : [] }

  func spokenOrderAndFilter(of rows: [FeedListRow]) -> [SafeText] {
    guard let row = rows.first else { return [] }
    let order =
      switch row.order {
      case .name: wording.say("Sorted by name")
      case .unread: wording.say("Most unread first")
      case .added: wording.say("In the order they were added")
      }
    let filter = wording.spokenReadFilterName(isUnreadOnly: row.showsUnreadOnly)
    return [order] + (hasReadStates ? [filter] : [])
  }

  func filterRequest(_ text: String, at row: FeedListRow?) -> FeedListScene.SceneRequest? {
    // Without a filter, the selected row would be hidden in a closed folder.
    .filter(text, opening: text.isEmpty ? row?.enclosingFolder : nil)
  }

  func bestFilterMatchID(in rows: [FeedListRow]) -> FeedListRow.ID? {
    (rows.first { if case .feed = $0.kind { true } else { false } } ?? rows.first)?.id
  }

  func performRowCommand(
    _ command: Command, on row: FeedListRow?, _ scene: PagedListView<FeedListContent>
  ) -> Bool {
    if case .candidate(let candidate)? = row?.kind {
      switch command {
      case .open: scene.send(.choose(candidate))
      case .back: scene.send(.choose(nil))
      case .copyLink: scene.navigator?.copyText(SafeText(sanitizing: candidate.address))
      default: return false
      }
      return true
    }
    if case .rejected? = row?.kind {
      guard command == .back || command == .open else { return false }
      scene.send(.dismissRejected)
      return true
    }
    switch command {
    case .compose:
      scene.askForText(
        ListTextFieldTexts(label: wording.say("Address:"), enter: wording.say("add")), ""
      ) {
        scene.send(.add($0))
      }
    case .undo: scene.send(.undo)
    case .view: scene.send(.sort((row?.order ?? .name).next))
    case .unreadOnly where hasReadStates: scene.send(.toggleUnreadOnly)
    default:
      guard let row else { return false }
      return performFeedCommand(command, on: row, scene)
    }
    return true
  }

  private func performFeedCommand(
    _ command: Command, on row: FeedListRow, _ scene: PagedListView<FeedListContent>
  ) -> Bool {
    switch (command, row.kind) {
    case (.open, .stream(let stream)): scene.navigator?.navigate(to: .stream(stream))
    case (.markAll, .stream) where hasReadStates: markReadConfirmingSeveralFeeds(of: row, scene)
    case (_, .stream): return false
    case (.refresh, _): scene.send(.refresh(row.feeds))
    case (.markAll, _) where hasReadStates: markReadConfirmingSeveralFeeds(of: row, scene)
    case (.open, .all): scene.navigator?.navigate(to: .stream(.home))
    case (.open, .folder(let name)):
      scene.navigator?.navigate(to: .stream(timelines.timeline(ofFolder: name)))
    case (.reveal, .folder(let name)): scene.send(.toggleFolder(name))
    case (.right, .folder(let name)):
      if !row.isOpen { scene.send(.toggleFolder(name)) }
    case (.left, .folder(let name)):
      if row.isOpen { scene.send(.toggleFolder(name)) }
    case (.open, .feed(let subscription)):
      scene.navigator?.navigate(to: .stream(timelines.timeline(of: subscription)))
    case (.details, .feed(let subscription)):
      if !row.isOpen { scene.pane.revealsNewItemsBelow = true }
      scene.send(.toggleSettings(.init(subscription.id, in: row.folder)))
    case (.details, .setting(let subscription, _)):
      scene.send(.toggleSettings(.init(subscription.id, in: row.folder)))
    case (.edit, .feed(let subscription)): askForSubscriptionTitle(subscription, scene)
    case (.edit, .folder(let name)): askToRenameFolder(name, among: row.folders, scene)
    case (.play, .feed(let subscription)): askForFolder(of: subscription, in: row.folder, scene)
    case (.delete, .feed(let subscription)):
      let question = wording.say(
        "Unfollow {name}? Press {key} again.",
        ["name": SafeText(sanitizing: subscription.name), "key": keys.keyName(for: .delete) ?? ""])
      if scene.confirmOrAskForRepetition(command, on: row, asking: question) {
        scene.send(.leave(subscription.id))
      }
    case (.open, .setting(let subscription, let setting)):
      changeOrAskForSetting(setting, subscription, in: row.folder, scene)
    case (.copyLink, .feed(let subscription)):
      scene.navigator?.copyText(SafeText(sanitizing: subscription.address))
    default: return false
    }
    return true
  }

  /// Marks the entries of a row's feeds as read; for several feeds, once the user has confirmed it.
  private func markReadConfirmingSeveralFeeds(
    of row: FeedListRow, _ scene: PagedListView<FeedListContent>
  ) {
    guard case .feed = row.kind else {
      let question = wording.markReadQuestion(row.unread, key: keys.keyName(for: .markAll) ?? "")
      if scene.confirmOrAskForRepetition(.markAll, on: row, asking: question) {
        if case .stream(let stream) = row.kind {
          scene.send(.markStreamRead(stream))
        } else {
          scene.send(.markRead(row.feeds))
        }
      }
      return
    }
    scene.send(.markRead(row.feeds))
  }

  func isWholeRowClickTarget(_ row: FeedListRow) -> Bool { true }

  func rowLines(
    of row: FeedListRow, columns: Int, portraitBox: CellSize?, _ theme: Theme,
    _ options: DisplayOptions
  ) -> LaidOutLines<Never> {
    row.laidOutFeedRow(columns: columns, theme, options, wording)
  }
}

// MARK: - Changes of a feed

extension FeedListContent {
  private func askForSubscriptionTitle(
    _ subscription: Subscription, _ scene: PagedListView<FeedListContent>
  ) {
    let field = ListTextFieldTexts(label: wording.say("Title:"), enter: wording.say("rename"))
    scene.askForText(field, subscription.name) { typed in
      let title = typed.split(whereSeparator: \.isWhitespace).joined(separator: " ")
      scene.send(.change(subscription.id, .rename(title.isEmpty ? nil : title)))
    }
  }

  /// Asks for the folder to which a feed is moved from the folder in which the user selected it.
  private func askForFolder(
    of subscription: Subscription, in old: String?, _ scene: PagedListView<FeedListContent>
  ) {
    let field = ListTextFieldTexts(label: wording.say("Folder:"), enter: wording.say("move"))
    scene.askForText(field, old ?? "") { typed in
      let typed = typed.split(whereSeparator: \.isWhitespace).joined(separator: " ")
      let folder = typed.isEmpty ? nil : typed
      if let old, old != subscription.folder {
        scene.send(.change(subscription.id, .moveFrom(old, to: folder)))
      } else {
        scene.send(.change(subscription.id, .move(folder)))
      }
    }
  }

  /// Asks for the new name of a folder; for a name that another folder has, asks once more, since
  /// the two cannot be separated again.
  private func askToRenameFolder(
    _ name: String, among folders: Set<String>, _ scene: PagedListView<FeedListContent>
  ) {
    let field = ListTextFieldTexts(label: wording.say("Folder:"), enter: wording.say("rename"))
    scene.askForText(field, name) { typed in
      let new = typed.split(whereSeparator: \.isWhitespace).joined(separator: " ")
      guard !new.isEmpty, new != name else { return }
      guard folders.contains(new) else { return scene.send(.renameFolder(name, to: new)) }
      let question = ListTextFieldTexts(
        label: wording.say("This folder already exists. Merge the two?"), enter: wording.say("yes"))
      scene.askForText(question, new) { again in
        if again == new { scene.send(.renameFolder(name, to: new)) }
      }
    }
  }

  private func changeOrAskForSetting(
    _ setting: FeedListRow.WebFeedSettingKind, _ subscription: Subscription, in folder: String?,
    _ scene: PagedListView<FeedListContent>
  ) {
    var settings = subscription.settings
    switch setting {
    case .title: return askForSubscriptionTitle(subscription, scene)
    case .folder: return askForFolder(of: subscription, in: folder, scene)
    case .fullText: settings.showsFullText.toggle()
    case .marksPassed:
      settings.marksPassed =
        switch settings.marksPassed {
        case nil: true
        case true?: false
        case false?: nil
        }
    case .interval:
      let field = ListTextFieldTexts(label: wording.say("Minutes:"), enter: wording.say("change"))
      let minutes = settings.interval.map { "\($0.components.seconds / 60)" } ?? ""
      return scene.askForText(field, minutes) { typed in
        let typed = typed.filter { !$0.isWhitespace }
        let interval = TypedMomentFormat.parsedRefreshInterval(typed)
        // A text that is no time leaves the interval as it is; an empty one removes it.
        guard typed.isEmpty || interval != nil else { return }
        settings.interval = interval
        scene.send(.change(subscription.id, .set(settings)))
      }
    case .userAgent:
      let field = ListTextFieldTexts(
        label: wording.say("Program name:"), enter: wording.say("change"))
      return scene.askForText(field, settings.userAgent ?? "") { typed in
        let name = typed.filter { $0.isASCII && !$0.isNewline }
        settings.userAgent = name.contains { !$0.isWhitespace } ? name : nil
        scene.send(.change(subscription.id, .set(settings)))
      }
    }
    scene.send(.change(subscription.id, .set(settings)))
  }
}
