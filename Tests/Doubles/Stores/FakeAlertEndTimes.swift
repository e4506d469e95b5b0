package import FeedDomain

/// A store for the ends of alerts in memory, which a test can make fail.
package actor FakeAlertEndTimes: AlertEndTimeStore {
  private var failure: StoreError?
  package private(set) var times: [AlertEndTime] = []

  package init() {}

  package func fail(_ error: StoreError) { failure = error }

  package func alertEndTimes(of account: Account.ID) -> [AlertEndTime] {
    times.sorted { $0.endsAt < $1.endsAt }
  }

  package func setAlertEndTime(_ time: AlertEndTime, account: Account.ID) throws(StoreError) {
    if let failure { throw failure }
    times.removeAll { $0.person == time.person }
    times.append(time)
  }

  package func removeAlertEndTime(of person: Person.ID, account: Account.ID) throws(StoreError) {
    if let failure { throw failure }
    times.removeAll { $0.person == person }
  }
}
