package import FeedDomain

/// The reader's local mutes, for all accounts.
@MainActor package final class MuteList {
  /// All mutes, the latest first.
  package private(set) var mutes: [Mute]
  /// Called when the mutes change.
  package var changed: () -> Void = {}
  private let store: any MuteStore
  private let writes = SerialQueue()

  /// Reads the stored mutes; empty if that fails.
  package init(_ store: any MuteStore, log: any Log) {
    self.store = store
    do throws(StoreError) { mutes = try store.mutes() } catch {
      mutes = []
      log.note(.storage, .error, "could not read what is muted: \(error)")
    }
  }

  /// Adds or removes a mute at once. The task ends when the change is stored, or rolled back with
  /// an error.
  func set(_ mute: Mute, _ isMuted: Bool) -> Task<StoreError?, Never> {
    show(mutes.setting(mute, isMuted))
    return writes.add { [self] in
      switch await Self.keep(mute, isMuted, in: store) {
      case .success(let kept):
        // Others may be on their way; with the last of them it is known what other windows mute.
        if writes.unfinished == 1 { show(kept) }
        return nil
      case .failure(let error):
        show(mutes.setting(mute, !isMuted))
        return error
      }
    }
  }

  /// Reloads the mutes, which may have been deleted with the last account.
  package func lookAgain() {
    // What cannot be read stays as it was; writing tells what is wrong.
    if let kept = try? store.mutes() { show(kept) }
  }

  private func show(_ mutes: [Mute]) {
    guard mutes != self.mutes else { return }
    self.mutes = mutes
    changed()
  }

  /// Writes files off the main actor.
  @concurrent private nonisolated static func keep(
    _ mute: Mute, _ isMuted: Bool, in store: any MuteStore
  ) async -> Result<[Mute], StoreError> {
    Result { () throws(StoreError) in try store.set(mute, isMuted) }
  }

  /// Returns the post folded if it is muted.
  func shown(_ post: Post, boostedBy booster: Person?, to reader: Account) -> Post {
    mutes.shown(post, boostedBy: booster, to: reader)
  }
}
