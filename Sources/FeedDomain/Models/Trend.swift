/// Something that many talk about.
public struct Trend: Hashable, Sendable {
  /// What it is.
  public enum Subject: Hashable, Sendable {
    /// A tag, without "#".
    case tag(String)
    /// A page, with its title and the site it is at.
    case page(address: String, title: String, site: String)
  }

  /// What is talked about.
  public let subject: Subject
  /// How often in each of the last days, the oldest first; empty where that is not told.
  public let uses: [Int]
  /// How many people talked about it in the last two of them.
  public let people: Int

  /// A trend.
  public init(_ subject: Subject, uses: [Int], people: Int) {
    (self.uses, self.people) = (uses, people)
    self.subject =
      if case .page(let address, let title, let site) = subject {
        .page(address: address, title: title.bounded(.name), site: site.bounded(.name))
      } else {
        subject
      }
  }
}
