package import FeedDomain

/// A store for the ends of alerts in memory, which a test can make fail.
package actor FakeAlertTimes: AlertTimeStore {
  private var failure: StoreError?
  package private(set) var times: [AlertTime] = []

  package init() {}

  package func fail(_ error: StoreError) { failure = error }

  package func alertTimes(of account: Account.ID) -> [AlertTime] {
    times.sorted { $0.endsAt < $1.endsAt }
  }

  package func setAlertTime(_ time: AlertTime, account: Account.ID) throws(StoreError) {
    if let failure { throw failure }
    times.removeAll { $0.person == time.person }
    times.append(time)
  }

  package func removeAlertTime(of person: Person.ID, account: Account.ID) throws(StoreError) {
    if let failure { throw failure }
    times.removeAll { $0.person == person }
  }
}
