/// What a service wrote for one account, which another may have been told, too: where those of several
/// stand together, each has its account before it.
public protocol AccountBound {
  /// As it is written.
  var rawValue: String { get }
  /// What is written so.
  init(_ rawValue: String)
}

extension AccountBound {
  /// Stands in nothing that a service writes.
  private static var seam: UInt8 { 0x1F }

  /// Where it stands, looked for byte by byte: a great many ids are asked whose they are.
  private var seam: String.Index? { rawValue.utf8.firstIndex(of: Self.seam) }

  /// The same, told apart from those of other accounts.
  public func of(_ account: Account.ID) -> Self {
    Self(account.rawValue + String(UnicodeScalar(Self.seam)) + rawValue)
  }

  /// Whose it is, where that is told.
  public var whose: Account.ID? {
    seam.map { Account.ID(String(rawValue[..<$0])) }
  }

  /// As the account itself knows it.
  public var own: Self {
    guard let seam else { return self }
    return Self(String(rawValue[rawValue.utf8.index(after: seam)...]))
  }
}

extension Identifier: AccountBound {}

extension Cursor: AccountBound {}
