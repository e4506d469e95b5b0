/// What is held of an account's notices.
public struct HeldNotices: Equatable, Sendable {
  /// The notices, the latest first.
  public let notices: [Notice]
  /// Up to which moment they were read; nil where none ever was.
  public let readUntil: Timestamp?

  package init(_ notices: [Notice] = [], readUntil: Timestamp? = nil) {
    (self.notices, self.readUntil) = (notices, readUntil)
  }

  /// Those that came after what was read; all of them where nothing was.
  public var unread: [Notice] {
    guard let readUntil else { return notices }
    return notices.filter { $0.at > readUntil }
  }
}

/// What happened to the reader, kept across starts; it goes with the account's sign-out.
public protocol NoticeStore: Sendable {
  /// What is held for an account.
  func notices(of account: Account.ID) async throws(StoreError) -> HeldNotices
  /// Keeps these, the latest first, in place of all that were held.
  func keep(_ notices: [Notice], of account: Account.ID) async throws(StoreError)
  /// Keeps up to which moment they were read; an earlier one than is known changes nothing.
  func setNoticesRead(until moment: Timestamp, of account: Account.ID) async throws(StoreError)
}
