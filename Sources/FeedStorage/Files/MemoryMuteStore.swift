package import FeedDomain
internal import Threads

/// What the reader does not want to read about, for as long as the program runs.
package final class MemoryMuteStore: MuteStore {
  private let kept = Guarded<[Mute]>([])

  package init() {}

  package func mutes() throws(StoreError) -> [Mute] { kept.withLock { $0 } }

  package func set(_ mute: Mute, _ isMuted: Bool) throws(StoreError) -> [Mute] {
    kept.withLock { kept in
      kept = kept.setting(mute, isMuted)
      return kept
    }
  }

  package func forget() throws(StoreError) { kept.withLock { $0 = [] } }
}
