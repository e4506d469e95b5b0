import FeedDomain
import Terminal

/// Puts into words what reading a stream did.
@MainActor final class StreamPresenter: Presenting {
  weak var display: (any StreamDisplaying)?

  private let wording: Wording
  private let options: DisplayOptions
  private let keys: KeyMap
  private let report: ActionReport
  private var heading = StreamHeading()
  private var feed: Feed?
  private var account: Account?
  private var nearbyTab: Int?
  private var activity: StreamReading.Activity = .none
  private var failure: (error: FeedError, retryAt: Timestamp?)?
  /// When more is asked for of a stream that the service is still gathering.
  private var gatheredUntil: Timestamp?
  private var hasToldOfGathering = false
  private var status: StreamReading.Status?
  private var rows: (count: Int, hasMoreBelow: Bool) = (0, false)

  /// A presenter in these words; its display is set once there is one.
  init(wording: Wording, options: DisplayOptions, keys: KeyMap) {
    self.wording = wording
    self.options = options
    self.keys = keys
    report = ActionReport(wording: wording, keys: keys)
  }

  func present(_ response: StreamReading.Response) {
    switch response {
    case .streams(let tabs, let current, let account):
      show(tabs, current: current, account: account)
    case .tab(let feed, let isShown):
      display?.say(Message(text: words(for: feed, isTab: isShown), tone: .plain))
    case .lastTab: display?.say(Message(text: wording.oneTabStays, tone: .plain))
    case .nowhere(let asks): showNowhere(asks: asks)
    case .arranged(let arrangement): display?.show(arrangement, bare: bare)
    case .rows(let rows): show(rows)
    case .changed(let posts): showChanged(posts)
    case .activity(let activity):
      self.activity = activity
      if case .filling(let gap) = activity {
        display?.show(filling: gap)
      } else {
        display?.show(filling: nil)
      }
      showSurroundings()
    case .status(let status):
      if status.fetchedAt != self.status?.fetchedAt { (failure, gatheredUntil) = (nil, nil) }
      self.status = status
      showSurroundings()
    case .failed(let error, let retryAt): fail(error, retryAt)
    case .unfinished(let retryAt): tellOfGathering(until: retryAt)
    case .storeFailed(let error):
      display?.say(Message(text: wording.sentence(for: error), tone: .bad))
    case .action(let news): hear(news)
    }
  }
}

extension StreamPresenter {
  private func show(_ tabs: [StreamTab], current: Feed?, account: Account) {
    if feed != current {
      (rows, status, failure, gatheredUntil) = ((0, false), nil, nil, nil)
      hasToldOfGathering = false
    }
    (feed, self.account) = (current, account)
    nearbyTab = tabs.firstIndex(of: .nearby)
    heading.account = SafeText(sanitizing: "@" + account.handle)
    heading.current = tabs.firstIndex { tab in current.map(tab.offers) ?? (tab == .nearby) }
    heading.isNearby = heading.current != nil && heading.current == nearbyTab
    heading.standIn = ""
    heading.tabs = tabs.map { tab in
      // Nearby bears the name of the place once it shows one.
      let feed = current.flatMap { tab.offers($0) ? $0 : nil } ?? tab.feed
      return SafeText(sanitizing: feed.map { wording.name(of: $0) } ?? wording.nearby)
    }
    heading.title = SafeText(
      sanitizing: current.map { wording.name(of: $0) } ?? wording.nearby)
    display?.offer(tabs, current: current)
    showSurroundings()
  }

  /// Nearby without a place stays the tab, and says what it shows instead.
  private func showNowhere(asks: Bool) {
    heading.current = nearbyTab ?? heading.current
    heading.isNearby = true
    heading.standIn = SafeText(sanitizing: wording.trendingInstead(key: key(.place)))
    display?.show(heading)
    if asks { display?.askForPlace() }
  }

  private func show(_ given: StreamReading.Rows) {
    rows = (given.rows.count, given.hasMoreBelow)
    display?.show(
      StreamRows(
        rows: given.rows.map(row), hasMoreAbove: given.hasMoreAbove,
        hasMoreBelow: given.hasMoreBelow, place: given.place))
    showSurroundings()
  }

  private func row(_ row: FeedRow) -> StreamRow {
    switch row {
    case .entry(let entry):
      return .post(
        entry.id, report.item(entry.post, boostedBy: entry.boostedBy, for: account))
    case .gap(let gap):
      return .gap(
        StreamGap(
          gap: gap, words: SafeText(sanitizing: wording.gap(key: key(.open))),
          busyWords: SafeText(sanitizing: wording.loadingGap),
          isFilling: activity == .filling(gap.id)))
    }
  }

  private func fail(_ error: FeedError, _ retryAt: Timestamp?) {
    // Trying again by itself may fail for hours: said once, and the top line goes on saying it.
    let isNews = failure?.error != error
    failure = (error, retryAt)
    showSurroundings()
    guard error != .signedOut else {
      if let account { display?.askToSignIn(account) }
      return
    }
    guard isNews, rows.count > 0, error != .cancelled else { return }
    display?.say(
      Message(
        text: SafeText(sanitizing: wording.refreshFailed(error, key: key(.refresh))), tone: .bad))
  }

  private func tellOfGathering(until retryAt: Timestamp) {
    failure = nil
    gatheredUntil = retryAt
    showSurroundings()
    // It may take a while: said once, and the top line goes on saying it.
    guard !hasToldOfGathering, rows.count > 0 else { return }
    hasToldOfGathering = true
    display?.say(Message(text: SafeText(sanitizing: wording.stillGathering), tone: .plain))
  }

  private func hear(_ news: ActionNews) {
    let before = report.undelivered
    if report.tell(news, of: account, on: display) { showChanged([]) }
    let after = report.undelivered
    if before.waiting != after.waiting || before.refused != after.refused
      || before.uploaded != after.uploaded
    {
      showSurroundings()
    }
  }

  private func showChanged(_ posts: [Post]) {
    display?.change(posts, undelivered: report.undelivered.marked)
  }

  private func words(for feed: Feed, isTab: Bool) -> SafeText {
    let name = wording.name(of: feed)
    return isTab ? wording.becameTab(name) : wording.noLongerTab(name, key: key(.keepTab))
  }

  private func key(_ command: Command) -> String { keys.name(for: command) ?? "" }
}

extension StreamPresenter {
  /// Shows what stands around the rows: the top line, the end, and what stands in for no rows.
  private func showSurroundings() {
    heading.unread = count(status?.unread ?? 0, wordsForUnread)
    heading.notices = count(status?.notices ?? 0) {
      options.isPlain ? wording.newNotifications($0) : "◆ \($0)"
    }
    heading.waiting = count(report.undelivered.waiting) {
      options.isPlain ? wording.waiting($0) : "◷ \($0)"
    }
    heading.refused = count(report.undelivered.refused) {
      options.isPlain ? wording.refusedChanges($0) : "✗ \($0)"
    }
    heading.activity = SafeText(
      sanitizing: report.undelivered.uploaded.map {
        wording.uploading($0, isPlain: options.isPlain)
      } ?? words(for: activity))
    heading.stall = stall
    heading.standing = standing
    display?.show(heading)
    display?.show(notice)
    let footer =
      activity == .loadingOlder
      ? wording.loadingOlder : rows.count > 0 && !rows.hasMoreBelow ? wording.endOfStream : ""
    display?.show(footer: SafeText(sanitizing: footer), isBusy: activity == .loadingOlder)
  }

  private func count(_ count: Int, _ words: (Int) -> String) -> SafeText {
    count > 0 ? SafeText(sanitizing: words(count)) : ""
  }

  private func wordsForUnread(_ count: Int) -> String {
    switch (options.order, options.isPlain) {
    case (.newest, false): wording.unread(count)
    case (.newest, true): wording.unreadAbove(count)
    case (.oldest, false): wording.unreadDown(count)
    case (.oldest, true): wording.unreadBelow(count)
    }
  }

  private func words(for activity: StreamReading.Activity) -> String {
    switch activity {
    case .none: ""
    case .locating: wording.locating
    case .opening: wording.opening
    case .refreshing: wording.refreshing
    case .stalled: wording.noAnswerYet
    case .loadingOlder, .filling: wording.fillingGap
    }
  }

  private var stall: StreamStall? {
    guard case .stalled(let since) = activity, report.undelivered.uploaded == nil else {
      return nil
    }
    return StreamStall(
      since: since, hint: SafeText(sanitizing: wording.asksAnew(key: key(.refresh))))
  }

  private var standing: StreamStanding {
    if let failure {
      return .failed(
        SafeText(
          sanitizing: wording.standing(
            failure.error, fetchedAt: status?.fetchedAt, retryAt: failure.retryAt)))
    }
    if let gatheredUntil {
      return .failed(SafeText(sanitizing: wording.unfinished(retryAt: gatheredUntil)))
    }
    return status?.fetchedAt.map { .fetched($0) } ?? .unknown
  }

  private var bare: StreamNotice {
    StreamNotice(
      sentence: SafeText(sanitizing: wording.noPhotos),
      next: SafeText(sanitizing: wording.noPhotosNext(key: key(.view))), isBusy: false)
  }

  private var notice: StreamNotice? {
    guard rows.count == 0 else { return nil }
    if activity == .locating {
      return StreamNotice(
        sentence: SafeText(sanitizing: wording.findingPlace), next: "", isBusy: true)
    }
    if let failure, activity == .none {
      let next =
        failure.retryAt.map { wording.triesAgain(at: $0, key: key(.refresh)) }
        ?? wording.pressToTryAgain(key: key(.refresh))
      return StreamNotice(
        sentence: SafeText(sanitizing: wording.nothingToShow(failure.error)),
        next: SafeText(sanitizing: next), isBusy: false)
    }
    if let gatheredUntil, activity == .none {
      return StreamNotice(
        sentence: SafeText(sanitizing: wording.stillGathering),
        next: SafeText(
          sanitizing: wording.triesAgain(at: gatheredUntil, key: key(.refresh))), isBusy: false)
    }
    guard let feed, status?.isEmpty == true, activity == .none else {
      return StreamNotice(
        sentence: SafeText(sanitizing: wording.firstUse), next: "", isBusy: true)
    }
    return StreamNotice(
      sentence: SafeText(sanitizing: wording.emptyStream(feed)),
      next: SafeText(
        sanitizing: wording.emptyNext(next: key(.nextStream), refresh: key(.refresh))),
      isBusy: false)
  }
}
