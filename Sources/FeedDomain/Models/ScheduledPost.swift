/// A post that the service keeps until its moment comes.
public struct ScheduledPost: Hashable, Sendable {
  /// As the service knows it.
  public let id: String
  /// When it is posted.
  public let moment: Timestamp
  /// What it says, with its warning before it.
  public let words: String
  /// How many pictures go with it.
  public let pictures: Int

  /// A post that waits.
  public init(id: String, moment: Timestamp, words: String, pictures: Int = 0) {
    (self.id, self.moment, self.pictures) = (id, moment, pictures)
    self.words = words.bounded(.summary)
  }
}
