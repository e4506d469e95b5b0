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
  private static var seam: Character { "\u{1F}" }

  /// The same, told apart from those of other accounts.
  public func of(_ account: Account.ID) -> Self {
    Self(account.rawValue + String(Self.seam) + rawValue)
  }

  /// Whose it is, where that is told.
  public var whose: Account.ID? {
    rawValue.firstIndex(of: Self.seam).map { Account.ID(String(rawValue[..<$0])) }
  }

  /// As the account itself knows it.
  public var own: Self {
    guard let seam = rawValue.firstIndex(of: Self.seam) else { return self }
    return Self(String(rawValue[rawValue.index(after: seam)...]))
  }
}

extension Identifier: AccountBound {}

extension Cursor: AccountBound {}
