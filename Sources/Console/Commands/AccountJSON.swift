internal import FeedDomain

/// An account as JSON, with names that stay.
enum AccountJSON {
  /// Whose it is, and where its secret is kept.
  static func object(for signedIn: SignedInAccount, isCurrent: Bool) -> JSONValue {
    let (account, source) = (signedIn.account, signedIn.source)
    return .object([
      "id": .string(account.id.rawValue), "service": .string(account.service.rawValue),
      "handle": .string(account.handle), "server": .optional(account.server),
      "current": .bool(isCurrent), "secret": .string(place(of: source)),
      "command": .optional(source?.inStore == nil ? source?.command : nil),
    ])
  }

  private static func place(of source: SecretSource?) -> String {
    guard let source else { return "file" }
    return source.inStore == nil ? "command" : "secret-service"
  }
}
