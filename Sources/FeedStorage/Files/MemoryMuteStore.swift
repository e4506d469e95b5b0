package import FeedDomain
internal import Glibc
internal import Groundwork
internal import Threads

package final class MemoryMuteStore: MuteStore {
  private let storedMutes = LockedValue<[Mute]>([])

  package init() {}

  package func mutes() throws(StoreError) -> [Mute] { storedMutes.withLock { $0 } }

  package func setMute(_ mute: Mute, isMuted: Bool) throws(StoreError) -> [Mute] {
    storedMutes.withLock { kept in
      kept = kept.settingMute(mute, isMuted: isMuted)
      return kept
    }
  }

  package func deleteAllMutes() throws(StoreError) { storedMutes.withLock { $0 = [] } }
}
