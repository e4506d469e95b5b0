/// Where it is remembered what the reader does not want to read about.
public protocol MuteStore: Sendable {
  /// All of it, the latest first.
  func mutes() throws(StoreError) -> [Mute]
  /// Keeps one more, or forgets one; returns all there are then.
  ///
  /// Another process may have changed others meanwhile: that stays.
  func set(_ mute: Mute, _ isMuted: Bool) throws(StoreError) -> [Mute]
  /// Forgets all of it.
  func forget() throws(StoreError)
}
