public import FeedDomain
internal import Threads

/// What the reader does not want to read about, for as long as the program runs.
public final class MemoryMuteStore: MuteStore {
  private let kept = Guarded<[Mute]>([])

  /// A store in which nothing is.
  public init() {}

  /// All of it, the latest first.
  public func mutes() throws(StoreError) -> [Mute] { kept.withLock { $0 } }

  /// Keeps one more, or forgets one; returns all there are then.
  public func set(_ mute: Mute, _ isMuted: Bool) throws(StoreError) -> [Mute] {
    kept.withLock { kept in
      kept = kept.setting(mute, isMuted)
      return kept
    }
  }

  /// Forgets all of it.
  public func forget() throws(StoreError) { kept.withLock { $0 = [] } }
}
