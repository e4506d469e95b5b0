package import FeedDomain

/// What the reader does not want to read about: posts about it are folded away, wherever they are
/// shown and whichever account is in front.
@MainActor package final class MuteBook {
  /// All of it, the latest first.
  package private(set) var mutes: [Mute]
  /// Is told when there is more or less of it.
  package var changed: () -> Void = {}
  private let store: any MuteStore
  private let writes = SerialWork()

  /// What is remembered there. Where that cannot be read, nothing is folded away.
  package init(_ store: any MuteStore, log: any Log) {
    self.store = store
    do throws(StoreError) { mutes = try store.mutes() } catch {
      mutes = []
      log.note(.storage, .error, "could not read what is muted: \(error)")
    }
  }

  /// Mutes it, or no longer, at once. What is returned is done when that is on disk, or when it is
  /// taken back because it could not be kept.
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

  /// Reads again what is muted: it may have gone with the last account.
  package func lookAgain() {
    // What cannot be read stays as it was; writing tells what is wrong.
    if let kept = try? store.mutes() { show(kept) }
  }

  private func show(_ mutes: [Mute]) {
    guard mutes != self.mutes else { return }
    self.mutes = mutes
    changed()
  }

  /// Files take their time, and no key waits for them.
  @concurrent private nonisolated static func keep(
    _ mute: Mute, _ isMuted: Bool, in store: any MuteStore
  ) async -> Result<[Mute], StoreError> {
    Result { () throws(StoreError) in try store.set(mute, isMuted) }
  }

  /// The post as its reader is shown it.
  func shown(_ post: Post, boostedBy booster: Person?, to reader: Account) -> Post {
    mutes.shown(post, boostedBy: booster, to: reader)
  }
}
