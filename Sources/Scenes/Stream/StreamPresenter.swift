import FeedDomain
import Preferences
import Terminal
import UseCases
import Words

@MainActor
final class StreamPresenter {
  private let wording: Wording
  private let options: DisplayOptions
  private let keys: KeyMap
  /// The current time, of which a stream that cannot be fetched needs the day.
  private let now: () -> Timestamp
  /// The rows that the stream presenter made last, with the state they were made from; cached
  /// because most changes concern one row or none. nil before the first.
  private var cachedRows: ReusableStreamRows?

  init(
    wording: Wording, options: DisplayOptions, keys: KeyMap, now: @escaping () -> Timestamp
  ) {
    (self.wording, self.options, self.keys, self.now) = (wording, options, keys, now)
  }

  func viewModel(of state: StreamScene.SceneState) -> StreamViewModel {
    let rows = streamRows(of: state)
    var viewModel = StreamViewModel()
    viewModel.heading = streamHeading(of: state)
    (viewModel.streams, viewModel.feed) = (state.tabs, state.feed)
    viewModel.hasReadStates = state.hasReadStates
    viewModel.showsUnreadOnly = state.showsUnreadOnly
    viewModel.openings = state.openings
    if let layout = state.layout {
      (viewModel.layout, viewModel.noPhotos) = (layout, noPhotos)
    }
    (viewModel.rows, viewModel.ranks) = (rows.ordered, rows.ranks)
    (viewModel.hasPhotos, viewModel.hidden) = (rows.hasPhotos, rows.hidden)
    // In the state, newer posts are above; if the oldest come first on the screen, the sides are
    // exchanged.
    viewModel.more =
      options.readingOrder == .oldest
      ? MorePostsAvailability(above: state.hasMoreBelow, below: state.hasMoreAbove)
      : MorePostsAvailability(above: state.hasMoreAbove, below: state.hasMoreBelow)
    viewModel.notice = rows.ordered.isEmpty ? emptySceneMessage(of: state) : nil
    // The message in the middle of the scene says already that the stream is being fetched.
    if viewModel.notice?.isBusy == true, state.activity == .opening {
      viewModel.heading.activity = ""
    }
    viewModel.footer = streamFooter(of: state, hasRows: !rows.ordered.isEmpty)
    viewModel.isNearby =
      state.isUserLocationUnknown || state.isNearby && state.tabs.contains(.nearby)
    if state.isUserLocationUnknown {
      viewModel.unknownLocationNote = wording.say(
        "Your location is unknown, so this is Trending. {key} chooses a place.",
        ["key": keyName(of: .place)])
    }
    viewModel.failures = [
      wording.failedServicesText(state.failedAccounts),
      wording.failedSubscriptionsText(state.brokenSubscriptions),
    ]
    .filter { !$0.isEmpty }.joined(separator: "  ")
    viewModel.missed = state.status.awaySince.map {
      PostCountSinceLastVisit(
        count: state.status.unread, isUncounted: state.status.isUncounted, lastVisit: $0)
    }
    return viewModel
  }

  private func streamRows(of state: StreamScene.SceneState) -> ReusableStreamRows {
    let inputs = ReusableStreamRows.StreamRowInputs(state)
    if let cachedRows, cachedRows.inputs == inputs { return cachedRows }
    let rows = ReusableStreamRows(inputs, options, reusing: cachedRows) {
      StreamGapRow(
        gap: $0, words: wording.gapHint(key: keyName(of: .open)),
        busyWords: wording.say("loading posts"))
    } foldWords: {
      wording.foldedPostsHint($0, key: keyName(of: .open))
    }
    cachedRows = rows
    return rows
  }

  private func keyName(of command: Command) -> String { keys.keyName(for: command) ?? "" }
}

// MARK: - The top line

extension StreamPresenter {
  private func streamHeading(of state: StreamScene.SceneState) -> StreamHeading {
    let undelivered = state.posts.undelivered
    var heading = StreamHeading()
    heading.account = "@\(state.account.handle)"
    heading.tabs = state.tabs.map { tab in
      // The tab for photos nearby has the name of the place once that is known.
      wording.name(of: state.feed.flatMap { tab.tabShowsFeed($0) ? $0 : nil } ?? tab.feed)
    }
    let current = state.tabs.firstIndex { tab in
      state.feed.map(tab.tabShowsFeed) ?? (tab == .nearby)
    }
    // While the place is unknown, the tab for photos nearby stays the current one.
    heading.currentTab =
      state.isUserLocationUnknown ? state.tabs.firstIndex(of: .nearby) ?? current : current
    heading.title = wording.name(of: state.feed)
    heading.unread =
      state.hasReadStates || state.showsUnreadOnly
      ? unreadEntriesText(of: state) : countTextUnlessZero(state.status.unread, newPostsText)
    // The current tab has its number at the right.
    for (tab, unread) in state.unreadInTabs.enumerated()
    where unread > 0 && heading.tabs.indices.contains(tab) && tab != heading.currentTab {
      heading.tabs[tab] = heading.tabs[tab] + " " + SafeText(sanitizing: "\(unread)")
    }
    heading.notifications = countTextUnlessZero(state.status.notifications) {
      options.saysInWords ? wording.newNotificationsText($0) : "◆ \($0)"
    }
    heading.waiting = countTextUnlessZero(undelivered.waiting) {
      options.saysInWords ? wording.waitingChangesText($0) : "◷ \($0)"
    }
    heading.refusedChanges = countTextUnlessZero(undelivered.refused) {
      options.saysInWords ? wording.refusedChangesText($0) : "✗ \($0)"
    }
    if let uploaded = undelivered.uploaded {
      heading.activity = wording.uploadProgressText(uploaded, isPlain: options.isPlain)
    } else if state.activity == .none {
      heading.activity = state.offlineCopy.map { wording.shortOfflineCopyProgressText($0) } ?? ""
    } else {
      heading.activity = fetchStateText(for: state.activity)
      if case .stalled(let since) = state.activity {
        heading.stall = UnansweredServiceRequest(
          waitingSince: since, hint: wording.retryOffer(key: keyName(of: .refresh)))
      }
    }
    heading.freshness = lastStreamFetchOutcome(of: state)
    return heading
  }

  private func countTextUnlessZero(_ count: Int, _ words: (Int) -> SafeText) -> SafeText {
    count > 0 ? words(count) : ""
  }

  private func unreadEntriesText(of state: StreamScene.SceneState) -> SafeText {
    let count = state.status.unread
    guard state.showsUnreadOnly else {
      return count > 0 ? wording.plural("{count} unread", "{count} unread", count) : ""
    }
    return wording.plural("only unread: {count}", "only unread: {count}", count)
  }

  private func newPostsText(_ count: Int) -> SafeText {
    switch (options.readingOrder, options.isPlain) {
    case (.newest, false): wording.plural("{count} new ↑", "{count} new ↑", count)
    case (.newest, true): wording.plural("{count} new above", "{count} new above", count)
    case (.oldest, false): wording.plural("{count} new ↓", "{count} new ↓", count)
    case (.oldest, true): wording.plural("{count} new below", "{count} new below", count)
    }
  }

  private func fetchStateText(for activity: StreamScene.StreamFetchState) -> SafeText {
    switch activity {
    case .none: ""
    case .locating: wording.say("locating")
    case .opening: wording.say("opening")
    case .refreshing: wording.say("refreshing")
    case .collecting(let progress): wording.refreshProgressText(progress)
    case .stalled: wording.say("no answer yet")
    case .loadingOlder, .filling: wording.loading
    }
  }

  private func lastStreamFetchOutcome(of state: StreamScene.SceneState) -> LastStreamFetchOutcome {
    let fetchedAt = state.status.fetchedAt
    return switch state.problem {
    case .failed(let error, let retryAt):
      .failed(error, fetchedAt: fetchedAt, retryAt: retryAt)
    case .gathering(let retryAt): .incomplete(retryAt: retryAt)
    case nil:
      fetchedAt.map { .fetched($0, isWhole: state.brokenSubscriptions.isEmpty) } ?? .unknown
    }
  }
}

// MARK: - Without rows, and below them

extension StreamPresenter {
  private func streamFooter(of state: StreamScene.SceneState, hasRows: Bool) -> StreamFooter {
    if state.activity == .loadingOlder {
      return StreamFooter(words: wording.say("Loading older posts"), isBusy: true)
    }
    let isEnd = hasRows && !state.hasMoreBelow
    return StreamFooter(words: isEnd ? wording.say("End of the stream.") : "")
  }

  private var noPhotos: EmptySceneMessage {
    EmptySceneMessage(
      sentence: wording.say("There are no photos in this stream yet."),
      nextStep: wording.say("{key} shows the posts.", ["key": keyName(of: .view)]))
  }

  private func emptySceneMessage(of state: StreamScene.SceneState) -> EmptySceneMessage {
    if state.activity == .locating {
      return EmptySceneMessage(sentence: wording.findingPlace, isBusy: true, isLocating: true)
    }
    guard state.activity == .none else {
      return EmptySceneMessage(sentence: wording.firstUse, isBusy: true)
    }
    switch state.problem {
    case .failed(let error, let retryAt):
      let next =
        retryAt.map { wording.nextTryWithKeyText(at: $0, key: keyName(of: .refresh), now: now()) }
        ?? wording.retryHint(key: keyName(of: .refresh))
      return EmptySceneMessage(sentence: wording.nothingToShowMessage(error), nextStep: next)
    case .gathering(let retryAt):
      return EmptySceneMessage(
        sentence: wording.stillGathering,
        nextStep: wording.nextTryWithKeyText(at: retryAt, key: keyName(of: .refresh), now: now()))
    case nil: break
    }
    if state.showsUnreadOnly, state.status.fetchedAt != nil {
      let key: Wording.Values = ["key": keyName(of: .unreadOnly)]
      return state.hasReadStates
        ? EmptySceneMessage(
          sentence: wording.say("There are no unread entries."),
          nextStep: wording.say("{key} shows all entries.", key))
        : EmptySceneMessage(
          sentence: wording.say("There are no unread posts."),
          nextStep: wording.say("{key} shows all posts.", key))
    }
    guard let feed = state.feed, state.status.isEmpty else {
      return EmptySceneMessage(sentence: wording.firstUse, isBusy: true)
    }
    return EmptySceneMessage(
      sentence: wording.emptyStreamText(feed),
      nextStep: wording.say(
        "{next} shows the next stream, {refresh} refreshes.",
        ["next": keyName(of: .nextStream), "refresh": keyName(of: .refresh)]))
  }
}

// MARK: - View model

/// A view model of a stream: texts and rows in the order of the screen.
struct StreamViewModel: Equatable {
  var heading = StreamHeading()
  var streams: [AccountStreamTab] = []
  /// True if the stream's entries have read states of their own, as those of web feeds do.
  var hasReadStates = false
  var showsUnreadOnly = false
  /// The stream that the stream scene shows; nil until known.
  var feed: Feed?
  /// The number of streams that the scene has opened so far; when it grows, requests made for
  /// earlier streams are obsolete.
  var openings = 0
  var layout = TimelineLayout.list
  /// The message for a photo wall or carousel without photos; nil until the stream was read.
  var noPhotos: EmptySceneMessage?
  /// The rows of a stream from the top of the screen.
  var rows: [StreamRow] = []
  /// The positions of a stream's entries counted from the newest, by entry id; empty if no entry
  /// was moved below another that it answers.
  var ranks: [FeedEntry.ID: Int] = [:]
  var hasPhotos = false
  var hidden = RepeatedOrFoldedEntries()
  /// The sides of the screen, above and below a stream's rows, on which more posts can be fetched.
  var more = MorePostsAvailability()
  /// The message in the middle of a stream without rows; nil for a stream with rows.
  var notice: EmptySceneMessage?
  var footer = StreamFooter()
  /// True if the stream shows posts near a place, which the user can change.
  var isNearby = false
  /// The text above a stream of nearby posts that says that the location is unknown and trending
  /// posts are shown; empty otherwise.
  var unknownLocationNote: SafeText = ""
  /// The text above a stream that names the accounts and web feeds that could not be fetched; empty
  /// if none failed.
  var failures: SafeText = ""
  /// The number of posts since the last visit, after a longer absence, which the catch-up scene
  /// shows; nil if there are none.
  var missed: PostCountSinceLastVisit?
}

/// A count of a stream's posts since the last visit, after a longer absence, with the time at which
/// the absence began.
struct PostCountSinceLastVisit: Equatable {
  let count: Int
  /// True if the number of posts since the last visit is only a minimum, since not all of these
  /// posts were fetched.
  let isUncounted: Bool
  let lastVisit: Timestamp
}

/// A pair of flags: whether more posts of a stream can be fetched above and below its rows.
struct MorePostsAvailability: Equatable {
  var above = false
  var below = false
}

/// A view model of the line below the last row of a stream.
struct StreamFooter: Equatable {
  var words: SafeText = ""
  /// True while more posts of the stream are fetched; the line below the rows then has a spinner.
  var isBusy = false
}

/// A view model of a stream's top line: its texts, and the times that are made into texts when the
/// line is drawn.
struct StreamHeading: Equatable {
  var account: SafeText = ""
  var tabs: [SafeText] = []
  /// The index of the current stream among the tabs; nil if the stream is no tab.
  var currentTab: Int?
  /// The name of the current stream, which is shown if the stream is no tab.
  var title: SafeText = ""
  /// The text with the number of unread posts in a stream's top line, such as "3 new ↑"; empty for
  /// none.
  var unread: SafeText = ""
  /// The text with the number of unread notifications in a stream's top line, such as "◆ 2"; empty
  /// for none.
  var notifications: SafeText = ""
  /// The text with the number of changes waiting in the outbox, in a stream's top line, such as "◷
  /// 2"; empty for none.
  var waiting: SafeText = ""
  /// The text with the number of changes that a service refused, in a stream's top line, such as "✗
  /// 1"; empty for none.
  var refusedChanges: SafeText = ""
  /// The progress text of a stream's top line; empty if nothing is in progress.
  var activity: SafeText = ""
  /// The silence of the stream's service, which does not answer a request; nil if the service
  /// answers.
  var stall: UnansweredServiceRequest?
  var freshness: LastStreamFetchOutcome = .unknown

  /// The name of the current stream, as the top line shows it.
  var name: SafeText { currentTab.map { tabs[$0] } ?? title }
}

/// A state of a stream whose service does not answer a request: since when, and the hint with the
/// key that asks again.
struct UnansweredServiceRequest: Equatable {
  /// The time since which the silent service has not answered the request.
  let waitingSince: Timestamp
  /// The text that names the key for asking a silent service again.
  let hint: SafeText
}

/// A state of a stream's freshness: the time of the last fetch, or the reason why fetching failed.
enum LastStreamFetchOutcome: Equatable {
  case unknown
  /// A state of a stream's freshness: fetched at a time; `isWhole` is false if some of its web
  /// feeds could not be fetched.
  case fetched(Timestamp, isWhole: Bool = true)
  /// A state of a stream's freshness: fetching failed with an error; the times are those of the
  /// last fetch and of the next try.
  case failed(FeedError, fetchedAt: Timestamp?, retryAt: Timestamp?)
  /// A state of a stream's freshness: the server is still preparing the stream; the time is that of
  /// the next try.
  case incomplete(retryAt: Timestamp)

  /// Returns the text about a failed fetch of the stream; nil if it did not fail.
  func streamFailureText(_ wording: Wording, now: Timestamp) -> SafeText? {
    switch self {
    case .unknown, .fetched: nil
    case .failed(let error, let fetchedAt, let retryAt):
      wording.fetchFailureMessage(error, fetchedAt: fetchedAt, retryAt: retryAt, now: now)
    case .incomplete(let retryAt): wording.incompleteStreamText(retryAt: retryAt, now: now)
    }
  }
}
