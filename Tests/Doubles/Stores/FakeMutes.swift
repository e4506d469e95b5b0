package import FeedDomain
import Threads

/// A store of mutes in memory, which a test can make fail.
package final class FakeMutes: MuteStore {
  private let state = LockedValue<(kept: [Mute], failure: StoreError?)>(([], nil))

  package init() {}

  package var kept: [Mute] {
    get { state.withLock { $0.kept } }
    set { state.withLock { $0.kept = newValue } }
  }

  package var failure: StoreError? {
    get { state.withLock { $0.failure } }
    set { state.withLock { $0.failure = newValue } }
  }

  package func mutes() throws(StoreError) -> [Mute] { kept }

  package func setMute(_ mute: Mute, isMuted: Bool) throws(StoreError) -> [Mute] {
    if let failure { throw failure }
    kept = kept.settingMute(mute, isMuted: isMuted)
    return kept
  }

  package func deleteAllMutes() throws(StoreError) {
    if let failure { throw failure }
    kept = []
  }
}
