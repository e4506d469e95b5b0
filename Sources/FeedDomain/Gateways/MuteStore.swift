/// Where it is remembered what the reader does not want to read about.
public protocol MuteStore: Sendable {
  /// All of it, the latest first.
  func mutes() throws(StoreError) -> [Mute]
  /// Keeps one more, or forgets one; returns all there are then.
  ///
  /// Another process may have changed others meanwhile: that stays.
  func set(_ mute: Mute, _ isMuted: Bool) throws(StoreError) -> [Mute]
  /// Keeps these as well, all or none, the first as the latest.
  func add(_ mutes: [Mute]) throws(StoreError)
  /// Forgets all of it.
  func forget() throws(StoreError)
}

extension MuteStore {
  /// One after the other, where none can fail.
  public func add(_ mutes: [Mute]) throws(StoreError) {
    for mute in mutes.reversed() { _ = try set(mute, true) }
  }
}
