/// How much a server still lets an account ask, as it told last or as it is counted.
public struct Allowance: Equatable, Sendable {
  /// How many questions it takes in a while.
  public let limit: Int
  /// How many of them are left.
  public let remaining: Int
  /// When it takes as many as ever again.
  public let resets: Timestamp

  /// So many of so many, until then.
  public init(_ remaining: Int, of limit: Int, until resets: Timestamp) {
    self.limit = max(limit, 1)
    self.remaining = min(max(remaining, 0), self.limit)
    self.resets = resets
  }

  /// Whether it may be asked: about what the reader passes while more than half is left, for what is
  /// due while more than a quarter is, and for what the reader asked for always.
  public func covers(_ purpose: Purpose, at now: Timestamp) -> Bool {
    guard now < resets else { return true }
    return switch purpose {
    case .asked: true
    case .due: remaining * 4 > limit
    case .passing: remaining * 2 > limit
    }
  }
}
