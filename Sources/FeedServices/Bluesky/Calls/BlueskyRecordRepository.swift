internal import FeedDomain

/// A client for the repository of a Bluesky account, which reads and writes its records: each has a
/// key within a collection.
struct BlueskyRecordRepository: Sendable {
  let connection: BlueskyConnection

  /// Writes a record to the Bluesky account's repository, replacing a record with the same key.
  func writeRecord(_ record: JSON, as key: String, in collection: String) async throws(FeedError) {
    try await connection.callXRPCProcedure(
      "com.atproto.repo.putRecord",
      [
        "repo": .string(connection.me.rawValue), "collection": .string(collection),
        "rkey": .string(key), "record": record,
      ])
  }

  /// Removes a Bluesky record; a missing record is no error.
  func removeRecord(_ key: String, from collection: String) async throws(FeedError) {
    try await connection.callXRPCProcedure(
      "com.atproto.repo.deleteRecord",
      [
        "repo": .string(connection.me.rawValue), "collection": .string(collection),
        "rkey": .string(key),
      ])
  }

  /// Writes or removes the Bluesky record of an action on a post or person. `own` is the address of
  /// the existing record, which another program may have written under another key.
  func writeOrRemoveActionRecord(
    _ action: BlueskyActionRecordKind, _ isDone: Bool, about name: String, own: ATProtocolAddress?,
    subject: JSON
  ) async throws(FeedError) {
    let key = action.recordKey(for: name)
    guard isDone else {
      if let own, own.key != key { try await removeRecord(own.key, from: action.collection) }
      return try await removeRecord(key, from: action.collection)
    }
    if let own, own.key != key { return }
    try await writeRecord(
      [
        "$type": .string(action.collection), "subject": subject,
        "createdAt": .string(ISODate.isoDateText(connection.world.now)),
      ], as: key, in: action.collection)
  }

  /// Changes those fields of a Bluesky record that a closure returns for the record's version at
  /// the server; null removes a field, and a nil result changes nothing. If another program changed
  /// the record meanwhile, the changes are made once more, to the new version.
  func changeRecord(
    _ key: String, in collection: String, _ changes: @Sendable (JSON) -> [String: JSON]?
  ) async throws(FeedError) {
    do throws(FeedError) {
      try await tryToChangeRecord(key, in: collection, changes)
    } catch {
      guard error.isRefusal else { throw error }
      try await tryToChangeRecord(key, in: collection, changes)
    }
  }

  private func tryToChangeRecord(
    _ key: String, in collection: String, _ changes: @Sendable (JSON) -> [String: JSON]?
  ) async throws(FeedError) {
    let (record, version) = try await fetchVersionedRecord(key, in: collection)
    guard let changes = changes(record) else { return }
    let unchanged = record.members.filter { $0.name != "$type" && changes[$0.name] == nil }
    let new = changes.sorted { $0.key < $1.key }.filter { !$0.value.isNull }.map {
      JSON.JSONMember(name: $0.key, value: $0.value)
    }
    let type = JSON.JSONMember(name: "$type", value: .string(collection))
    try await connection.callXRPCProcedure(
      "com.atproto.repo.putRecord",
      [
        "repo": .string(connection.me.rawValue), "collection": .string(collection),
        "rkey": .string(key), "record": .object([type] + unchanged + new),
        "swapRecord": JSON(text: version),
      ])
  }

  /// Fetches a Bluesky record from the account's own server; nil if the record does not exist.
  func fetchRecord(_ key: String, in collection: String) async throws(FeedError) -> JSON? {
    let query: [(String, String?)] = [
      ("repo", connection.me.rawValue), ("collection", collection), ("rkey", key),
    ]
    do throws(FeedError) {
      return try await connection.callXRPCQuery("com.atproto.repo.getRecord", query) { $0 }
    } catch {
      // Older servers report a missing record without an error name.
      guard error == .notFound || error.isRefusal else { throw error }
      return nil
    }
  }

  /// Fetches the content and the version of a Bluesky record; an empty object and nil if the record
  /// does not exist.
  func fetchVersionedRecord(
    _ key: String, in collection: String
  ) async throws(FeedError) -> (JSON, version: String?) {
    guard let record = try await fetchRecord(key, in: collection) else { return ([:], nil) }
    guard record["value"].isObject, let version = record["cid"].nonEmptyString else {
      throw .badReply
    }
    return (record["value"], version)
  }
}
