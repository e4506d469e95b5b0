/// What is being fetched of a stream, one of a kind at a time, and whether the service says nothing
/// when it is asked what is new.
@MainActor final class StreamErrands {
  /// Something that is fetched.
  enum Kind: Hashable {
    case refresh
    case older
    case gap(Gap.ID)
  }

  private struct Errand {
    let number: Int
    let task: Task<Void, Never>
    /// When it was begun, or something of it came last.
    var lastSign: Timestamp
  }

  /// After so long without a sign of the service, the reader is told, and may have it asked anew.
  static let patience = Duration.seconds(5)

  private let world: any World
  private let changed: @MainActor () -> Void
  private var underWay: [Kind: Errand] = [:]
  /// Counts what was begun, so that what was called off can tell.
  private var begun = 0
  /// Waits for a sign of the service.
  private var watching: Task<Void, Never>?
  private var isSilent = false

  /// Nothing is fetched; `changed` hears whenever something else is.
  init(world: any World, changed: @escaping @MainActor () -> Void) {
    self.world = world
    self.changed = changed
  }

  func isUnderWay(_ kind: Kind) -> Bool { underWay[kind] != nil }

  /// What goes on, where what is new is fetched for the first time or again.
  func activity(isFirst: Bool) -> StreamReading.Activity {
    if let refresh = underWay[.refresh] {
      return isSilent ? .stalled(since: refresh.lastSign) : isFirst ? .opening : .refreshing
    }
    if underWay[.older] != nil { return .loadingOlder }
    if case .gap(let gap)? = underWay.keys.first { return .filling(gap) }
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
    guard underWay[kind] == nil else { return }
    begun += 1
    let number = begun
    let task = Task {
      do throws(FetchFailure) {
        try await work { self.noteSign(of: kind, number) }
        end(kind, number) { tell(nil) }
      } catch {
        end(kind, number) { tell(error) }
      }
    }
    underWay[kind] = Errand(number: number, task: task, lastSign: world.now)
    if kind == .refresh { watch() }
    changed()
  }

  /// Calls a refresh off of which nothing has come for a while, so that another can begin: the line
  /// it is on may be dead. What was asked a moment ago is not asked twice.
  func callOffWhatStalls() {
    guard let refresh = underWay[.refresh],
      world.now.since(refresh.lastSign) >= Self.patience
    else { return }
    refresh.task.cancel()
    underWay[.refresh] = nil
  }

  /// Calls everything off.
  func stop() {
    for errand in underWay.values { errand.task.cancel() }
    underWay = [:]
    watch()
    changed()
  }
}

extension StreamErrands {
  private func end(_ kind: Kind, _ number: Int, then tell: () -> Void) {
    // What was called off, or was begun for another stream, has nothing to tell.
    guard underWay[kind]?.number == number else { return }
    underWay[kind] = nil
    if kind == .refresh { watch() }
    changed()
    tell()
  }

  private func noteSign(of kind: Kind, _ number: Int) {
    guard kind == .refresh, underWay[kind]?.number == number else { return }
    underWay[kind]?.lastSign = world.now
    watch()
    changed()
  }

  /// Waits for a sign of the service from now on, where it is asked what is new.
  private func watch() {
    watching?.cancel()
    watching = nil
    isSilent = false
    guard let number = underWay[.refresh]?.number else { return }
    watching = Task { [world, weak self] in
      do throws(CancellationError) { try await world.sleep(for: Self.patience) } catch { return }
      guard let self, !Task.isCancelled, underWay[.refresh]?.number == number else { return }
      isSilent = true
      changed()
    }
  }
}
