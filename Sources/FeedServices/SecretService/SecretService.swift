package import FeedDomain

/// The desktop's store of secrets, as GNOME's keyring, KWallet or KeePassXC offer it on the bus of the
/// person's session.
///
/// It is never started for us, nor made to ask anybody anything: over ssh nobody would see that. What
/// is locked stays so, and is told.
package struct SecretService: SecretKeeping {
  private let path: String?
  private let limit: Duration

  /// The service on the session's bus, which has so long to answer.
  package init(environment: [String: String], limit: Duration = .seconds(3)) {
    path = BusConnection.sessionPath(environment: environment)
    self.limit = limit
  }

  package func secret(of account: Account.ID) throws(SecretFailure.Reason) -> Secret {
    try converse { conversation throws(BusError) in try conversation.secret(of: account) }
  }

  package func keep(_ secret: Secret, of account: Account.ID) throws(SecretFailure.Reason) {
    try converse { conversation throws(BusError) in try conversation.keep(secret, of: account) }
  }

  package func forget(_ account: Account.ID) throws(SecretFailure.Reason) {
    try converse { conversation throws(BusError) in try conversation.forget(account) }
  }

  private func converse<Value>(
    _ talk: (inout SecretConversation) throws(BusError) -> Value
  ) throws(SecretFailure.Reason) -> Value {
    guard let path else { throw .notFound }
    do throws(BusError) {
      var conversation = try SecretConversation(path: path, deadline: .now.advanced(by: limit))
      return try talk(&conversation)
    } catch {
      switch error {
      case .gone: throw .notFound
      case .late: throw .tooSlow
      case .unreadable: throw .unreadable
      case .refused(SecretConversation.isLocked): throw .locked
      case .refused(SecretConversation.hasNone): throw .empty
      // Nobody has that name on the bus, or whoever has it cannot do what is asked.
      case .refused: throw .notFound
      }
    }
  }
}
