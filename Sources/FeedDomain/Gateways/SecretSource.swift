/// Where the secret in an account's token comes from, when it is not kept.
public struct SecretSource: Hashable, Sendable {
  /// The command that prints it, as the person typed it.
  public let command: String
  /// The token with a stand-in for the secret: this is what is kept.
  public let record: Secret

  package init(command: String, record: Secret) {
    (self.command, self.record) = (command, record)
  }
}

extension Secret {
  /// Stands where the secret would in what is kept of an account whose secret a command gives.
  public static var standIn: Secret { Secret("given-by-the-command") }
}
