internal import FeedDomain

/// The people of one account.
struct PersonTable {
  let connection: SQLiteConnection
  let account: Int64

  /// Keeps somebody as they are now.
  func keep(_ person: Person) throws(SQLiteError) { try keep(person, as: person.id.rawValue) }

  /// The same, beside the handle that somebody asked for them by.
  func keep(_ person: Person, called handle: String) throws(SQLiteError) {
    try keep(person)
    try keep(person, as: Self.key(of: handle))
  }

  func person(_ id: Person.ID) throws(SQLiteError) -> Person? { try person(keptAs: id.rawValue) }

  /// Whom the service took the handle for, as they are now.
  func person(called handle: String) throws(SQLiteError) -> Person? {
    try person(keptAs: Self.key(of: handle)).flatMap { found throws(SQLiteError) in
      try person(found.id)
    }
  }

  /// No service's ids begin so.
  private static func key(of handle: String) -> String { "@" + handle.lowercased() }

  private func keep(_ person: Person, as key: String) throws(SQLiteError) {
    try connection.run(
      "INSERT OR REPLACE INTO person (account, key, record) VALUES (?, ?, ?)", .integer(account),
      .text(key), .blob(PersonRecord.bytes(of: person)))
  }

  private func person(keptAs key: String) throws(SQLiteError) -> Person? {
    try connection.first(
      "SELECT record FROM person WHERE account = ? AND key = ?", .integer(account), .text(key)
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
