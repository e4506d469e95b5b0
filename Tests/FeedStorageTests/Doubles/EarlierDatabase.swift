import Doubles

@testable import FeedStorage

extension ScratchFolder {
  /// Writes a database as an earlier version left it: of that many migrations, with the rows that
  /// the closure inserts. Returns its path.
  func writeDatabase(
    _ name: String, of schema: DatabaseSchema, migrations count: Int,
    rows insert: (SQLiteConnection) throws -> Void
  ) throws -> String {
    write([], to: name)
    let connection = try SQLiteConnection(path: self[name])
    try DatabaseSchema(
      applicationID: schema.applicationID, migrations: Array(schema.migrations.prefix(count))
    ).migrateDatabase(connection)
    try insert(connection)
    return self[name]
  }
}
