import FeedDomain
import Preferences
import Terminal
import UseCases
import Words

/// Puts into words what reading a stream did.
@MainActor final class StreamPresenter: Presenting {
  /// What is known of the stream that is read.
  private struct Snapshot {
    var status: StreamReading.Status?
    var failure: (error: FeedError, retryAt: Timestamp?)?
    /// When more is asked for, where the service is still gathering it.
    var gatheredUntil: Timestamp?
    var hasToldOfGathering = false
    /// Which services failed, and what of those that one follows told nothing, while the others go on.
    var silent: [FailedAccount] = []
    var broken: [Subscription] = []
    /// Whether it goes on where it is oldest.
    var hasOlder = false
  }

  weak var display: (any Displaying<StreamViewModel>)?

  private let wording: Wording
  private let options: DisplayOptions
  private let keys: KeyMap
  private let report: ActionReport
  private var viewModel = StreamViewModel()
  private var account: Account?
  private var together = GroupMembers()
  private var nearbyTab: Int?
  private var activity: StreamReading.Activity = .none
  /// What is here so far of a stream that is fetched ahead.
  private var ahead: OfflineCopy?
  private var known = Snapshot()

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
      offer(tabs, current: current, account: account)
    case .tab(let feed, let isShown): say(words(for: feed, isTab: isShown), .plain)
    case .ahead(let offlineCopy, let isOver): tell(offlineCopy, isOver: isOver)
    case .company(let members): together = GroupMembers(members)
    case .silent(let silent): fallSilent(silent)
    case .broken(let broken): known.broken = broken
    case .passedOn(let account): say(wording.actingAccount(account), .plain)
    case .alone:
      say(
        wording.say(
          "Everything shows the home streams of several accounts: {key} signs in to another.",
          ["key": key(.addAccount)]), .plain)
    case .lastTab: say(wording.lastTabStays, .plain)
    case .nowhere: showNowhere()
    case .arranged(let arrangement): (viewModel.arrangement, viewModel.bare) = (arrangement, bare)
    case .rows(let rows): adopt(rows)
    case .postedAtTop: viewModel.cues.append(.showAbove)
    case .changed(let posts): report.change(posts, in: &viewModel.rows)
    case .activity(let activity):
      self.activity = activity
      markGaps()
    case .status(let status):
      if status.fetchedAt != known.status?.fetchedAt {
        (known.failure, known.gatheredUntil) = (nil, nil)
      }
      known.status = status
    case .failed(let error, let retryAt): fail(error, retryAt)
    case .unfinished(let retryAt): tellOfGathering(until: retryAt)
    case .storeFailed(let error): say(wording.sentence(for: error), .bad)
    case .action(let news):
      viewModel.cues += report.tell(news, of: account, in: &viewModel.rows).map { .post($0) }
    }
    show()
  }
}

extension StreamPresenter {
  private func offer(_ tabs: [StreamTab], current: Feed?, account: Account) {
    if viewModel.feed != current {
      (viewModel.rows, viewModel.hasPhotos, viewModel.more) = ([], false, StreamSides())
      known = Snapshot()
    }
    self.account = account
    (viewModel.streams, viewModel.feed) = (tabs, current)
    nearbyTab = tabs.firstIndex(of: .nearby)
    viewModel.heading.account = "@\(account.handle)"
    viewModel.heading.current = tabs.firstIndex { tab in
      current.map(tab.offers) ?? (tab == .nearby)
    }
    viewModel.isNearby = nearbyTab != nil && viewModel.heading.current == nearbyTab
    viewModel.strip = ""
    viewModel.heading.tabs = tabs.map { tab in
      // Nearby bears the name of the place once it shows one.
      let feed = current.flatMap { tab.offers($0) ? $0 : nil } ?? tab.feed
      return wording.name(of: feed)
    }
    viewModel.heading.title = wording.name(of: current)
    viewModel.cues.append(.offered)
  }

  /// Nearby without a place stays the tab, and says what it shows instead.
  private func showNowhere() {
    viewModel.heading.current = nearbyTab ?? viewModel.heading.current
    viewModel.isNearby = true
    viewModel.strip = wording.say(
      "Your location is not known: this is trending. {key} chooses a place.", ["key": key(.place)])
  }

  /// Above is what is newer: on the screen too, but for those who read the oldest first.
  private func adopt(_ given: StreamReading.Rows) {
    let isReversed = options.order == .oldest
    let rows = given.rows.map(row)
    let ordered = isReversed ? rows.reversed() : rows
    if options.showsThreads {
      let threads = ThreadOrder(ordered, options.order)
      (viewModel.rows, viewModel.ranks) = (threads.rows, threads.ranks)
    } else {
      viewModel.rows = ordered
    }
    viewModel.hasPhotos = rows.contains { $0.post?.photo != nil }
    viewModel.more =
      isReversed
      ? StreamSides(above: given.hasMoreBelow, below: given.hasMoreAbove)
      : StreamSides(above: given.hasMoreAbove, below: given.hasMoreBelow)
    known.hasOlder = given.hasMoreBelow
    if let place = given.place { viewModel.cues.append(.place(place)) }
  }

  private func row(_ row: FeedRow) -> StreamRow {
    switch row {
    case .entry(let entry):
      return .post(
        entry.id,
        together.item(
          report.item(entry.post, boostedBy: entry.boostedBy, for: account),
          seenAs: entry.accountPostIDs
        ))
    case .gap(let gap):
      return .gap(
        StreamGap(
          gap: gap, words: wording.gap(key: key(.open)),
          busyWords: wording.say("loading posts"),
          isFilling: activity == .filling(gap.id)))
    }
  }

  /// Says of each gap whether it is being filled.
  private func markGaps() {
    for (index, row) in viewModel.rows.enumerated() {
      guard case .gap(var gap) = row, gap.isFilling != (activity == .filling(gap.gap.id)) else {
        continue
      }
      gap.isFilling.toggle()
      viewModel.rows[index] = .gap(gap)
    }
  }

  private func fail(_ error: FeedError, _ retryAt: Timestamp?) {
    // Trying again by itself may fail for hours: said once, and the top line goes on saying it.
    let isNews = known.failure?.error != error
    known.failure = (error, retryAt)
    if error == .signedOut {
      if let account { viewModel.cues.append(.post(.askToSignIn(account))) }
    } else if isNews, !viewModel.rows.isEmpty, error != .cancelled {
      say(wording.refreshFailed(error, key: key(.refresh)), .bad)
    }
  }

  /// Where some answer, the others are told of in a line.
  private func fallSilent(_ silent: [FailedAccount]) {
    known.silent = silent
    if !silent.isEmpty { known.failure = nil }
  }

  private func tellOfGathering(until retryAt: Timestamp) {
    (known.failure, known.gatheredUntil) = (nil, retryAt)
    // It may take a while: said once, and the top line goes on saying it.
    guard !known.hasToldOfGathering, !viewModel.rows.isEmpty else { return }
    known.hasToldOfGathering = true
    say(wording.stillGathering, .plain)
  }

  private func say(_ words: SafeText, _ tone: Message.Tone) {
    viewModel.cues.append(.post(.say(Message(text: words, tone: tone))))
  }

  private func tell(_ offlineCopy: OfflineCopy, isOver: Bool) {
    if isOver {
      let isMissed = if case .service = offlineCopy.missingPart { true } else { false }
      say(wording.offlineCopyDone(offlineCopy), isMissed ? .bad : .plain)
    } else if ahead == nil {
      say(wording.offlineCopyStarted(key: key(.fetchAhead)), .plain)
    }
    ahead = isOver ? nil : offlineCopy
  }

  private func words(for feed: Feed, isTab: Bool) -> SafeText {
    let name = wording.name(of: feed)
    return isTab ? wording.tabAdded(name) : wording.tabRemoved(name, key: key(.keepTab))
  }

  private func key(_ command: Command) -> String { keys.name(for: command) ?? "" }
}

extension StreamPresenter {
  /// Shows it all: what stands around the rows hangs together.
  private func show() {
    let undelivered = report.undelivered
    viewModel.heading.unread = count(known.status?.unread ?? 0, wordsForUnread)
    viewModel.heading.notifications = count(known.status?.notifications ?? 0) {
      options.saysInWords ? wording.newNotifications($0) : "◆ \($0)"
    }
    viewModel.heading.waiting = count(undelivered.waiting) {
      options.saysInWords ? wording.waitingChanges($0) : "◷ \($0)"
    }
    viewModel.heading.refused = count(undelivered.refused) {
      options.saysInWords ? wording.refusedChanges($0) : "✗ \($0)"
    }
    viewModel.heading.activity =
      undelivered.uploaded.map { wording.uploading($0, isPlain: options.isPlain) }
      ?? (activity == .none ? ahead.map { wording.offlineCopyProgress($0) } : nil)
      ?? words(for: activity)
    viewModel.missed = known.status.flatMap { status in
      status.awaySince.map {
        StreamMissed(count: status.unread, isUncounted: status.isUncounted, since: $0)
      }
    }
    viewModel.silence = [
      wording.failedServices(known.silent), wording.failedSubscriptions(known.broken),
    ]
    .filter { !$0.isEmpty }.joined(separator: "  ")
    viewModel.heading.stall = stall
    viewModel.heading.standing = standing
    viewModel.notice = notice
    viewModel.footer = footer
    let now = viewModel
    // First: what the view asks may be answered at once.
    viewModel.cues = []
    display?.display(now)
  }

  private var footer: StreamFooter {
    if activity == .loadingOlder {
      return StreamFooter(words: wording.say("Loading older posts"), isBusy: true)
    }
    let isEnd = !viewModel.rows.isEmpty && !known.hasOlder
    return StreamFooter(words: isEnd ? wording.say("That is all there is.") : "")
  }

  private func count(_ count: Int, _ words: (Int) -> SafeText) -> SafeText {
    count > 0 ? words(count) : ""
  }

  private func wordsForUnread(_ count: Int) -> SafeText {
    switch (options.order, options.isPlain) {
    case (.newest, false): wording.plural("{count} new ↑", "{count} new ↑", count)
    case (.newest, true): wording.plural("{count} new above", "{count} new above", count)
    case (.oldest, false): wording.plural("{count} new ↓", "{count} new ↓", count)
    case (.oldest, true): wording.plural("{count} new below", "{count} new below", count)
    }
  }

  private func words(for activity: StreamReading.Activity) -> SafeText {
    switch activity {
    case .none: ""
    case .locating: wording.say("locating")
    case .opening: wording.say("opening")
    case .refreshing: wording.say("refreshing")
    case .stalled: wording.say("no answer yet")
    case .loadingOlder, .filling: wording.loading
    }
  }

  private var stall: StreamStall? {
    guard case .stalled(let since) = activity, report.undelivered.uploaded == nil else {
      return nil
    }
    return StreamStall(since: since, hint: wording.retryOffer(key: key(.refresh)))
  }

  private var standing: StreamStanding {
    if let failure = known.failure {
      return .failed(
        wording.fetchFailure(
          failure.error, fetchedAt: known.status?.fetchedAt, retryAt: failure.retryAt))
    }
    if let gatheredUntil = known.gatheredUntil {
      return .failed(wording.unfinished(retryAt: gatheredUntil))
    }
    return known.status?.fetchedAt.map { .fetched($0) } ?? .unknown
  }

  private var bare: EmptyState {
    EmptyState(
      sentence: wording.say("There are no photos in this stream yet."),
      next: wording.say("{key} shows the posts.", ["key": key(.view)]))
  }

  private var notice: EmptyState? {
    guard viewModel.rows.isEmpty else { return nil }
    if activity == .locating {
      return EmptyState(sentence: wording.findingPlace, isBusy: true)
    }
    if let failure = known.failure, activity == .none {
      let next =
        failure.retryAt.map { wording.triesAgain(at: $0, key: key(.refresh)) }
        ?? wording.triesAgain(key: key(.refresh))
      return EmptyState(sentence: wording.nothingToShow(failure.error), next: next)
    }
    if let gatheredUntil = known.gatheredUntil, activity == .none {
      return EmptyState(
        sentence: wording.stillGathering,
        next: wording.triesAgain(at: gatheredUntil, key: key(.refresh)))
    }
    guard let feed = viewModel.feed, known.status?.isEmpty == true, activity == .none else {
      return EmptyState(sentence: wording.firstUse, isBusy: true)
    }
    return EmptyState(
      sentence: wording.emptyStream(feed),
      next: wording.say(
        "{next} shows the next stream, {refresh} looks again.",
        ["next": key(.nextStream), "refresh": key(.refresh)]))
  }
}
