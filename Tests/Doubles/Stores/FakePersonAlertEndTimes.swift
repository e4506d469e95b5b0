package import FeedDomain

/// A store for the ends of alerts in memory, which a test can make fail.
package actor FakePersonAlertEndTimes: PersonAlertEndTimeStore {
  private var failure: StoreError?
  package private(set) var times: [PersonAlertEndTime] = []

  package init() {}

  package func fail(_ error: StoreError) { failure = error }

  package func personAlertEndTimes(of account: Account.ID) -> [PersonAlertEndTime] {
    times.sorted { $0.endsAt < $1.endsAt }
  }

  package func setPersonAlertEndTime(_ time: PersonAlertEndTime, account: Account.ID)
    throws(StoreError)
  {
    if let failure { throw failure }
    times.removeAll { $0.person == time.person }
    times.append(time)
  }

  package func removePersonAlertEndTime(of person: Person.ID, account: Account.ID)
    throws(StoreError)
  {
    if let failure { throw failure }
    times.removeAll { $0.person == person }
  }
}
