internal import FeedDomain
internal import Threads

/// What a connection remembers for as long as it is open, and what the reader wants to see for
/// longer.
final class BlueskyMemory: Sendable {
  /// How long it is done without preferences before they are asked for again.
  private static let failureLasts = Duration.seconds(60)
  /// How long what an earlier start left does, so that a page is shown before it is asked again.
  private static let openingLasts = Duration.seconds(60)
  /// How long somebody keeps a handle, at least as far as we are concerned.
  private static let handlesLast = Duration.seconds(24 * 3600)
  private static let mostHandles = 1000

  private struct State {
    var taste: KeptTaste?
    /// Since when what an earlier start left does.
    var openedAt: Timestamp?
    /// When the preferences could not be had.
    var failedAt: Timestamp?
    var deeds = RecentDeeds()
    var handles: [String: (did: String, until: Timestamp)] = [:]
  }

  /// Up to when notices were read, as it was told a moment ago.
  let seen = MomentsMemory<NoticeMark?>()
  private let file: TasteFile
  private let state = Guarded(State())

  init(_ file: TasteFile) { self.file = file }

  /// What the reader wants to see, as it was told to this window or another; nil where that is to
  /// be asked (again).
  func taste(at now: Timestamp) -> BlueskyTaste? {
    state.withLock { state in
      if let taste = state.taste, taste.isFresh(at: now) { return taste.taste }
      if let kept = file.kept, state.taste == nil || kept.isFresh(at: now) {
        if state.taste == nil, kept.mayOpen(at: now) { state.openedAt = now }
        state.taste = kept
      }
      if let taste = state.taste, taste.isFresh(at: now) { return taste.taste }
      if let taste = state.taste, let openedAt = state.openedAt, openedAt <= now,
        now < openedAt.advanced(by: Self.openingLasts)
      {
        return taste.taste
      }
      guard let failedAt = state.failedAt, failedAt <= now,
        now < failedAt.advanced(by: Self.failureLasts)
      else { return nil }
      return state.taste?.taste ?? BlueskyTaste()
    }
  }

  /// What those who label said last, however long ago.
  var labels: LabelBook? { state.withLock { $0.taste?.labels } }

  func note(_ taste: KeptTaste) {
    state.withLock { $0.taste = taste }
    file.keep(taste)
  }

  /// The reader set something else: it is asked again.
  func forgetTaste() {
    state.withLock { $0.taste = nil }
    file.forget()
    file.begin()
  }

  /// The preferences could not be had: those from before do for a while.
  func noteFailure(at now: Timestamp) -> BlueskyTaste {
    state.withLock { state in
      state.failedAt = now
      return state.taste?.taste ?? BlueskyTaste()
    }
  }

  func deeds(at now: Timestamp) -> RecentDeeds {
    state.withLock { state in
      state.deeds.forget(before: now)
      return state.deeds
    }
  }

  func note(_ change: Change, at now: Timestamp) {
    state.withLock { $0.deeds.note(change, at: now) }
  }

  /// Whose a handle is, as far as it was asked lately.
  func did(of handle: String, at now: Timestamp) -> String? {
    state.withLock { state in
      state.handles[handle].flatMap { $0.until > now ? $0.did : nil }
    }
  }

  func note(_ did: String, as handle: String, at now: Timestamp) {
    state.withLock { state in
      if state.handles.count >= Self.mostHandles { state.handles = [:] }
      state.handles[handle] = (did, now.advanced(by: Self.handlesLast))
    }
  }
}
