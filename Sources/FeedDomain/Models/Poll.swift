public struct Poll: Hashable, Sendable {
  public struct Option: Hashable, Sendable {
    public let title: String
    /// Number of votes; nil while the results are secret.
    public fileprivate(set) var votes: Int?

    package init(title: String, votes: Int?) {
      (self.title, self.votes) = (title.bounded(.name), votes)
    }
  }

  public private(set) var options: [Option]
  public let closesAt: Timestamp?
  /// Indices of the options the reader voted for.
  public private(set) var chosen: Set<Int>
  public let allowsSeveral: Bool
  public private(set) var voters: Int?
  /// True if the service says the reader has voted, even if the choice is unknown.
  public private(set) var hasVoted: Bool
  public let isClosed: Bool

  package init(
    options: [Option], closesAt: Timestamp?, chosen: Set<Int> = [], allowsSeveral: Bool = false,
    voters: Int? = nil, hasVoted: Bool = false, isClosed: Bool = false
  ) {
    self.options = options
    self.closesAt = closesAt
    self.chosen = chosen
    self.allowsSeveral = allowsSeveral
    self.voters = voters
    self.hasVoted = hasVoted
    self.isClosed = isClosed
  }
}

extension Poll {
  public var isAnswered: Bool { hasVoted || !chosen.isEmpty }

  /// Returns whether the poll has closed by a time.
  public func isOver(at now: Timestamp) -> Bool {
    isClosed || closesAt.map { $0 <= now } ?? false
  }

  /// Returns the poll with the reader's vote counted; unchanged if the reader had voted.
  public func choosing(_ answers: Set<Int>) -> Poll {
    guard !isAnswered, !answers.isEmpty else { return self }
    return changed(self) {
      for place in options.indices where answers.contains(place) { $0.options[place].votes? += 1 }
      $0.chosen = answers
      $0.voters? += 1
    }
  }

  /// Returns the poll with an accepted vote, whose counts include it already.
  public func answered(_ answers: Set<Int>) -> Poll {
    changed(self) {
      if chosen.isEmpty { $0.chosen = answers }
      $0.hasVoted = true
    }
  }
}
