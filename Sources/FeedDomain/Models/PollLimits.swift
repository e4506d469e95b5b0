/// What a service allows in a poll.
public struct PollLimits: Hashable, Sendable {
  /// What most servers take.
  public static let standard = PollLimits(
    choices: 4, characters: 50, shortest: .seconds(300), longest: .seconds(2_629_746))

  /// How many answers there may be to choose from.
  public let choices: Int
  /// How many characters each may have.
  public let characters: Int
  /// How long it must be open at least.
  public let shortest: Duration
  /// How long it may be open at most.
  public let longest: Duration

  package init(choices: Int, characters: Int, shortest: Duration, longest: Duration) {
    self.choices = choices
    self.characters = characters
    self.shortest = shortest
    self.longest = longest
  }
}

extension PollLimits {
  /// Minutes, hours and days that people think in.
  private static let round = [5, 30, 60, 6 * 60, 12 * 60, 24 * 60, 3 * 24 * 60, 7 * 24 * 60]

  /// How long a poll can be open, to choose from, the shortest first.
  public var lengths: [Duration] {
    let lengths = Self.round.map { Duration.seconds($0 * 60) }.filter(allows)
    return lengths.isEmpty ? [shortest] : lengths
  }

  /// How long a poll is open unless somebody says otherwise: a day, or as near to it as can be.
  public var usualLength: Duration {
    lengths.last { $0 <= .seconds(86_400) } ?? shortest
  }

  /// How many characters an answer is too long; 0 where it fits.
  public func excess(of choice: String) -> Int {
    max(0, Draft.Poll.trimmed(choice).count - characters)
  }

  /// Whether a poll may be open that long.
  public func allows(_ length: Duration) -> Bool { shortest <= length && length <= longest }
}
