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
  func forget() throws(StoreError)
}

extension MuteStore {
  /// One after the other, where none can fail.
  public func add(_ mutes: [Mute]) throws(StoreError) {
    for mute in mutes.reversed() { _ = try set(mute, true) }
  }
}

/// What is held of an account's notices.
public struct CachedNotifications: Equatable, Sendable {
  /// The notices, the latest first.
  public let notices: [Notification]
  /// Up to which moment they were read; nil where none ever was.
  public let readUntil: Timestamp?

  package init(_ notices: [Notification] = [], readUntil: Timestamp? = nil) {
    (self.notices, self.readUntil) = (notices, readUntil)
  }

  /// Those that came after what was read; all of them where nothing was.
  public var unread: [Notification] {
    guard let readUntil else { return notices }
    return notices.filter { $0.at > readUntil }
  }
}

/// What happened to the reader, kept across starts; it goes with the account's sign-out.
public protocol NotificationStore: Sendable {
  func notices(of account: Account.ID) async throws(StoreError) -> CachedNotifications
  /// Keeps these, the latest first, in place of all that were held.
  func keep(_ notices: [Notification], of account: Account.ID) async throws(StoreError)
  /// Keeps up to which moment they were read; an earlier one than is known changes nothing.
  func setNoticesRead(until moment: Timestamp, of account: Account.ID) async throws(StoreError)
}

/// Which streams the reader wants at hand: as tabs, an account at a time, and as columns beside what
/// they read, whichever account those are of.
public protocol TabStore: Sendable {
  /// The tabs in order; nil where the reader has chosen none, and gets what the service offers.
  func tabs(account: Account.ID) async throws(StoreError) -> [StreamTab]?
  /// Keeps the reader's choice.
  func setTabs(_ tabs: [StreamTab], account: Account.ID) async throws(StoreError)
  /// The columns, from the left; none before any was chosen.
  func deck() async throws(StoreError) -> [DeckColumn]
  /// Keeps the reader's choice, but for columns of accounts that were signed out.
  func setDeck(_ columns: [DeckColumn]) async throws(StoreError)
}

/// What was searched for, kept across starts; it goes with the account's sign-out.
public protocol SearchHistory: Sendable {
  /// The last searches of an account, the latest first, each once.
  func searches(of account: Account.ID) async throws(StoreError) -> [String]
  /// Keeps a search as the latest; of very many the oldest go.
  func keep(search words: String, of account: Account.ID, now: Timestamp) async throws(StoreError)
}

/// Where what somebody set up is kept, and how it is written as one file.
package protocol PortableSettingsGateway: Sendable {
  /// What is kept here, as far as it is of no account or of one of these.
  func portableSettings(of accounts: [Account.ID]) async throws(StoreError) -> PortableSettings
  /// Keeps what is different from that; each part of it whole or not at all.
  func keep(_ portableSettings: PortableSettings, insteadOf old: PortableSettings)
    async throws(StoreError)
  func text(of portableSettings: PortableSettings) -> String
  /// What such a text says, all or nothing.
  func portableSettings(in text: [UInt8]) throws(PortableSettingsError) -> PortableSettings
  /// The bytes of a file, unless it is larger than such a text can be.
  func bytes(of file: String) throws(StoreError) -> [UInt8]
}
