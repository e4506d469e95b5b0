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

  var openRequest: FeedListScene.SceneRequest { .open }
  /// The flag that makes the list of web feeds reload when it comes to the front; always true,
  /// since streams opened from it mark entries as read.
  var reopens: Bool { true }

  func viewModel(of state: FeedListScene.SceneState) -> PagedListViewModel<FeedListRow> {
    guard state.candidates.isEmpty else {
      return PagedListViewModel(
        title: wording.say("Choose a feed"), rows: candidateFeedRows(of: state))
    }
    guard state.rejected.isEmpty, state.withheld.isEmpty else {
      return PagedListViewModel(
        title: wording.say("Lines that were not added"), rows: rejectedImportRows(of: state))
    }
    var list = PagedList(state.subscriptions ?? [], fetch: state.fetch)
    list.isLoaded = state.subscriptions != nil
    let total = (state.subscriptions ?? []).reduce(0) { $0 + state.unreadCount(of: $1) }
    let unread = wording.plural("{count} unread", "{count} unread", total)
    return PagedListViewModel(
      title: wording.say("Feeds"), aside: state.hasReadStates ? unread : "", list,
      rows: feedRows(of: state), fetchingWords: wording.say("fetching feeds"),
      emptyNotice: EmptySceneMessage(
        sentence: wording.say("You follow no feeds yet."),
        next: wording.say(
          "{key} adds the address of a feed or page.", ["key": keys.keyName(for: .compose) ?? ""])),
      wording, keys: keys)
  }

  func keyHintCommands(for row: FeedListRow?) -> [Command] {
    switch row?.kind {
    case nil: [.back, .compose, .refresh, .help]
    case .all: [.back, .open, .compose, .refresh, .view, .unreadOnly, .markAll, .help]
    case .folder: [.back, .open, .reveal, .compose, .refresh, .view, .markAll, .help]
    case .feed:
      [
        .back, .open, .details, .edit, .play, .delete, .refresh, .compose, .markAll, .view, .help,
      ]
    case .setting: [.back, .open, .details, .help]
    case .candidate: [.back, .open, .copyLink, .help]
    case .rejected: [.back, .help]
    }
  }

  func keyHintTexts(for row: FeedListRow?) -> [Command: SafeText] {
    var words: [Command: SafeText] = [
      .compose: wording.say("add"), .view: wording.say("sort"), .edit: wording.say("rename"),
      .play: wording.say("move"), .delete: wording.say("leave"), .details: wording.say("settings"),
      .reveal: wording.say("open or close"),
    ]
    if case .setting? = row?.kind { words[.open] = wording.say("change") }
    if case .candidate? = row?.kind { words[.open] = wording.say("add") }
    return words
  }

  func commandTitles(for row: FeedListRow?) -> [Command: SafeText] {
    keyHintTexts(for: row).mapValues(\.withCapitalLetter)
  }

  var priorityCommands: [Command] { [.markAll] }

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
    case .view: scene.send(.sort(row?.order == .name ? .unread : .name))
    case .unreadOnly: scene.send(.toggleUnreadOnly)
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
    case (.refresh, _): scene.send(.refresh(row.feeds))
    case (.markAll, _): scene.send(.markRead(row.feeds))
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
      scene.send(.toggleSettings(subscription.id))
    case (.details, .setting(let subscription, _)): scene.send(.toggleSettings(subscription.id))
    case (.edit, .feed(let subscription)): askForSubscriptionTitle(subscription, scene)
    case (.play, .feed(let subscription)): askForSubscriptionFolder(subscription, scene)
    case (.delete, .feed(let subscription)):
      let question = wording.say(
        "Leave {name}? Press {key} again.",
        ["name": SafeText(sanitizing: subscription.name), "key": keys.keyName(for: .delete) ?? ""])
      if scene.confirmOrAskForRepetition(command, on: row, asking: question) {
        scene.send(.leave(subscription.id))
      }
    case (.open, .setting(let subscription, let setting)):
      changeFeedSetting(setting, subscription, scene)
    case (.copyLink, .feed(let subscription)):
      scene.navigator?.copyText(SafeText(sanitizing: subscription.address))
    default: return false
    }
    return true
  }

  func isClickTarget(_ row: FeedListRow) -> Bool { true }

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

  private func askForSubscriptionFolder(
    _ subscription: Subscription, _ scene: PagedListView<FeedListContent>
  ) {
    let field = ListTextFieldTexts(label: wording.say("Folder:"), enter: wording.say("move"))
    scene.askForText(field, subscription.folder ?? "") { typed in
      let folder = typed.split(whereSeparator: \.isWhitespace).joined(separator: " ")
      scene.send(.change(subscription.id, .move(folder.isEmpty ? nil : folder)))
    }
  }

  private func changeFeedSetting(
    _ setting: FeedListRow.FeedSettingKind, _ subscription: Subscription,
    _ scene: PagedListView<FeedListContent>
  ) {
    var settings = subscription.settings
    switch setting {
    case .title: return askForSubscriptionTitle(subscription, scene)
    case .folder: return askForSubscriptionFolder(subscription, scene)
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

// MARK: - Rows

struct FeedListRow: Identifiable, Equatable {
  enum FeedSettingKind: String, CaseIterable {
    case title, folder, interval, fullText, marksPassed, userAgent
  }

  enum FeedRowKind: Equatable {
    case all
    case folder(String)
    case feed(Subscription)
    case setting(Subscription, FeedSettingKind)
    /// A kind of row in the list of web feeds: a feed that was found at a typed address and can be
    /// chosen.
    case candidate(FeedCandidate)
    /// A kind of row in the list of web feeds: an address, or a line of an imported list, that was
    /// not added.
    case rejected
  }

  let id: String
  let kind: FeedRowKind
  let name: SafeText
  /// The text in a row of the list of web feeds with the value of a feed's setting, the address of a
  /// found feed, or the part of the address that tells a feed from others with its title; empty in
  /// other rows.
  var value: SafeText = ""
  /// The text in a row of the list of web feeds with the feed's problem, the time of the next try
  /// and the first error in its text, the number of problems in a folder, or the remark that a found
  /// feed is followed already; empty for none.
  var problem: SafeText = ""
  var unread = 0
  var isOpen = false
  /// The nesting level of a row in the list of web feeds: 0 for the outermost, 1 inside a folder,
  /// one more for a feed's settings.
  var depth = 0
  /// The ids of the feeds that a row in the list of web feeds stands for: one feed, those of a
  /// folder, or all; also those that are not shown because they have no unread entries.
  var feeds: [Subscription.ID] = []
  var order = FeedListScene.FeedListOrder.name
}

extension FeedListContent {
  private func candidateFeedRows(of state: FeedListScene.SceneState) -> [FeedListRow] {
    let followed = Set((state.subscriptions ?? []).map(\.address))
    return state.candidates.map { candidate in
      FeedListRow(
        id: "candidate/" + candidate.address, kind: .candidate(candidate),
        name: SafeText(
          sanitizing: candidate.title.isEmpty ? candidate.address : candidate.title),
        value: candidate.title.isEmpty ? "" : SafeText(sanitizing: candidate.address),
        problem: followed.contains(candidate.address) ? wording.say("You follow it already.") : "")
    }
  }

  private func rejectedImportRows(of state: FeedListScene.SceneState) -> [FeedListRow] {
    state.rejected.map {
      FeedListRow(id: "rejected/\($0.line)", kind: .rejected, name: wording.sentence(for: $0))
    }
      + state.withheld.map {
        FeedListRow(
          id: "withheld/" + $0, kind: .rejected,
          name: wording.say("{address} is on this machine or in your network.", ["address": $0]))
      }
  }

  private func feedRows(of state: FeedListScene.SceneState) -> [FeedListRow] {
    guard let all = state.subscriptions, !all.isEmpty else { return [] }
    let showsUnreadOnly = state.showsUnreadOnly && state.hasReadStates
    let shown = showsUnreadOnly ? all.filter { state.unreadCount(of: $0) > 0 } : all
    var rows = [
      FeedListRow(
        id: "all", kind: .all, name: wording.say("All feeds"),
        unread: all.reduce(0) { $0 + state.unreadCount(of: $1) }, feeds: all.map(\.id),
        order: state.order)
    ]
    let counts = Dictionary(all.map { ($0.name, 1) }, uniquingKeysWith: +)
    let titles = Set(counts.filter { $0.value > 1 }.keys)
    let folders = Dictionary(grouping: shown) { $0.folder ?? "" }
    let names = folders.keys.filter { !$0.isEmpty }
    for name in sortedByFeedOrder(
      Array(names), by: { $0 }, unread: { totalUnreadCount(folders[$0] ?? [], state) }, state)
    {
      let feeds = folders[name] ?? []
      let isOpen = state.openFolders.contains(name)
      rows.append(
        FeedListRow(
          id: "folder/" + name, kind: .folder(name), name: SafeText(sanitizing: name),
          problem: problemCountText(feeds), unread: totalUnreadCount(feeds, state), isOpen: isOpen,
          feeds: all.filter { $0.folder == name }.map(\.id), order: state.order))
      if isOpen { rows += self.feedRows(of: feeds, depth: 1, sharing: titles, state) }
    }
    return rows + self.feedRows(of: folders[""] ?? [], depth: 0, sharing: titles, state)
  }

  /// Returns the rows of some feeds, with a part of the address of those whose title is one of
  /// `titles`, which several feeds share.
  private func feedRows(
    of feeds: [Subscription], depth: Int, sharing titles: Set<String>,
    _ state: FeedListScene.SceneState
  ) -> [FeedListRow] {
    sortedByFeedOrder(
      feeds, by: { "\($0.name)\n\($0.address)" }, unread: { state.unreadCount(of: $0) }, state
    ).flatMap { feed in
      let row = FeedListRow(
        id: "feed/" + feed.id.rawValue, kind: .feed(feed), name: SafeText(sanitizing: feed.name),
        value: titles.contains(feed.name) ? distinguishingAddress(of: feed) : "",
        problem: problemText(of: feed), unread: state.unreadCount(of: feed),
        isOpen: state.settingsOf == feed.id, depth: depth, feeds: [feed.id], order: state.order)
      guard row.isOpen else { return [row] }
      return [row]
        + FeedListRow.FeedSettingKind.allCases.map { setting in
          FeedListRow(
            id: "feed/\(feed.id.rawValue)/\(setting.rawValue)", kind: .setting(feed, setting),
            name: feedSettingName(of: setting), value: feedSettingValueText(of: setting, feed),
            depth: depth + 1,
            feeds: [feed.id], order: state.order)
        }
    }
  }

  private func sortedByFeedOrder<Element>(
    _ elements: [Element], by name: (Element) -> String, unread: (Element) -> Int,
    _ state: FeedListScene.SceneState
  ) -> [Element] {
    elements.map { (element: $0, unread: unread($0), name: name($0).lowercased()) }
      .sorted { left, right in
        if state.order == .unread, left.unread != right.unread { return left.unread > right.unread }
        return left.name < right.name
      }.map(\.element)
  }

  private func totalUnreadCount(_ feeds: [Subscription], _ state: FeedListScene.SceneState) -> Int {
    feeds.reduce(0) { $0 + state.unreadCount(of: $1) }
  }

  private func problemCountText(_ feeds: [Subscription]) -> SafeText {
    let count = feeds.count { $0.problem != nil || $0.flaw != nil }
    return count > 0 ? wording.plural("{count} problem", "{count} problems", count) : ""
  }

  private func problemText(of feed: Subscription) -> SafeText {
    var texts = [wording.problemText(of: feed)].compactMap(\.self)
    if feed.problem != nil, feed.problem != .gone, feed.problem != .rateLimited,
      let next = feed.nextRefresh, next > world.now
    {
      texts.append(wording.nextTryText(next, now: world.now))
    }
    if let flaw = feed.flaw { texts.append(wording.flawText(flaw)) }
    return texts.joined(separator: " · ")
  }

  /// Returns the part of a feed's address that its title does not state, for feeds with one title.
  private func distinguishingAddress(of feed: Subscription) -> SafeText {
    let address = feed.address.firstRange(of: "://").map { feed.address[$0.upperBound...] }
    let bare = address ?? feed.address[...]
    return SafeText(
      sanitizing: String(bare.hasPrefix(feed.name) ? bare.dropFirst(feed.name.count) : bare))
  }

  private func feedSettingName(of setting: FeedListRow.FeedSettingKind) -> SafeText {
    switch setting {
    case .title: wording.say("Title")
    case .folder: wording.say("Folder")
    case .interval: wording.say("Refresh interval")
    case .fullText: wording.say("Full text")
    case .marksPassed: wording.say("Mark passed entries read")
    case .userAgent: wording.say("Program name")
    }
  }

  private func feedSettingValueText(of setting: FeedListRow.FeedSettingKind, _ feed: Subscription)
    -> SafeText
  {
    let settings = feed.settings
    let usual = wording.say("as usual")
    switch setting {
    case .title: return SafeText(sanitizing: feed.name)
    case .folder: return feed.folder.map { SafeText(sanitizing: $0) } ?? wording.say("none")
    case .interval:
      return settings.interval.map {
        wording.plural("{count} minute", "{count} minutes", Int($0.components.seconds / 60))
      } ?? usual
    case .fullText: return onOffText(settings.showsFullText)
    case .marksPassed: return settings.marksPassed.map(onOffText) ?? usual
    case .userAgent: return settings.userAgent.map { SafeText(sanitizing: $0) } ?? usual
    }
  }

  private func onOffText(_ isOn: Bool) -> SafeText { isOn ? wording.say("on") : wording.say("off") }
}

extension FeedListRow {
  /// Lays out a row of the list of web feeds: the name with the number of unread entries at the
  /// right, and below the problem; for a feed's setting, the name and value.
  fileprivate func laidOutFeedRow(
    columns: Int, _ theme: Theme, _ options: DisplayOptions, _ wording: Wording
  ) -> LaidOutLines<Never> {
    let columns = min(columns, PostLayout.widest)
    let indent = 2 * depth
    var line = Line()
    line.padWithBlanks(min(indent, columns / 4))
    let end =
      unread > 0
      ? Line(
        options.saysInWords
          ? wording.plural("{count} unread", "{count} unread", unread)
          : SafeText(sanitizing: "\(unread)"), theme.style(.strong)) : Line()
    switch kind {
    case .all, .feed, .candidate: break
    case .rejected:
      let lines = TextWrapping.wrappedLines(of: Line(name, theme.style(.text)), columns: columns)
      return LaidOutLines(lines: lines)
    case .folder where options.isPlain:
      line.append(isOpen ? wording.say("open folder") : wording.say("folder"), theme.style(.faint))
      line.append(" ", theme.style(.faint))
    case .folder: line.append(isOpen ? "▾ " : "▸ ", theme.style(.busy))
    case .setting:
      line.append(name + ": ", theme.style(.fieldLabel))
      line.append(
        Line(value, theme.style(.text)).truncatedLine(columns: max(1, columns - line.columns)))
      return LaidOutLines(lines: [line.truncatedLine(columns: columns)])
    }
    let style = theme.style(unread > 0 ? .strong : .text)
    line.append(
      Line(name, style).truncatedLine(columns: max(1, columns - line.columns - end.columns - 1)))
    let room = columns - line.columns - end.columns - 2
    if case .feed = kind, !value.isEmpty, room > 3 {
      line.append(" ", style)
      line.append(Line(value, theme.style(.faint)).truncatedLine(columns: room))
    }
    if end.columns > 0 {
      line.padWithBlanks(max(1, columns - line.columns - end.columns))
      line.append(end)
    }
    var lines = [line.truncatedLine(columns: columns)]
    if case .candidate = kind, !value.isEmpty {
      lines.append(Line(value, theme.style(.faint)).truncatedLine(columns: columns))
    }
    if !problem.isEmpty {
      var below = Line()
      below.padWithBlanks(min(indent + 2, columns / 4))
      let sign: SafeText = options.isPlain ? "" : "⚠ "
      below.append(
        Line(sign + problem, theme.style(.warning)).truncatedLine(
          columns: max(1, columns - below.columns)))
      lines.append(below)
    }
    return LaidOutLines(lines: lines)
  }
}
