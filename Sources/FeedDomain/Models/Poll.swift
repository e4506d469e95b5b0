public struct Poll: Hashable, Sendable {
  public struct PollOption: Hashable, Sendable {
    public let title: String
    /// The number of votes for a poll option; nil while the results are secret.
    public fileprivate(set) var votes: Int?

    package init(title: String, votes: Int?) {
      (self.title, self.votes) = (title.shortened(to: .name), votes)
    }
  }

  public private(set) var options: [PollOption]
  public let closesAt: Timestamp?
  /// The indices of the poll options for which the user voted, from 0.
  public private(set) var chosenOptions: Set<Int>
  public let allowsSeveral: Bool
  public private(set) var voters: Int?
  /// True if the service says that the user has voted in the poll, even if the choice is unknown.
  public private(set) var hasVoted: Bool
  public let isClosed: Bool

  package init(
    options: [PollOption], closesAt: Timestamp?, chosenOptions: Set<Int> = [],
    allowsSeveral: Bool = false,
    voters: Int? = nil, hasVoted: Bool = false, isClosed: Bool = false
  ) {
    self.options = options
    self.closesAt = closesAt
    self.chosenOptions = chosenOptions
    self.allowsSeveral = allowsSeveral
    self.voters = voters
    self.hasVoted = hasVoted
    self.isClosed = isClosed
  }
}

extension Poll {
  public var isAnswered: Bool { hasVoted || !chosenOptions.isEmpty }

  public func isOver(at now: Timestamp) -> Bool {
    isClosed || closesAt.map { $0 <= now } ?? false
  }

  /// Returns the poll with the user's vote counted; unchanged if the user had voted.
  public func countingVote(_ answers: Set<Int>) -> Poll {
    guard !isAnswered, !answers.isEmpty else { return self }
    return changedCopy(self) {
      for place in options.indices where answers.contains(place) { $0.options[place].votes? += 1 }
      $0.chosenOptions = answers
      $0.voters? += 1
    }
  }

  /// Returns the poll with the user's accepted vote, whose counts include the vote already.
  public func recordingAlreadyCountedVote(_ answers: Set<Int>) -> Poll {
    changedCopy(self) {
      if chosenOptions.isEmpty { $0.chosenOptions = answers }
      $0.hasVoted = true
    }
  }
}
