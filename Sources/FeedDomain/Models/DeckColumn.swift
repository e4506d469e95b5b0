/// A column of the deck: something of an account that stays on the screen beside what one reads.
public struct DeckColumn: Hashable, Sendable {
  /// What is read in it.
  public enum Content: Hashable, Sendable {
    case stream(StreamTab)
    /// What happened to the reader.
    case notices
  }

  /// Whose it is.
  public let account: Account.ID
  /// What is read in it.
  public let content: Content

  /// What of an account is read.
  public init(_ content: Content, of account: Account.ID) {
    (self.content, self.account) = (content, account)
  }
}
