import FeedDomain
import PhotoDisplay
import Preferences
import Terminal
import UseCases
import Words

/// A source of the contents of a list scene: the texts, rows and commands of a list such as trends,
/// filters, scheduled posts or the revisions of a post.
struct ListingContent: PagedListContent {
  let subject: ListingScene.ListingSubject
  /// The kinds of actions that the service supports on the items of a list scene.
  var serviceActions: Set<ServiceAction.ServiceActionKind> = []
  let wording: Wording
  let keys: KeyMap
  let world: any World

  var openRequest: ListingScene.SceneRequest { .open(subject) }
  var refreshRequest: ListingScene.SceneRequest? { .refresh }

  private var isSearched: Bool { if case .feeds = subject { true } else { false } }

  func viewModel(of state: ListingScene.SceneState) -> PagedListViewModel<ListingRow> {
    let words = ListingRowFactory(wording: wording, now: world.now, serviceActions: serviceActions)
    return PagedListViewModel(
      title: wording.title(of: subject), aside: "", state.items,
      rows: state.items.elements.enumerated().map { words.listingRow(of: $1, at: $0) },
      fetchingWords: wording.askingService,
      emptyListMessage: EmptySceneMessage(sentence: wording.emptyListText(in: subject)), wording,
      keys: keys)
  }

  func keyHintCommands(for row: ListingRow?) -> [Command] {
    (row?.openAction == nil ? [] : [.open]) + (row?.editForm == nil ? [] : [.edit])
      + (row?.removableItem == nil ? [] : [.delete]) + (row?.reactionForm == nil ? [] : [.react])
      + [Command.like, .keepTab].filter { row?.actions[$0] != nil }
      + (creation == nil ? [] : [.compose])
      + (isSearched ? [.search] : []) + [.back, .refresh, .help]
  }

  func overridingKeyHintTexts(for row: ListingRow?) -> [Command: SafeText] {
    creation.map { [.compose: wording.hintText(of: $0.command)] } ?? [:]
  }

  func overridingCommandTitles(for row: ListingRow?) -> [Command: SafeText] {
    creation.map { [.compose: wording.titleText(of: $0.command)] } ?? [:]
  }

  /// The command that creates a further item of the list, which is also done by the key for writing
  /// a post, and the kind of its form; nil if none can be created.
  private var creation: (command: Command, form: ServiceAction.ServiceActionKind)? {
    switch subject {
    case .filters where serviceActions.contains(.filter): (.addFilter, .filter)
    case .lists(with: nil) where serviceActions.contains(.makeList): (.newList, .makeList)
    default: nil
    }
  }

  func unavailableCommands(for row: ListingRow?) -> [Command] {
    Command.aboutPosts.filter { command in
      switch command {
      case .delete: row?.removableItem == nil
      case .react: row?.reactionForm == nil
      default: row?.actions[command] == nil
      }
    }
  }

  func isWholeRowClickTarget(_ row: ListingRow) -> Bool { row.openAction != nil }

  var field: ListTextFieldTexts? {
    isSearched
      ? ListTextFieldTexts(label: wording.say("Find feeds"), enter: wording.hintText(of: .search))
      : nil
  }

  /// Opens the list of feeds that match the text entered above a list; the text is a search.
  func handleEnteredText(_ words: String, _ scene: PagedListView<ListingContent>) {
    scene.navigator?.navigate(to: .listing(.feeds(matching: words)))
  }

  func performRowCommand(
    _ command: Command, on row: ListingRow?, _ scene: PagedListView<ListingContent>
  ) -> Bool {
    switch command {
    case .undo: scene.send(.undo)
    case .compose:
      guard let creation else { return false }
      scene.navigator?.navigate(to: .form(FormScene.FormPurpose(creation.form, .nothing)))
    case .open:
      switch row?.openAction {
      case .route(let route): scene.navigator?.navigate(to: route)
      case .link(let link): scene.navigator?.openLink(link)
      case .toggle(let item): scene.send(.toggle(item))
      case nil:
        guard let form = row?.editForm else { return false }
        scene.navigator?.navigate(to: form)
      }
    case .openLink, .browse, .copyLink:
      guard case .link(let link)? = row?.openAction else { return false }
      command == .copyLink
        ? scene.navigator?.copyText(SafeText(sanitizing: link.address))
        : scene.navigator?.openInBrowser(link)
    case .edit, .react:
      guard let route = command == .edit ? row?.editForm : row?.reactionForm else { return false }
      scene.navigator?.navigate(to: route)
    case .like, .keepTab:
      guard let kind = row?.actions[command], let item = row?.item else { return false }
      scene.send(.perform(kind, item))
    case .delete:
      guard let item = row?.removableItem else { return false }
      scene.send(.remove(item))
    default: return false
    }
    return true
  }

  func rowLines(
    of row: ListingRow, columns: Int, portraitBox: CellSize?, _ theme: Theme,
    _ options: DisplayOptions
  ) -> LaidOutLines<Never> {
    let columns = max(1, min(columns, PostLayout.widest))
    let usesPerDay: SafeText =
      options.hasSigns && !options.isPlain ? SparkLine.sparkline(of: row.usesPerDay) : ""
    let aside = Line(row.aside.isEmpty ? "" : "  " + row.aside, theme.style(.faint))
    var heading = Line(row.heading, theme.style(.author))
      .truncatedLine(columns: max(4, columns - aside.columns))
    heading.append(aside)
    if !usesPerDay.isEmpty { heading.append("  " + usesPerDay, theme.style(.busy)) }
    let lines = row.paragraphs.flatMap {
      TextWrapper.wrappedLines(of: theme.styledLine($0), columns: columns)
    }
    return LaidOutLines(lines: [heading.truncatedLine(columns: columns)] + lines)
  }
}

struct ListingRow: Identifiable, Equatable {
  let id: String
  let heading: SafeText
  /// The text behind the heading in a row of a list scene; empty for none.
  var aside: SafeText = ""
  var paragraphs: [StyledText] = []
  /// The numbers per day of a trend or statistic in a row of a list scene, drawn as a sparkline;
  /// empty if unknown.
  var usesPerDay: [Int] = []
  /// The effect of opening a row of a list scene; nil for none.
  var openAction: ListingRowOpeningAction?
  /// The route to the form that edits the item of a list scene's row, such as a filter; nil if it
  /// cannot be edited.
  var editForm: Route?
  /// The route to the form for an emoji reaction to the announcement in a list scene's row; nil if
  /// none can be added.
  var reactionForm: Route?
  /// The actions that the commands "like" and "keep as tab" perform on the item of a list scene's
  /// row, by command.
  var actions: [Command: ServiceAction.ServiceActionKind] = [:]
  /// The item on which the commands of a list scene's row act; nil if there are no such commands.
  var item: ListingScene.ListingItem?
  /// The item that the delete command of a list scene's row removes; nil if it cannot be removed.
  var removableItem: ListingScene.ListingItem?

  enum ListingRowOpeningAction: Equatable {
    /// An action of opening a list scene's row: add the row's person to the list of people, or
    /// remove the person.
    case toggle(ListingScene.ListingItem)
    case route(Route)
    case link(SafeWebLink)
  }
}

struct ListingRowFactory {
  let wording: Wording
  let now: Timestamp
  let serviceActions: Set<ServiceAction.ServiceActionKind>

  /// Returns the row of a list scene for an item; `place` is the item's index in the list.
  func listingRow(of item: ListingScene.ListingItem, at place: Int) -> ListingRow {
    switch item {
    case .edition(let edition, let changes): listingRow(of: edition, changes, at: place)
    case .announcement(let announcement): listingRow(of: announcement, at: place)
    case .server(let facts): listingRow(of: facts, at: place)
    case .list(let list): listingRow(of: list, item)
    case .trend(let trend): listingRow(of: trend, at: place)
    case .scheduled(let post): listingRow(of: post, item)
    case .filter(let filter): listingRow(of: filter, item)
    case .statistic(let statistic):
      ListingRow(
        id: String(place), heading: wording.name(of: statistic.kind),
        aside: wording.groupedNumberText(statistic.total), usesPerDay: statistic.days)
    case .feed(let feed): listingRow(of: feed, item)
    case .rules(let rules):
      ListingRow(
        id: String(place), heading: wording.rules,
        paragraphs: rules.enumerated().flatMap { number, rule in
          nonblankTextLines(rule).enumerated().map { line, text in
            [StyledSpan(line == 0 ? "\(number + 1). " : "   ")] + text
          }
        })
    }
  }

  private func listingRow(of announcement: Announcement, at place: Int) -> ListingRow {
    let time = announcement.moment.map { wording.elapsedTimeText($0, now: now) }
    let reactions = announcement.reactions.map(wording.reactionText)
    return ListingRow(
      id: String(place), heading: wording.announcedAtText(at: time),
      paragraphs: nonblankTextLines(announcement.text.plain)
        + (reactions.isEmpty ? [] : [[StyledSpan(reactions.joined(separator: "  "), .faint)]]),
      reactionForm: serviceActions.contains(.addAnnouncementReaction) && !announcement.id.isEmpty
        ? .form(
          FormScene.FormPurpose(
            .addAnnouncementReaction, .nothing, answers: [.item: announcement.id]))
        : nil
    )
  }

  private func listingRow(of facts: ServerFacts, at place: Int) -> ListingRow {
    let asides = [
      facts.contact.map { wording.administratorText($0) },
      facts.activeUserCount.map { wording.monthlyActivePeopleText($0) },
      facts.version.isEmpty ? nil : wording.serverVersionText(facts.version),
    ].compactMap(\.self)
    return ListingRow(
      id: String(place), heading: SafeText(sanitizing: facts.name),
      paragraphs: nonblankTextLines(facts.summary.plain)
        + (asides.isEmpty ? [] : [[StyledSpan(asides.joined(separator: " · "), .faint)]]))
  }

  private func listingRow(of list: UserList, _ item: ListingScene.ListingItem) -> ListingRow {
    let title = SafeText(sanitizing: list.title)
    guard let hasPerson = list.hasPerson else {
      var row = ListingRow(id: list.id, heading: title)
      row.openAction = .route(.stream(.list(id: list.id, name: list.title)))
      row.editForm = .form(
        FormScene.FormPurpose(.renameList, .nothing, answers: [.name: list.title, .list: list.id]))
      row.removableItem = item
      return row
    }
    var row = ListingRow(id: list.id, heading: (hasPerson ? "[x] " : "[ ] ") + title)
    row.openAction = .toggle(item)
    return row
  }

  private func listingRow(of trend: TrendingTagOrPage, at place: Int) -> ListingRow {
    var row: ListingRow
    switch trend.subject {
    case .tag(let tag):
      row = ListingRow(id: String(place), heading: "#" + SafeText(sanitizing: tag))
      row.openAction = .route(.stream(.tag(tag)))
    case .page(let address, let title, let site):
      row = ListingRow(
        id: String(place), heading: SafeText(sanitizing: title), aside: SafeText(sanitizing: site))
      row.openAction = SafeWebLink(address).map { .link($0) }
    }
    row.usesPerDay = trend.uses
    if trend.personCount > 0 {
      row.paragraphs = [[StyledSpan(wording.peopleTalkingText(trend.personCount), .faint)]]
    }
    return row
  }

  private func listingRow(of post: ScheduledPost, _ item: ListingScene.ListingItem) -> ListingRow {
    let moment = SafeText(
      sanitizing: TypedMomentFormat(wording) { now }.typedMomentText(of: post.moment))
    var row = ListingRow(
      id: post.id, heading: wording.scheduledTimeText(moment),
      aside: post.pictures > 0 ? wording.pictureCountText(post.pictures) : "",
      paragraphs: nonblankTextLines(post.words))
    row.removableItem = item
    if serviceActions.contains(.reschedule) {
      row.editForm = .form(
        FormScene.FormPurpose(
          .reschedule, .nothing,
          answers: [
            .item: post.id, .words: post.words, .moment: String(post.moment.milliseconds),
          ]))
    }
    return row
  }

  private func listingRow(of feed: CustomFeed, _ item: ListingScene.ListingItem) -> ListingRow {
    let asides = [
      "@" + SafeText(sanitizing: feed.author),
      feed.likes.map { wording.likeCountText($0, own: feed.isLiked) },
      feed.isPinned ? wording.amongYourStreams : nil,
    ].compactMap(\.self)
    var row = ListingRow(
      id: feed.id, heading: SafeText(sanitizing: feed.name),
      paragraphs: nonblankTextLines(feed.words) + [
        [StyledSpan(asides.joined(separator: " · "), .faint)]
      ])
    row.openAction = .route(.stream(.list(id: feed.id, name: feed.name)))
    row.actions = [.like: .likeFeed, .keepTab: .pinFeed].filter {
      serviceActions.contains($0.value)
    }
    row.item = item
    return row
  }

  private func listingRow(of filter: WordFilter, _ item: ListingScene.ListingItem) -> ListingRow {
    let end = filter.end.map {
      SafeText(sanitizing: TypedMomentFormat(wording) { now }.typedMomentText(of: $0))
    }
    let words = filter.words.map { SafeText(sanitizing: $0) }.joined(separator: ", ")
    let title = SafeText(sanitizing: filter.title)
    var row = ListingRow(
      id: filter.id, heading: title.isEmpty ? words : title,
      paragraphs: (title == words || title.isEmpty ? [] : [[StyledSpan(words)]])
        + [[StyledSpan(wording.filterEffectText(of: filter, until: end), .faint)]])
    row.removableItem = item
    row.editForm = .form(FormScene.FormPurpose(.filter, .nothing, answers: filter.answers))
    return row
  }

  private func listingRow(of edition: PostRevision, _ changes: [RevisionDiff]?, at place: Int)
    -> ListingRow
  {
    let time = wording.elapsedTimeText(edition.moment, now: now)
    var paragraphs =
      changes.map { $0.flatMap(\.paragraphs) }
      ?? (edition.paragraphs + edition.pictures).flatMap { nonblankTextLines($0) }
    paragraphs.removeAll(where: \.isEmpty)
    let isSame = changes?.allSatisfy { $0.runs.allSatisfy { $0.editKind == .stayed } } ?? false
    return ListingRow(
      id: String(place), heading: wording.revisionTitle(at: time, isFirst: changes == nil),
      paragraphs: isSame
        ? [[StyledSpan(wording.say("The text did not change."), .faint)]] : paragraphs)
  }

  private func nonblankTextLines(_ text: String) -> [StyledText] {
    SafeText.sanitizedLines(of: text).filter { !$0.isBlank }.map { [StyledSpan($0)] }
  }
}

extension WordFilter {
  /// The answers that fill the form for editing a word filter when it opens, by input field.
  fileprivate var answers: [InputField: String] {
    var answers: [InputField: String] = [
      .item: id, .phrase: WordFilter.answer(asTypedInForm: words), .filterContexts: places.answer,
      .hidesMatches: isHiding ? "true" : "false",
    ]
    if let end { (answers[.moment], answers[.endTime]) = (String(end.milliseconds), "") }
    return answers
  }
}

extension RevisionDiff {
  /// The difference between two revisions of a post as lines of text, with removed words as [-…-]
  /// and added ones as {+…+}, since colours alone are not visible to everybody.
  fileprivate var paragraphs: [StyledText] {
    var paragraphs: [StyledText] = []
    var line: StyledText = []
    for piece in runs {
      for (place, part) in SafeText.sanitizedLines(of: piece.text).enumerated() {
        if place > 0 {
          paragraphs.append(line)
          line = []
        }
        guard !part.isEmpty else { continue }
        switch piece.editKind {
        case .stayed: line.append(StyledSpan(part))
        case .went: line.append(StyledSpan("[-" + part + "-]", .bad))
        case .came: line.append(StyledSpan("{+" + part + "+}", .good))
        }
      }
    }
    return paragraphs + [line]
  }
}

enum SparkLine {
  private static let heights: [SafeText] = ["▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"]

  /// Returns a sparkline of numbers: a text of blocks of different heights, one cell each; empty
  /// for fewer than two numbers or for zeros alone.
  static func sparkline(of numbers: [Int]) -> SafeText {
    guard numbers.count > 1, let most = numbers.max(), most > 0 else { return "" }
    return numbers.map { heights[Int(Double(max(0, $0)) / Double(most) * 7)] }.joined(separator: "")
  }
}
