/// The end of the time in which alerts for a person's posts are on. The program turns them off at
/// the service, which knows no end.
public struct AlertTime: Equatable, Sendable {
  public let person: Person.ID
  /// The person's handle, for messages.
  public let handle: String
  public let endsAt: Timestamp

  package init(person: Person.ID, handle: String, endsAt: Timestamp) {
    (self.person, self.handle, self.endsAt) = (person, handle, endsAt)
  }
}

public protocol AlertTimeStore: Sendable {
  /// Reads the ends of alerts of an account, the earliest first.
  func alertTimes(of account: Account.ID) async throws(StoreError) -> [AlertTime]
  /// Stores the end of alerts for a person's posts in place of an earlier one.
  func setAlertTime(_ time: AlertTime, account: Account.ID) async throws(StoreError)
  func removeAlertTime(of person: Person.ID, account: Account.ID) async throws(StoreError)
}
