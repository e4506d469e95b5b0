import FeedDomain
import Synchronization

/// What is muted, in memory; it fails when it is told to.
final class FakeMutes: MuteStore {
  private let state = Mutex<(kept: [Mute], failure: StoreError?)>(([], nil))

  var kept: [Mute] {
    get { state.withLock { $0.kept } }
    set { state.withLock { $0.kept = newValue } }
  }

  var failure: StoreError? {
    get { state.withLock { $0.failure } }
    set { state.withLock { $0.failure = newValue } }
  }

  func mutes() throws(StoreError) -> [Mute] { kept }

  func set(_ mute: Mute, _ isMuted: Bool) throws(StoreError) -> [Mute] {
    if let failure { throw failure }
    kept = kept.setting(mute, isMuted)
    return kept
  }

  func forget() throws(StoreError) {
    if let failure { throw failure }
    kept = []
  }
}
