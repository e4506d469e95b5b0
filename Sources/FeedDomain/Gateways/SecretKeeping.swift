/// The system's own store of secrets, where there is one and somebody wants it.
public protocol SecretKeeping: Sendable {
  /// The secret that is kept for an account.
  func secret(of account: Account.ID) throws(SecretFailure.Reason) -> Secret
  /// Keeps a secret in place of what was kept for the account.
  func keep(_ secret: Secret, of account: Account.ID) throws(SecretFailure.Reason)
  /// Forgets what was kept for the account; nothing is an answer, too.
  func forget(_ account: Account.ID) throws(SecretFailure.Reason)
}

extension SecretSource {
  /// What a source begins with that is no command.
  private static let storeName = "secret-service:"

  /// The secret of that account is in the system's own store.
  package init(inStoreFor account: Account.ID, record: Secret) {
    self.init(command: Self.storeName + account.rawValue, record: record)
  }

  /// Whose secret is in the system's own store, where that is where it comes from.
  public var inStore: Account.ID? { Self.account(in: command) }

  /// Whose secret a source stands for that is no command; nil for a command.
  public static func account(in source: String) -> Account.ID? {
    guard source.hasPrefix(storeName) else { return nil }
    return Account.ID(String(source.dropFirst(storeName.count)))
  }
}
