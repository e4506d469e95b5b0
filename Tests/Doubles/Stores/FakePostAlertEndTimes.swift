package import FeedDomain

/// A store for the ends of alerts in memory, which a test can make fail.
package actor FakePostAlertEndTimes: PostAlertEndTimeStore {
  private var failure: StoreError?
  package private(set) var times: [PostAlertEndTime] = []

  package init() {}

  package func fail(_ error: StoreError) { failure = error }

  package func postAlertEndTimes(of account: Account.ID) -> [PostAlertEndTime] {
    times.sorted { $0.endsAt < $1.endsAt }
  }

  package func setPostAlertEndTime(_ time: PostAlertEndTime, account: Account.ID) throws(StoreError)
  {
    if let failure { throw failure }
    times.removeAll { $0.person == time.person }
    times.append(time)
  }

  package func removePostAlertEndTime(of person: Person.ID, account: Account.ID) throws(StoreError)
  {
    if let failure { throw failure }
    times.removeAll { $0.person == person }
  }
}
