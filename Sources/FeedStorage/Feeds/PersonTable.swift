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

  /// The first of those who are held that is the one sought: they are few, as they are those whose
  /// pages were opened.
  func person(where isSought: (Person) -> Bool) throws(SQLiteError) -> Person? {
    try connection.rows("SELECT record FROM person WHERE account = ?", .integer(account)) { row in
      row.withBytes(0) { PersonRecord.person(from: $0) }
    }.lazy.compactMap(\.self).first(where: isSought)
  }
}
