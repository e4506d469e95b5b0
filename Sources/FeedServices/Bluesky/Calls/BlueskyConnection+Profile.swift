internal import FeedDomain

extension BlueskyConnection {
  private static let profiles = "app.bsky.actor.profile"

  /// Puts a post at the top of the reader's profile, in place of what was there, or takes it away.
  func pin(_ post: BlueskyReference, _ isDone: Bool) async throws(FeedError) {
    try await changeProfile { profile in
      guard (profile["pinnedPost"]["uri"].string == post.uri) != isDone else { return nil }
      return ["pinnedPost": isDone ? post.json : .null]
    }
  }

  /// Says of the reader what their profile shows.
  func rewriteProfile(_ act: Act) async throws(FeedError) -> Outcome {
    try await changeProfile { _ in
      var changes: [String: JSON] = [:]
      changes["displayName"] = act.answers[.name].map { .string($0) }
      changes["description"] = act.answers[.words].map { .string($0) }
      return changes
    }
    return .done
  }

  func show(_ picture: PreparedPicture, as field: AskedField) async throws(FeedError) {
    let name = try await upload(picture, altText: "", key: "") { _ in }
    guard let sent = UploadedPicture(name: name) else { throw .badReply }
    try await changeProfile { _ in [field == .banner ? "banner" : "avatar": sent.blob] }
  }

  /// Changes parts of the reader's profile, and leaves the rest of it as it is: null takes a part away.
  ///
  /// What another program made of the profile meanwhile stays: then it is done again from there.
  private func changeProfile(
    _ changes: @Sendable (JSON) -> [String: JSON]?
  ) async throws(FeedError) {
    try await change("self", in: Self.profiles, changes)
  }

  /// Changes parts of a record of the reader's in the same way.
  func change(
    _ key: String, in collection: String, _ changes: @Sendable (JSON) -> [String: JSON]?
  ) async throws(FeedError) {
    do throws(FeedError) {
      try await changeOnce(key, in: collection, changes)
    } catch {
      guard error.isRefusal else { throw error }
      try await changeOnce(key, in: collection, changes)
    }
  }

  private func changeOnce(
    _ key: String, in collection: String, _ changes: @Sendable (JSON) -> [String: JSON]?
  ) async throws(FeedError) {
    let (record, version) = try await kept(key, in: collection)
    guard let changes = changes(record) else { return }
    let kept = record.members.filter { $0.name != "$type" && changes[$0.name] == nil }
    let new = changes.sorted { $0.key < $1.key }.filter { !$0.value.isNull }.map {
      JSON.Member(name: $0.key, value: $0.value)
    }
    let type = JSON.Member(name: "$type", value: .string(collection))
    try await self.post(
      "com.atproto.repo.putRecord",
      [
        "repo": .string(me.rawValue), "collection": .string(collection), "rkey": .string(key),
        "record": .object([type] + kept + new),
        "swapRecord": version.map { .string($0) } ?? .null,
      ])
  }

  /// A record of the reader's as their server keeps it, with its version; empty where there is none.
  private func kept(
    _ key: String, in collection: String
  ) async throws(FeedError) -> (JSON, version: String?) {
    let query: [(String, String?)] = [
      ("repo", me.rawValue), ("collection", collection), ("rkey", key),
    ]
    do throws(FeedError) {
      return try await get("com.atproto.repo.getRecord", query) { json throws(FeedError) in
        guard json["value"].isObject, let version = json["cid"].filledString else {
          throw .badReply
        }
        return (json["value"], version)
      }
    } catch {
      // Older servers have no name for what is not there.
      guard error == .notFound || error.isRefusal else { throw error }
      return ([:], nil)
    }
  }
}

extension BlueskyConnection: ExtrasGateway {
  var extras: Set<Extra> { [.pinnedPosts, .ownProfile, .lists, .wordFilters, .feeds] }

  func ownProfile() async throws(FeedError) -> [AskedField: String] {
    let profile = try await kept("self", in: Self.profiles).0
    return [
      .name: profile["displayName"].string ?? "", .words: profile["description"].string ?? "",
      .portrait: "", .banner: "",
    ]
  }

  func pinnedPosts(of person: Person.ID) async throws(FeedError) -> [Post] {
    let pinned = try await get("app.bsky.actor.getProfile", [("actor", person.rawValue)]) {
      $0["pinnedPost"]["uri"].filledString
    }
    guard let pinned, let view = try await views(of: [pinned])[pinned] else { return [] }
    return try await reader().post(view.json, in: .alone).map { [$0] } ?? []
  }
}
