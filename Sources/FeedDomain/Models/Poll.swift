/// A question with answers to choose from.
public struct Poll: Hashable, Sendable {
  /// One answer.
  public struct Option: Hashable, Sendable {
    public let title: String
    /// How many chose it; nil while that is a secret.
    public fileprivate(set) var votes: Int?

    package init(title: String, votes: Int?) {
      (self.title, self.votes) = (title.bounded(.name), votes)
    }
  }

  public private(set) var options: [Option]
  /// When it closes; nil for never.
  public let closesAt: Timestamp?
  /// Which answers the reader chose, by their places in `options`.
  public private(set) var chosen: Set<Int>
  /// Whether several answers may be chosen.
  public let allowsSeveral: Bool
  /// How many people voted; nil where that is not told.
  public private(set) var voters: Int?
  /// Whether the service says that it takes no answer of the reader's any more, whatever they chose.
  public private(set) var hasVoted: Bool
  /// Whether the service says that it is over.
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
  /// Whether the reader has answered it.
  public var isAnswered: Bool { hasVoted || !chosen.isEmpty }

  /// Whether it is over by then.
  public func isOver(at now: Timestamp) -> Bool {
    isClosed || closesAt.map { $0 <= now } ?? false
  }

  /// The same poll with the reader's answers counted; one that was answered stays as it is.
  public func choosing(_ answers: Set<Int>) -> Poll {
    guard !isAnswered, !answers.isEmpty else { return self }
    return changed(self) {
      for place in options.indices where answers.contains(place) { $0.options[place].votes? += 1 }
      $0.chosen = answers
      $0.voters? += 1
    }
  }

  /// The same poll, as counted, of which the service took these answers.
  public func answered(_ answers: Set<Int>) -> Poll {
    changed(self) {
      if chosen.isEmpty { $0.chosen = answers }
      $0.hasVoted = true
    }
  }
}
