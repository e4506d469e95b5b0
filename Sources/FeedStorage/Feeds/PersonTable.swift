internal import FeedDomain

/// The people of one account.
struct PersonTable {
  let connection: SQLiteConnection
  let account: Int64

  /// Keeps somebody as they are now.
  func keep(_ person: Person) throws(SQLiteError) {
    try connection.run(
      "INSERT OR REPLACE INTO person (account, key, record) VALUES (?, ?, ?)", .integer(account),
      .text(person.id.rawValue), .blob(PersonRecord.bytes(of: person)))
  }

  func person(_ id: Person.ID) throws(SQLiteError) -> Person? {
    try connection.first(
      "SELECT record FROM person WHERE account = ? AND key = ?", .integer(account),
      .text(id.rawValue)
    ) { row in row.withBytes(0) { PersonRecord.person(from: $0) } }
  }
}
