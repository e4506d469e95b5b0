/// A store for the mutes that the reader keeps on this machine.
public protocol MuteStore: Sendable {
  /// Reads all local mutes, the latest first.
  func mutes() throws(StoreError) -> [Mute]
  /// Adds or removes a local mute, and returns all mutes. Changes by other processes stay.
  func setMute(_ mute: Mute, _ isMuted: Bool) throws(StoreError) -> [Mute]
  /// Adds local mutes, all or none, the first as the latest.
  func addMutes(_ mutes: [Mute]) throws(StoreError)
  func deleteAllMutes() throws(StoreError)
}

extension MuteStore {
  /// Adds local mutes one by one, for stores that cannot fail.
  public func addMutes(_ mutes: [Mute]) throws(StoreError) {
    for mute in mutes.reversed() { _ = try setMute(mute, true) }
  }
}

public struct CachedNotifications: Equatable, Sendable {
  /// The stored notifications of an account, the latest first.
  public let notifications: [Notification]
  /// The time up to which notifications were read; nil if never.
  public let readUntil: Timestamp?

  package init(_ notifications: [Notification] = [], readUntil: Timestamp? = nil) {
    (self.notifications, self.readUntil) = (notifications, readUntil)
  }

  public var unread: [Notification] {
    guard let readUntil else { return notifications }
    return notifications.filter { $0.at > readUntil }
  }
}

/// A store for notifications, erased when the account signs out.
public protocol NotificationStore: Sendable {
  func notifications(of account: Account.ID) async throws(StoreError) -> CachedNotifications
  /// Replaces the stored notifications of an account, given latest first.
  func storeNotifications(_ notifications: [Notification], of account: Account.ID)
    async throws(StoreError)
  /// Stores the time up to which an account's notifications were read; earlier times are ignored.
  func setNotificationsRead(until moment: Timestamp, of account: Account.ID)
    async throws(StoreError)
}

/// A store for the reader's tabs of each account, and for the deck's columns.
public protocol TabStore: Sendable {
  /// Reads the tabs chosen for an account, in order; nil for the service's default.
  func tabs(account: Account.ID) async throws(StoreError) -> [StreamTab]?
  func setTabs(_ tabs: [StreamTab], account: Account.ID) async throws(StoreError)
  /// Reads the deck's columns from disk, the leftmost first.
  func deck() async throws(StoreError) -> [DeckColumn]
  /// Stores the deck's columns, except those of signed-out accounts.
  func setDeck(_ columns: [DeckColumn]) async throws(StoreError)
}

/// A store for earlier searches, erased when the account signs out.
public protocol SearchHistory: Sendable {
  /// Reads the latest searches of an account, latest first, without repetitions.
  func searches(of account: Account.ID) async throws(StoreError) -> [String]
  /// Stores a search as the account's latest; very old ones are dropped.
  func storeSearch(_ words: String, of account: Account.ID, now: Timestamp) async throws(StoreError)
}

/// A gateway that stores, writes and parses exported settings.
package protocol PortableSettingsGateway: Sendable {
  /// Reads the stored settings, with the tabs, columns and places of these accounts.
  func portableSettings(of accounts: [Account.ID]) async throws(StoreError) -> PortableSettings
  /// Stores the settings that differ from older ones; each part in full or not at all.
  func storeSettings(_ portableSettings: PortableSettings, insteadOf old: PortableSettings)
    async throws(StoreError)
  func exportedText(of portableSettings: PortableSettings) -> String
  /// Parses exported settings; throws if any part is invalid.
  func parsedSettings(in text: [UInt8]) throws(PortableSettingsError) -> PortableSettings
  /// Reads a file with exported settings, unless it is larger than any export.
  func fileBytes(of file: String) throws(StoreError) -> [UInt8]
}
