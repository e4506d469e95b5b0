package import FeedDomain

/// A store, in the outbox's database, of the times at which alerts for people's posts end.
package struct SQLitePersonAlertEndTimeStore: PersonAlertEndTimeStore {
  private let outbox: SQLiteOutbox

  package init(_ outbox: SQLiteOutbox) { self.outbox = outbox }

  package func personAlertEndTimes(of account: Account.ID) async throws(StoreError)
    -> [PersonAlertEndTime]
  {
    try await outbox.database.runReadTransaction { connection throws(SQLiteError) in
      try connection.queryRows(
        "SELECT person, handle, ends_at FROM alert_time WHERE account = ? ORDER BY ends_at",
        .text(account.rawValue)
      ) {
        PersonAlertEndTime(
          person: Person.ID($0.textValue(0)), handle: $0.textValue(1),
          endsAt: Timestamp(milliseconds: $0.integerValue(2)))
      }
    }
  }

  package func setPersonAlertEndTime(_ time: PersonAlertEndTime, account: Account.ID)
    async throws(StoreError)
  {
    try await outbox.database.runWriteTransaction { connection throws(SQLiteError) in
      try outbox.throwIfSignedOut(account)
      try connection.executeSQL(
        "INSERT OR REPLACE INTO alert_time (account, person, handle, ends_at) VALUES (?, ?, ?, ?)",
        .text(account.rawValue), .text(time.person.rawValue), .text(time.handle),
        .integer(time.endsAt.milliseconds))
    }
  }

  package func removePersonAlertEndTime(
    of person: Person.ID, account: Account.ID
  ) async throws(StoreError) {
    try await outbox.database.runWriteTransaction { connection throws(SQLiteError) in
      try connection.executeSQL(
        "DELETE FROM alert_time WHERE account = ? AND person = ?", .text(account.rawValue),
        .text(person.rawValue))
    }
  }
}
