/// Ids where those of several accounts stand together: each with its account's before it, since two
/// servers may give the same one.
extension Identifier {
  /// Stands in nobody's ids.
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
