internal import FeedDomain

/// A set of a stream's requests, at most one of each kind at a time; starts and cancels them.
@MainActor
final class StreamTasks {
  enum StreamTaskKind: Hashable {
    case refresh
    /// A kind of stream request: a refresh of one account's home stream within the common stream.
    case home(Account.ID)
    case older
    case gap(TimelineGap.ID)
  }

  /// The fetcher of streams for offline reading, which goes on when another stream is opened.
  let offlineCopyTask = OfflineCopyTask()
  private let world: any World
  private let changed: @MainActor () -> Void
  private var underWay: [StreamTaskKind: SceneFetcher] = [:]

  /// Creates an empty set of a stream's requests; `changed` is called when a request starts, stalls
  /// or ends.
  init(world: any World, changed: @escaping @MainActor () -> Void) {
    (self.world, self.changed) = (world, changed)
  }

  func isTaskUnderWay(_ kind: StreamTaskKind) -> Bool { underWay[kind]?.isRunning == true }

  /// True if a refresh of the stream is under way, or of a home stream within the common stream.
  var isRefreshing: Bool {
    underWay.contains {
      guard $0.value.isRunning else { return false }
      return if case .home = $0.key { true } else { $0.key == .refresh }
    }
  }

  /// Returns the fetch state of the stream scene for the requests under way. The first refresh of a
  /// stream is shown as opening.
  func displayedFetchState(isFirst: Bool) -> StreamScene.StreamFetchState {
    let running = underWay.filter { $0.value.isRunning }
    let silent = running.values.filter { $0.fetchProgress != .underWay }
    if let since = silent.map({ $0.startedOrReceivedAt }).min() { return .stalled(since: since) }
    if isRefreshing { return isFirst ? .opening : .refreshing }
    if running[.older] != nil { return .loadingOlder }
    if case .gap(let gap)? = running.keys.first { return .filling(gap) }
    return .none
  }

  /// Starts a request of the stream, unless one of its kind is under way. `work` sends the request,
  /// and calls its closure whenever it receives data; `tell` is called with the failure, nil for
  /// none, unless the request was cancelled.
  func startStreamRequestUnlessUnderWay(
    _ kind: StreamTaskKind,
    _ work:
      @escaping @MainActor (
        _ sign: @escaping @MainActor () -> Void
      ) async throws(FetchFailure) -> Void,
    then tell: @escaping @MainActor (FetchFailure?) -> Void
  ) {
    let fetchTask = underWay[kind] ?? SceneFetcher(world) { [weak self] _ in self?.changed() }
    underWay[kind] = fetchTask
    fetchTask.runRequest { [weak self] () async throws(FetchFailure) in
      try await work {
        fetchTask.restartStallTimer()
        self?.changed()
      }
    } then: { answer in
      switch answer {
      case .success: tell(nil)
      case .failure(let failure): tell(failure)
      }
    }
  }

  /// Cancels those requests of the stream to which the service has not answered for a while, so
  /// that they can be repeated.
  func cancelStalledRequests() {
    for fetchTask in underWay.values { fetchTask.cancelStalledRequests() }
  }

  func cancelAllTasks() {
    let fetchTasks = underWay.values
    underWay = [:]
    for fetchTask in fetchTasks { fetchTask.cancelRequest() }
    changed()
  }
}

/// A background task that copies streams and conversations for offline reading.
@MainActor
final class OfflineCopyTask {
  private var task: Task<Void, Never>?

  var isRunning: Bool { task != nil }

  /// Starts the download of streams for offline reading, unless a download is running. `tell` is
  /// called with the posts downloaded so far, and at the end with all of them.
  func startOfflineCopy(
    _ sessions: [AccountSession], _ plan: OfflineCopyPlan,
    telling tell: @escaping @MainActor (OfflineCopyResult, _ isOver: Bool) -> Void
  ) {
    guard task == nil else { return }
    task = Task { [weak self] in
      tell(OfflineCopyResult(), false)
      var offlineCopy = OfflineCopyResult()
      for session in sessions {
        let before = offlineCopy
        offlineCopy =
          before
          + (await OfflineCopier(session, plan) { tell(before + $0, false) }.copyForOfflineReading())
        if Task.isCancelled { break }
      }
      self?.task = nil
      tell(offlineCopy, true)
    }
  }

  /// Cancels the fetch for offline reading; the copy so far is still reported.
  func cancelOfflineCopy() { task?.cancel() }
}

extension OfflineCopyResult {
  /// Returns the sum of the results of two offline copies, such as those of two services; the first
  /// reason why a copy is incomplete is kept.
  fileprivate static func + (left: OfflineCopyResult, right: OfflineCopyResult) -> OfflineCopyResult
  {
    var sum = left
    sum.posts += right.posts
    sum.conversations += right.conversations
    sum.pictures += right.pictures
    sum.bytes += right.bytes
    sum.missingPictures += right.missingPictures
    sum.articles += right.articles
    sum.missingArticles.merge(right.missingArticles, uniquingKeysWith: +)
    sum.skippedPages += right.skippedPages
    sum.skippedUntil = [left.skippedUntil, right.skippedUntil].compactMap(\.self).max()
    sum.missingPart = left.missingPart ?? right.missingPart
    return sum
  }
}
