internal import FeedDomain

/// A client for reading and changing the user's lists of people at Bluesky, which are made of one
/// record for each list and one for each member.
struct BlueskyListCalls: Sendable {
  private static let lists = "app.bsky.graph.list"
  private static let members = "app.bsky.graph.listitem"
  /// The purpose in the record of a Bluesky list that is read as a stream; lists with other
  /// purposes mute or block their members.
  private static let purpose = "app.bsky.graph.defs#curatelist"
  private static let maximumPages = 10

  let connection: BlueskyConnection

  func userLists(markingMembershipOf person: Person.ID?) async throws(FeedError) -> [UserList] {
    try await RequestBudget.runActionInCurrentBudget { () async throws(FeedError) in
      if let person {
        return try await fetchListMemberships(of: person).map { list, item in
          UserList(id: list.id, title: list.title, hasPerson: item != nil)
        }
      }
      return try await fetchAllPages(
        "app.bsky.graph.getLists", [("actor", connection.me.rawValue)], in: "lists"
      ) { Self.parsedUserList($0) }
    }
  }

  private static func parsedUserList(_ json: JSON) -> UserList? {
    guard json["purpose"].string == purpose, let id = json["uri"].nonEmptyString,
      let title = json["name"].nonBlankText
    else { return nil }
    return UserList(id: id, title: title)
  }

  private func fetchListMemberships(
    of person: Person.ID
  ) async throws(FeedError) -> [(list: UserList, item: String?)] {
    try await fetchAllPages(
      "app.bsky.graph.getListsWithMembership", [("actor", person.rawValue)],
      in: "listsWithMembership"
    ) { json in
      Self.parsedUserList(json["list"]).map { ($0, json["listItem"]["uri"].nonEmptyString) }
    }
  }

  private func fetchAllPages<Element: Sendable>(
    _ method: String, _ query: [(String, String?)], in name: String,
    _ read: @Sendable (JSON) -> Element?
  ) async throws(FeedError) -> [Element] {
    var found: [Element] = []
    var cursor: String?
    var visited: Set<String> = []
    for _ in 0..<Self.maximumPages {
      let (page, next) = try await connection.callXRPCQuery(
        method, query + [("limit", "100"), ("cursor", cursor)]
      ) { json throws(FeedError) in
        (try json[name].requiredArray().compactMap(read), json["cursor"].nonEmptyString)
      }
      found += page
      guard let next, visited.insert(next).inserted else { break }
      cursor = next
    }
    return found
  }

  func createList(_ action: ServiceAction, key: OutboxItem.ID) async throws(FeedError) {
    try await connection.records.writeRecord(
      [
        "$type": .string(Self.lists), "purpose": .string(Self.purpose),
        "name": .string(action.target),
        "createdAt": .string(ISODate.isoDateText(connection.world.now)),
      ], as: BlueskyRecordKeyGenerator.recordKey(forPost: key), in: Self.lists)
  }

  func renameList(_ action: ServiceAction) async throws(FeedError) {
    guard let name = action.answers[.name],
      let list = parsedUserRecordAddress(action.target, Self.lists)
    else {
      throw .refused(nil)
    }
    try await connection.records.changeRecord(list.key, in: Self.lists) {
      ["name": $0.isObject ? .string(name) : .null]
    }
  }

  func deleteList(_ action: ServiceAction) async throws(FeedError) {
    guard let list = parsedUserRecordAddress(action.target, Self.lists) else { throw .refused(nil) }
    try await connection.records.removeRecord(list.key, from: Self.lists)
  }

  func changeListMembership(_ action: ServiceAction) async throws(FeedError) {
    guard let list = action.answers[.list] else { throw .refused(nil) }
    let key = BlueskyRecordKeyGenerator.recordKey(for: "\(Self.members) \(list) \(action.target)")
    guard action.isDone else {
      // Another program may have written the record under another key.
      let known = try await fetchListMemberships(of: Person.ID(action.target)).first {
        $0.list.id == list
      }
      if let item = known?.item.flatMap({ parsedUserRecordAddress($0, Self.members) }),
        item.key != key
      {
        try await connection.records.removeRecord(item.key, from: Self.members)
      }
      return try await connection.records.removeRecord(key, from: Self.members)
    }
    try await connection.records.writeRecord(
      [
        "$type": .string(Self.members), "subject": .string(action.target), "list": .string(list),
        "createdAt": .string(ISODate.isoDateText(connection.world.now)),
      ], as: key, in: Self.members)
  }

  /// Parses the address of a record of a collection in the user's own Bluesky repository; nil for
  /// other addresses.
  private func parsedUserRecordAddress(_ text: String, _ collection: String) -> ATProtocolAddress? {
    ATProtocolAddress(text).flatMap {
      $0.owner == connection.me.rawValue && $0.collection == collection ? $0 : nil
    }
  }
}
