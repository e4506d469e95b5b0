import FeedDomain
import Preferences
import Terminal
import UseCases
import Words

/// Puts a stream into words.
@MainActor final class StreamWords {
  private let wording: Wording
  private let options: DisplayOptions
  private let keys: KeyMap
  /// The rows that were made last. What they were made from decides what they are: they are kept
  /// because most changes of a stream change one row, or none.
  private var made: StreamRows?

  init(wording: Wording, options: DisplayOptions, keys: KeyMap) {
    (self.wording, self.options, self.keys) = (wording, options, keys)
  }

  func viewModel(of state: StreamReading.State) -> StreamViewModel {
    let rows = rows(of: state)
    var viewModel = StreamViewModel()
    viewModel.heading = heading(of: state)
    (viewModel.streams, viewModel.feed) = (state.tabs, state.feed)
    viewModel.openings = state.openings
    if let arrangement = state.arrangement {
      (viewModel.arrangement, viewModel.noPhotos) = (arrangement, noPhotos)
    }
    (viewModel.rows, viewModel.ranks) = (rows.ordered, rows.ranks)
    viewModel.hasPhotos = rows.hasPhotos
    // What is newer is above: on the screen too, but for those who read the oldest first.
    viewModel.more =
      options.order == .oldest
      ? StreamSides(above: state.hasMoreBelow, below: state.hasMoreAbove)
      : StreamSides(above: state.hasMoreAbove, below: state.hasMoreBelow)
    viewModel.notice = rows.ordered.isEmpty ? notice(of: state) : nil
    viewModel.footer = footer(of: state, hasRows: !rows.ordered.isEmpty)
    viewModel.isNearby =
      state.isPlaceUnknown || state.isNearby && state.tabs.contains(.nearby)
    if state.isPlaceUnknown {
      viewModel.strip = wording.say(
        "Your location is not known: this is trending. {key} chooses a place.",
        ["key": key(.place)])
    }
    viewModel.failures = [
      wording.failedServices(state.failedAccounts),
      wording.failedSubscriptions(state.brokenSubscriptions),
    ]
    .filter { !$0.isEmpty }.joined(separator: "  ")
    viewModel.missed = state.status.awaySince.map {
      StreamMissed(count: state.status.unread, isUncounted: state.status.isUncounted, since: $0)
    }
    return viewModel
  }

  private func rows(of state: StreamReading.State) -> StreamRows {
    let source = StreamRows.Source(state)
    if let made, made.source == source { return made }
    let rows = StreamRows(source, options, reusing: made) {
      StreamGap(
        gap: $0, words: wording.gap(key: key(.open)), busyWords: wording.say("loading posts"))
    }
    made = rows
    return rows
  }

  private func key(_ command: Command) -> String { keys.name(for: command) ?? "" }
}

// MARK: - The top line

extension StreamWords {
  private func heading(of state: StreamReading.State) -> StreamHeading {
    let undelivered = state.posts.undelivered
    var heading = StreamHeading()
    heading.account = "@\(state.account.handle)"
    heading.tabs = state.tabs.map { tab in
      // Nearby bears the name of the place once the stream shows one.
      wording.name(of: state.feed.flatMap { tab.offers($0) ? $0 : nil } ?? tab.feed)
    }
    let current = state.tabs.firstIndex { tab in
      state.feed.map(tab.offers) ?? (tab == .nearby)
    }
    // Nearby without a place stays the tab.
    heading.current =
      state.isPlaceUnknown ? state.tabs.firstIndex(of: .nearby) ?? current : current
    heading.title = wording.name(of: state.feed)
    heading.unread = count(state.status.unread, wordsForUnread)
    heading.notifications = count(state.status.notifications) {
      options.saysInWords ? wording.newNotifications($0) : "◆ \($0)"
    }
    heading.waiting = count(undelivered.waiting) {
      options.saysInWords ? wording.waitingChanges($0) : "◷ \($0)"
    }
    heading.refused = count(undelivered.refused) {
      options.saysInWords ? wording.refusedChanges($0) : "✗ \($0)"
    }
    if let uploaded = undelivered.uploaded {
      heading.activity = wording.uploading(uploaded, isPlain: options.isPlain)
    } else if state.activity == .none {
      heading.activity = state.offlineCopy.map { wording.offlineCopyProgress($0) } ?? ""
    } else {
      heading.activity = words(for: state.activity)
      if case .stalled(let since) = state.activity {
        heading.stall = StreamStall(since: since, hint: wording.retryOffer(key: key(.refresh)))
      }
    }
    heading.standing = standing(of: state)
    return heading
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

  private func standing(of state: StreamReading.State) -> StreamStanding {
    let fetchedAt = state.status.fetchedAt
    return switch state.problem {
    case .failed(let error, let retryAt):
      .failed(wording.fetchFailure(error, fetchedAt: fetchedAt, retryAt: retryAt))
    case .gathering(let retryAt): .failed(wording.unfinished(retryAt: retryAt))
    case nil: fetchedAt.map { .fetched($0) } ?? .unknown
    }
  }
}

// MARK: - Without rows, and below them

extension StreamWords {
  private func footer(of state: StreamReading.State, hasRows: Bool) -> StreamFooter {
    if state.activity == .loadingOlder {
      return StreamFooter(words: wording.say("Loading older posts"), isBusy: true)
    }
    let isEnd = hasRows && !state.hasMoreBelow
    return StreamFooter(words: isEnd ? wording.say("That is all there is.") : "")
  }

  private var noPhotos: EmptyState {
    EmptyState(
      sentence: wording.say("There are no photos in this stream yet."),
      next: wording.say("{key} shows the posts.", ["key": key(.view)]))
  }

  private func notice(of state: StreamReading.State) -> EmptyState {
    if state.activity == .locating {
      return EmptyState(sentence: wording.findingPlace, isBusy: true)
    }
    guard state.activity == .none else {
      return EmptyState(sentence: wording.firstUse, isBusy: true)
    }
    switch state.problem {
    case .failed(let error, let retryAt):
      let next =
        retryAt.map { wording.triesAgain(at: $0, key: key(.refresh)) }
        ?? wording.triesAgain(key: key(.refresh))
      return EmptyState(sentence: wording.nothingToShow(error), next: next)
    case .gathering(let retryAt):
      return EmptyState(
        sentence: wording.stillGathering,
        next: wording.triesAgain(at: retryAt, key: key(.refresh)))
    case nil: break
    }
    guard let feed = state.feed, state.status.isEmpty else {
      return EmptyState(sentence: wording.firstUse, isBusy: true)
    }
    return EmptyState(
      sentence: wording.emptyStream(feed),
      next: wording.say(
        "{next} shows the next stream, {refresh} looks again.",
        ["next": key(.nextStream), "refresh": key(.refresh)]))
  }
}

// MARK: - View model

/// A stream as it is to be seen, in the order of the screen.
struct StreamViewModel: Equatable {
  /// The top line.
  var heading = StreamHeading()
  var streams: [StreamTab] = []
  /// The stream that is read; nil until it is known.
  var feed: Feed?
  /// The number of streams that were begun: with another one, what was asked for before is over.
  var openings = 0
  var arrangement = Arrangement.list
  /// Shown in place of a gallery without photos; nil until a stream has been read.
  var noPhotos: EmptyState?
  /// The rows from the top of the screen.
  var rows: [StreamRow] = []
  /// The position of each entry counted from the newest; empty if the rows stand in that order.
  var ranks: [FeedEntry.ID: Int] = [:]
  var hasPhotos = false
  /// The sides on which the stream goes on.
  var more = StreamSides()
  /// Shown in the middle while there are no rows.
  var notice: EmptyState?
  var footer = StreamFooter()
  /// Whether the stream shows what is near, so that a place can be chosen.
  var isNearby = false
  /// A line above the rows that tells for which others they stand in; empty for none.
  var strip: SafeText = ""
  /// A line above the rows that tells which services failed while others did not; empty for none.
  var failures: SafeText = ""
  /// Posts of a longer absence, which may be caught up with.
  var missed: StreamMissed?
}

/// The posts of a longer absence.
struct StreamMissed: Equatable {
  let count: Int
  /// Whether more was posted than was fetched.
  let isUncounted: Bool
  let since: Timestamp
}

/// The sides of the screen on which a stream goes on.
struct StreamSides: Equatable {
  var above = false
  var below = false
}

/// The line below the last row of a stream.
struct StreamFooter: Equatable {
  var words: SafeText = ""
  /// Whether more is being fetched.
  var isBusy = false
}

/// The top line of a stream; times are put into words when they are drawn.
struct StreamHeading: Equatable {
  var account: SafeText = ""
  /// The names of the streams.
  var tabs: [SafeText] = []
  /// The index of the stream that is read; nil if it is no tab.
  var current: Int?
  /// The name of the stream that is read.
  var title: SafeText = ""
  /// The number of unread posts: "3 new ↑".
  var unread: SafeText = ""
  /// The number of unread notifications: "◆ 2".
  var notifications: SafeText = ""
  /// The number of changes that wait to be sent: "◷ 2".
  var waiting: SafeText = ""
  /// The number of changes that were refused: "✗ 1".
  var refused: SafeText = ""
  /// The work that is going on; empty if none is.
  var activity: SafeText = ""
  /// The silence of the service; nil if it answers.
  var stall: StreamStall?
  var standing: StreamStanding = .unknown

  /// The name of the stream that is read.
  var name: SafeText { current.map { tabs[$0] } ?? title }
}

/// The silence of a service that was asked.
struct StreamStall: Equatable {
  /// The time of the last sign.
  let since: Timestamp
  /// The key that asks anew, in words.
  let hint: SafeText
}

/// The age of a stream.
enum StreamStanding: Equatable {
  case unknown
  case fetched(Timestamp)
  /// The reason why the stream could not be fetched, in words.
  case failed(SafeText)
}
