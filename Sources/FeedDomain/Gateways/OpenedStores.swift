/// A store for local mutes, which the program applies itself at all services.
public protocol MuteStore: Sendable {
  /// Reads the local mutes, the latest first.
  func mutes() throws(StoreError) -> [Mute]
  /// Adds or removes a local mute, and returns all mutes. Changes by other processes stay.
  func setMute(_ mute: Mute, isMuted: Bool) throws(StoreError) -> [Mute]
  /// Adds several local mutes, all or none; the first becomes the latest.
  func addMutes(_ mutes: [Mute]) throws(StoreError)
  func deleteAllMutes() throws(StoreError)
}

extension MuteStore {
  /// Adds local mutes one after another; the default for stores in memory, which cannot fail
  /// half-way.
  public func addMutes(_ mutes: [Mute]) throws(StoreError) {
    for mute in mutes.reversed() { _ = try setMute(mute, isMuted: true) }
  }
}

public struct NotificationsWithReadTime: Equatable, Sendable {
  /// The stored notifications of an account, the latest first.
  public let notifications: [Notification]
  /// The time up to which the account's notifications were read; nil if none were.
  public let readUntil: Timestamp?

  package init(_ notifications: [Notification] = [], readUntil: Timestamp? = nil) {
    (self.notifications, self.readUntil) = (notifications, readUntil)
  }

  public var unread: [Notification] {
    guard let readUntil else { return notifications }
    return notifications.filter { $0.createdAt > readUntil }
  }
}

/// A store for the notifications of each account; an account's are erased when it signs out.
public protocol NotificationStore: Sendable {
  func notifications(of account: Account.ID) async throws(StoreError) -> NotificationsWithReadTime
  /// Replaces the stored notifications of an account by the given ones, the latest first.
  func replaceStoredNotifications(_ notifications: [Notification], of account: Account.ID)
    async throws(StoreError)
  /// Stores the time up to which an account's notifications were read; a time before the stored one
  /// is ignored.
  func setNotificationsRead(until moment: Timestamp, of account: Account.ID)
    async throws(StoreError)
}

/// A store for the user's tabs of each account, and for the deck's columns.
public protocol TabAndDeckColumnStore: Sendable {
  /// Reads the tabs chosen for an account, in order; nil for the service's default.
  func tabs(account: Account.ID) async throws(StoreError) -> [AccountStreamTab]?
  func setTabs(_ tabs: [AccountStreamTab], account: Account.ID) async throws(StoreError)
  /// Stores the columns of the deck; columns of signed-out accounts are left out.
  func storeDeckColumns(_ columns: [DeckColumn]) async throws(StoreError)
}

/// A store for the searches that an account made; they are erased when the account signs out.
public protocol SearchHistory: Sendable {
  /// Reads the latest searches of an account, latest first, without repetitions.
  func recentSearches(of account: Account.ID) async throws(StoreError) -> [String]
  /// Stores a search as the account's latest; very old ones are dropped.
  func addSearchToHistory(_ words: String, of account: Account.ID, now: Timestamp)
    async throws(StoreError)
}

/// A gateway that reads and stores the portable settings, and converts them to and from the text of
/// an export.
package protocol PortableSettingsGateway: Sendable {
  /// Reads the stored settings, with the tabs, columns and places of these accounts.
  func portableSettings(of accounts: [Account.ID]) async throws(StoreError) -> PortableSettings
  /// Stores those parts of portable settings that differ from `old`; each part is stored in full or
  /// not at all.
  func storeChangedSettingsOnMachine(
    _ portableSettings: PortableSettings, insteadOf old: PortableSettings)
    async throws(StoreError)
  func exportedSettingsText(of portableSettings: PortableSettings) -> String
  /// Parses exported settings; throws if any part is invalid.
  func parsedPortableSettings(in text: [UInt8]) throws(PortableSettingsError) -> PortableSettings
  /// Reads the bytes of a file with exported settings; throws if the file is larger than any
  /// export.
  func readExportedSettingsFile(at path: String) throws(StoreError) -> [UInt8]
}
