/// A question with answers to choose from.
public struct Poll: Hashable, Sendable {
  /// One answer.
  public struct Option: Hashable, Sendable {
    /// What it says.
    public let title: String
    /// How many chose it; nil while that is a secret.
    public let votes: Int?

    /// One answer.
    public init(title: String, votes: Int?) {
      self.title = title
      self.votes = votes
    }
  }

  /// The answers.
  public let options: [Option]
  /// When it closes; nil for never.
  public let closesAt: Timestamp?
  /// Which answers the reader chose, by their places in `options`.
  public let chosen: Set<Int>
  /// Whether several answers may be chosen.
  public let allowsSeveral: Bool

  /// A question with answers.
  public init(
    options: [Option], closesAt: Timestamp?, chosen: Set<Int> = [], allowsSeveral: Bool = false
  ) {
    self.options = options
    self.closesAt = closesAt
    self.chosen = chosen
    self.allowsSeveral = allowsSeveral
  }
}

extension Poll {
  /// The same poll with the reader's answers counted; one that was answered stays as it is.
  public func choosing(_ answers: Set<Int>) -> Poll {
    guard chosen.isEmpty, !answers.isEmpty else { return self }
    return Poll(
      options: options.enumerated().map { place, option in
        Option(
          title: option.title, votes: option.votes.map { $0 + (answers.contains(place) ? 1 : 0) })
      }, closesAt: closesAt, chosen: answers, allowsSeveral: allowsSeveral)
  }
}
