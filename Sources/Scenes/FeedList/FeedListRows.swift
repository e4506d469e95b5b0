import FeedDomain
import PhotoDisplay
import Preferences
import Terminal
import UseCases
import Words

struct FeedListRow: Identifiable, Equatable {
  /// A kind of setting of a single web feed, such as the feed's title or folder. The list of web
  /// feeds shows a row for each.
  enum WebFeedSettingKind: String, CaseIterable {
    case title, folder, interval, fullText, marksPassed, userAgent
  }

  enum FeedRowKind: Equatable {
    case all
    /// A kind of row in the list of web feeds: the stream of a saved search, or of the saved
    /// entries.
    case stream(Feed)
    case folder(String)
    case feed(Subscription)
    case setting(Subscription, WebFeedSettingKind)
    /// A kind of row in the list of web feeds: a feed that was found at a typed address and can be
    /// chosen.
    case candidate(FeedCandidate)
    /// A kind of row in the list of web feeds: an address that was not added, or a line of an
    /// imported list of web feeds that was not.
    case rejected
  }

  let id: String
  let kind: FeedRowKind
  let name: SafeText
  /// The text in a row of the list of web feeds with the value of a feed's setting, the address of
  /// a found feed, or the part of the address that tells a feed from others with its title; empty
  /// in other rows.
  var value: SafeText = ""
  /// The text in a row of the list of web feeds with the feed's problem, the time of the next try
  /// and the first error in its text, the number of problems in a folder, or the remark that a
  /// found feed is followed already; empty for none.
  var problem: SafeText = ""
  var unread = 0
  var isOpen = false
  /// The nesting level of a row in the list of web feeds: 0 for the outermost, one more inside each
  /// folder and for a feed's settings.
  var depth = 0
  /// The name of the folder in which a row of the list of web feeds stands; nil outside of folders.
  var folder: String?
  /// The width in columns of the numbers of unread entries before the names; 0 without numbers.
  var unreadColumns = 0
  /// The ids of the feeds that a row in the list of web feeds stands for: one feed, those of a
  /// folder, or all; also those that are not shown because they have no unread entries.
  var feeds: [Subscription.ID] = []
  /// The names of all folders in the list of web feeds, in the row of a folder.
  var folders: Set<String> = []
  var order = WebFeedSortOrder.name
  /// True if the list of web feeds leaves out feeds without unread entries.
  var showsUnreadOnly = false
}

extension FeedListRow {
  /// The name of the innermost folder that has to be open so that the row is shown; nil for none.
  var enclosingFolder: String? {
    guard case .folder = kind else { return folder }
    guard depth > 0, let slash = folder?.lastIndex(of: "/") else { return nil }
    return folder.map { String($0[..<slash]) }
  }
}

extension FeedListContent {
  func discoveredFeedRows(of state: FeedListScene.SceneState) -> [FeedListRow] {
    let followed = Set((state.subscriptions ?? []).map(\.address))
    return state.candidates.map { candidate in
      FeedListRow(
        id: "candidate/" + candidate.address, kind: .candidate(candidate),
        name: SafeText(
          sanitizing: candidate.title.isEmpty ? candidate.address : candidate.title),
        value: candidate.title.isEmpty ? "" : SafeText(sanitizing: candidate.address),
        problem: followed.contains(candidate.address)
          ? wording.say("You already follow this feed.") : "")
    }
  }

  func rejectedImportRows(of state: FeedListScene.SceneState) -> [FeedListRow] {
    state.rejected.map {
      FeedListRow(id: "rejected/\($0.line)", kind: .rejected, name: wording.sentence(for: $0))
    }
      + state.withheld.map {
        FeedListRow(
          id: "withheld/" + $0, kind: .rejected,
          name: wording.say("{address} is on this machine or in your network.", ["address": $0]))
      }
  }

  func feedRows(of state: FeedListScene.SceneState) -> [FeedListRow] {
    guard let all = state.subscriptions, !all.isEmpty else { return [] }
    let unread = all.reduce(0) { $0 + state.unreadCount(of: $1) }
    var rows: [FeedListRow] = []
    if state.filter.isEmpty {
      rows.append(
        FeedListRow(
          id: "all", kind: .all, name: wording.say("All feeds"), unread: unread,
          feeds: all.map(\.id), order: state.order))
    }
    let words = FeedListTextFilter(state.filter)
    rows += state.streams.compactMap { stream in
      let name = wording.name(of: stream)
      guard case .list(let id, _) = stream, words.acceptsText(name.string) else { return nil }
      let unread = state.unreadInStreams[stream]?.count
      if state.showsUnreadOnly, unread == 0 { return nil }
      return FeedListRow(
        id: "stream/" + id, kind: .stream(stream), name: name, unread: unread ?? 0,
        order: state.order)
    }
    let addresses = all.distinguishingAddresses
    rows += folderRows(FeedFolderTree(all, nests: state.nestsFolders), depth: 0, addresses, state)
    guard state.hasReadStates else { return rows }
    let columns = max(3, String(unread).count)
    for place in rows.indices {
      rows[place].unreadColumns = columns
      rows[place].showsUnreadOnly = state.showsUnreadOnly
    }
    return rows
  }

  /// Returns the rows of the folders and feeds in a folder; feeds of one name are shown with a part
  /// of their addresses.
  private func folderRows(
    _ tree: FeedFolderTree, depth: Int, _ addresses: [Subscription.ID: String],
    _ state: FeedListScene.SceneState
  ) -> [FeedListRow] {
    let folders = sortedByFeedOrder(
      tree.subfolders, by: \.label, unread: { totalUnreadCount($0.allFeeds, state) }, state)
    let names = Set((state.subscriptions ?? []).flatMap(\.folders))
    var rows: [FeedListRow] = []
    for folder in folders {
      let feeds = folder.allFeeds
      let row = FeedListRow(
        id: "folder/" + folder.name, kind: .folder(folder.name),
        name: SafeText(sanitizing: folder.label), problem: problemCountText(feeds),
        unread: totalUnreadCount(feeds, state),
        isOpen: !state.filter.isEmpty || state.openFolders.contains(folder.name), depth: depth,
        folder: folder.name, feeds: feeds.map(\.id), folders: names, order: state.order)
      let within = folderRows(folder, depth: depth + 1, addresses, state)
      // A folder is shown if it has something to show, even while it is closed.
      guard !within.isEmpty else { continue }
      rows += row.isOpen ? [row] + within : [row]
    }
    let words = FeedListTextFilter(state.filter)
    let shown = tree.feeds.filter { feed in
      (!state.showsUnreadOnly || !state.hasReadStates || state.unreadCount(of: feed) > 0)
        && words.acceptsText("\(feed.name) \(feed.address) \(tree.name)")
    }
    return rows + feedRows(of: shown, in: tree, depth: depth, addresses, state)
  }

  private func feedRows(
    of feeds: [Subscription], in tree: FeedFolderTree, depth: Int,
    _ addresses: [Subscription.ID: String], _ state: FeedListScene.SceneState
  ) -> [FeedListRow] {
    let folder = tree.name.isEmpty ? nil : tree.name
    return sortedByFeedOrder(
      feeds, by: { "\($0.name)\n\($0.address)" }, unread: { state.unreadCount(of: $0) }, state
    ).flatMap { feed in
      let place = FeedListScene.FeedInFolder(feed.id, in: folder)
      // A feed in several folders has a row in each of them.
      let id = "feed/" + feed.id.rawValue + (folder == feed.folder ? "" : "@" + tree.name)
      let row = FeedListRow(
        id: id, kind: .feed(feed), name: SafeText(sanitizing: feed.name),
        value: SafeText(sanitizing: addresses[feed.id] ?? ""), problem: problemText(of: feed),
        unread: state.unreadCount(of: feed), isOpen: state.feedWithOpenSettings == place,
        depth: depth,
        folder: folder, feeds: [feed.id], order: state.order)
      guard row.isOpen else { return [row] }
      return [row]
        + FeedListRow.WebFeedSettingKind.allCases.map { setting in
          FeedListRow(
            id: "\(id)/\(setting.rawValue)", kind: .setting(feed, setting),
            name: feedSettingName(of: setting), value: feedSettingValueText(of: setting, feed),
            depth: depth + 1, folder: folder, feeds: [feed.id], order: state.order)
        }
    }
  }

  private func sortedByFeedOrder<Element>(
    _ elements: [Element], by name: (Element) -> String, unread: (Element) -> Int,
    _ state: FeedListScene.SceneState
  ) -> [Element] {
    guard state.order != .added else { return elements }
    return elements.map { (element: $0, unread: unread($0), name: naturalSortKey(of: name($0))) }
      .sorted { left, right in
        if state.order == .unread, left.unread != right.unread { return left.unread > right.unread }
        return left.name < right.name
      }.map(\.element)
  }

  /// Returns a name in a form whose order ignores case and accents, and in which "Part 2" comes
  /// before "Part 10".
  private func naturalSortKey(of name: String) -> String {
    var key = ""
    var digits = ""
    func zeroPaddedDigits() -> String {
      String(repeating: "0", count: max(0, 20 - digits.count)) + digits
    }
    for character in name {
      if character.isASCII, character.isNumber {
        digits.append(character)
        continue
      }
      if !digits.isEmpty { key += zeroPaddedDigits() }
      digits = ""
      key.append(SearchCharacterFolding.foldedCharacter(character))
    }
    return digits.isEmpty ? key : key + zeroPaddedDigits()
  }

  private func totalUnreadCount(_ feeds: [Subscription], _ state: FeedListScene.SceneState) -> Int {
    feeds.reduce(0) { $0 + state.unreadCount(of: $1) }
  }

  private func problemCountText(_ feeds: [Subscription]) -> SafeText {
    let count = feeds.count { $0.problem != nil || $0.isDead || $0.flaw != nil }
    return count > 0 ? wording.plural("{count} problem", "{count} problems", count) : ""
  }

  private func problemText(of feed: Subscription) -> SafeText {
    var texts = [wording.problemText(of: feed), wording.deadFeedText(of: feed)].compactMap(\.self)
    if feed.problem != nil, feed.problem != .gone, feed.problem != .rateLimited,
      let next = feed.nextRefresh, next > world.now
    {
      texts.append(wording.nextTryText(next, now: world.now))
    }
    if let flaw = feed.flaw { texts.append(wording.flawText(flaw)) }
    return texts.joined(separator: " · ")
  }

  private func feedSettingName(of setting: FeedListRow.WebFeedSettingKind) -> SafeText {
    switch setting {
    case .title: wording.say("Title")
    case .folder: wording.say("Folder")
    case .interval: wording.say("Refresh interval")
    case .fullText: wording.say("Full text")
    case .marksPassed: wording.say("Mark passed entries read")
    case .userAgent: wording.say("Program name")
    }
  }

  private func feedSettingValueText(
    of setting: FeedListRow.WebFeedSettingKind, _ feed: Subscription
  )
    -> SafeText
  {
    let settings = feed.settings
    let usual = wording.say("default")
    switch setting {
    case .title: return SafeText(sanitizing: feed.name)
    case .folder:
      return feed.folders.isEmpty
        ? wording.say("none") : SafeText(sanitizing: feed.folders.joined(separator: ", "))
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

/// A folder of the list of web feeds with its feeds and sub-folders; the root has an empty name.
private struct FeedFolderTree {
  /// The whole name of a folder of web feeds, such as "Tech/Swift".
  let name: String
  /// The name of a folder of web feeds within the folder above, such as "Swift".
  let label: String
  private(set) var feeds: [Subscription] = []
  private(set) var subfolders: [FeedFolderTree] = []
  /// The index of each sub-folder of a folder of web feeds, by its label.
  private var places: [String: Int] = [:]

  private init(name: String, label: String) { (self.name, self.label) = (name, label) }

  /// Creates the tree of all folders of web feeds; with `nests`, a slash in a name separates a
  /// folder from its sub-folder.
  init(_ all: [Subscription], nests: Bool) {
    self.init(name: "", label: "")
    for subscription in all {
      if subscription.folders.isEmpty { feeds.append(subscription) }
      for folder in subscription.folders {
        let parts = folder.split(separator: "/", omittingEmptySubsequences: false)
        let isPath = nests && !parts.contains("")
        insertSubscriptionIntoTree(subscription, at: isPath ? parts[...] : [folder[...]])
      }
    }
  }

  private mutating func insertSubscriptionIntoTree(
    _ subscription: Subscription, at path: ArraySlice<Substring>
  ) {
    guard let label = path.first.map(String.init) else {
      feeds.append(subscription)
      return
    }
    let place = places[label] ?? subfolders.count
    if place == subfolders.count {
      places[label] = place
      subfolders.append(
        FeedFolderTree(name: name.isEmpty ? label : name + "/" + label, label: label))
    }
    subfolders[place].insertSubscriptionIntoTree(subscription, at: path.dropFirst())
  }

  /// The feeds in a folder of web feeds and its sub-folders, each once.
  var allFeeds: [Subscription] {
    guard !subfolders.isEmpty else { return feeds }
    var known: Set<Subscription.ID> = []
    return (feeds + subfolders.flatMap(\.allFeeds)).filter { known.insert($0.id).inserted }
  }
}

/// A filter typed in the list of web feeds: matches a text that contains each of its words, in any
/// case and with or without accents.
private struct FeedListTextFilter {
  private let words: [String]

  init(_ typed: String) {
    words = Self.textWithFoldedCharacters(typed.prefix(FuzzySearchableLine.longest)).split(
      separator: " "
    )
    .map(String.init)
  }

  func acceptsText(_ text: @autoclosure () -> String) -> Bool {
    guard !words.isEmpty else { return true }
    let text = Self.textWithFoldedCharacters(text()[...])
    return words.allSatisfy { text.contains($0) }
  }

  private static func textWithFoldedCharacters(_ text: Substring) -> String {
    String(text.map(SearchCharacterFolding.foldedCharacter))
  }
}

extension FeedListRow {
  /// Lays out a row of the list of web feeds: the number of unread entries, the name, and the
  /// problem, which has a line of its own if the name leaves no room; for a feed's setting, the
  /// name and value.
  func laidOutFeedRow(
    columns: Int, _ theme: Theme, _ options: DisplayOptions, _ wording: Wording
  ) -> LaidOutLines<Never> {
    let columns = min(columns, PostLayout.widest)
    var line = Line()
    switch kind {
    case .rejected:
      let lines = TextWrapper.wrappedLines(of: Line(name, theme.style(.text)), columns: columns)
      return LaidOutLines(lines: lines)
    case .candidate:
      let lines = [name, value].filter { !$0.isEmpty }.enumerated().map { place, text in
        Line(text, theme.style(place == 0 ? .text : .faint)).truncatedLine(columns: columns)
      }
      return LaidOutLines(lines: lines + problemLines(indent: 2, columns: columns, theme, options))
    case .all, .stream, .feed, .folder, .setting: break
    }
    if !options.saysInWords, unreadColumns > 0 {
      let count = unread > 0 ? String(unread) : ""
      line.appendBlanks(unreadColumns - count.count)
      line.append(SafeText(sanitizing: count), theme.style(.strong))
      line.appendBlanks(2)
    }
    line.appendBlanks(min(2 * depth, columns / 4))
    let indent = line.columns
    if case .setting = kind {
      line.append(name + ": ", theme.style(.fieldLabel))
      line.append(
        Line(value, theme.style(.text)).truncatedLine(columns: max(1, columns - line.columns)))
      return LaidOutLines(lines: [line.truncatedLine(columns: columns)])
    }
    if case .stream = kind {
      line.append(
        options.isPlain ? wording.say("stream") + " " : "≡ ",
        theme.style(options.isPlain ? .faint : .busy))
    }
    if case .folder = kind {
      if options.isPlain {
        line.append(
          (isOpen ? wording.say("open folder") : wording.say("folder")) + " ", theme.style(.faint))
      } else {
        line.append(isOpen ? "▾ " : "▸ ", theme.style(.busy))
      }
    }
    let style = theme.style(unread > 0 ? .strong : .text)
    line.append(Line(name, style).truncatedLine(columns: max(1, columns - line.columns)))
    if options.saysInWords, unread > 0 {
      line.append("  " + wording.plural("{count} unread", "{count} unread", unread), style)
    }
    let room = columns - line.columns - 1
    if case .feed = kind, !value.isEmpty, room > 3 {
      if !value.string.hasPrefix("/") { line.append(" ", style) }
      line.append(Line(value, theme.style(.faint)).truncatedLine(columns: room))
    }
    let note = Line("  " + problemSign(options) + problem, theme.style(.warning))
    if !problem.isEmpty, line.columns + note.columns <= columns {
      line.append(note)
      return LaidOutLines(lines: [line])
    }
    return LaidOutLines(
      lines: [line.truncatedLine(columns: columns)]
        + problemLines(indent: indent + 2, columns: columns, theme, options))
  }

  private func problemSign(_ options: DisplayOptions) -> SafeText { options.isPlain ? "" : "⚠ " }

  private func problemLines(
    indent: Int, columns: Int, _ theme: Theme, _ options: DisplayOptions
  ) -> [Line] {
    guard !problem.isEmpty else { return [] }
    let text = Line(problemSign(options) + problem, theme.style(.warning))
    let indent = min(indent, columns / 3)
    return TextWrapper.wrappedLines(of: text, columns: max(1, columns - indent)).map {
      var line = Line()
      line.appendBlanks(indent)
      line.append($0)
      return line
    }
  }
}
