internal import FeedDomain

/// What is being fetched of a stream, one of a kind at a time, and whether the service says nothing.
@MainActor final class StreamTasks {
  /// Something that is fetched.
  enum Kind: Hashable {
    case refresh
    /// What is new at an account's home, where several are read together.
    case home(Account.ID)
    case older
    case gap(Gap.ID)
  }

  /// Goes on whichever stream is read.
  let ahead = FetchAhead()
  private let world: any World
  private let changed: @MainActor () -> Void
  private var underWay: [Kind: FetchTask] = [:]

  /// Nothing is fetched; `changed` hears whenever something else is.
  init(world: any World, changed: @escaping @MainActor () -> Void) {
    (self.world, self.changed) = (world, changed)
  }

  /// Whether that goes on.
  func isUnderWay(_ kind: Kind) -> Bool { underWay[kind]?.isRunning == true }

  /// Whether what is new is being asked for anywhere.
  var isRefreshing: Bool {
    underWay.contains {
      guard $0.value.isRunning else { return false }
      return if case .home = $0.key { true } else { $0.key == .refresh }
    }
  }

  /// What goes on, where what is new is fetched for the first time or again.
  func activity(isFirst: Bool) -> StreamReading.Activity {
    let running = underWay.filter { $0.value.isRunning }
    let silent = running.values.filter { $0.asking != .underWay }
    if let since = silent.map({ $0.lastSign }).min() { return .stalled(since: since) }
    if isRefreshing { return isFirst ? .opening : .refreshing }
    if running[.older] != nil { return .loadingOlder }
    if case .gap(let gap)? = running.keys.first { return .filling(gap) }
    return .none
  }

  /// Fetches something, unless that goes on already. The work is given what to call at every sign of
  /// the service; how it ended is told unless it was called off.
  func begin(
    _ kind: Kind,
    _ work:
      @escaping @MainActor (
        _ sign: @escaping @MainActor () -> Void
      ) async throws(FetchFailure) -> Void,
    then tell: @escaping @MainActor (FetchFailure?) -> Void
  ) {
    let fetchTask = underWay[kind] ?? FetchTask(world) { [weak self] _ in self?.changed() }
    underWay[kind] = fetchTask
    fetchTask.run { [weak self] () async throws(FetchFailure) in
      try await work {
        fetchTask.sign()
        self?.changed()
      }
    } then: { answer in
      switch answer {
      case .success: tell(nil)
      case .failure(let failure): tell(failure)
      }
    }
  }

  /// Calls off what nothing has come of for a while, so that it can begin anew.
  func callOffWhatStalls() {
    for fetchTask in underWay.values { fetchTask.callOffWhatStalls() }
  }

  /// Calls everything off.
  func stop() {
    let errands = underWay.values
    underWay = [:]
    for fetchTask in errands { fetchTask.stop() }
    changed()
  }
}
