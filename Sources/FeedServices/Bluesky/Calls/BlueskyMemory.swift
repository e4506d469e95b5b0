internal import FeedDomain
internal import Threads

/// What a connection remembers for as long as it is open.
final class BlueskyMemory: Sendable {
  /// How long the reader's preferences are believed, and the lack of them.
  private static let preferencesLast = Duration.seconds(600)
  private static let failureLasts = Duration.seconds(60)
  /// How long somebody keeps a handle, at least as far as we are concerned.
  private static let handlesLast = Duration.seconds(24 * 3600)
  private static let mostHandles = 1000

  private struct State {
    var taste = BlueskyTaste()
    var tasteEnds: Timestamp?
    var deeds = RecentDeeds()
    var handles: [String: (did: String, until: Timestamp)] = [:]
  }

  private let state = Guarded(State())

  /// What the reader wants to see; nil where that is to be asked (again).
  func taste(at now: Timestamp) -> BlueskyTaste? {
    state.withLock { state in
      guard let end = state.tasteEnds, now < end,
        end <= now.advanced(by: Self.preferencesLast)
      else { return nil }
      return state.taste
    }
  }

  func note(_ taste: BlueskyTaste, at now: Timestamp) {
    state.withLock { state in
      state.taste = taste
      state.tasteEnds = now.advanced(by: Self.preferencesLast)
    }
  }

  /// The preferences could not be had: those from before do for a while.
  func noteFailure(at now: Timestamp) -> BlueskyTaste {
    state.withLock { state in
      state.tasteEnds = now.advanced(by: Self.failureLasts)
      return state.taste
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
