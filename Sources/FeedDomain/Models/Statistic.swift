/// Something that a service counts of all that somebody posted.
public struct Statistic: Hashable, Sendable {
  /// What is counted.
  public enum Kind: Hashable, Sendable {
    case views, downloads
  }

  /// What is counted.
  public let kind: Kind
  /// How often it was so far.
  public let total: Int
  /// How often on each of the last days, the latest last.
  public let days: [Int]

  /// A count.
  public init(_ kind: Kind, total: Int, days: [Int]) {
    (self.kind, self.total, self.days) = (kind, total, days)
  }
}
