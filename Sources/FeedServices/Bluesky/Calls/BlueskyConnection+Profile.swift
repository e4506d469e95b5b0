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

  /// Changes parts of the reader's profile, and leaves the rest of it as it is: null takes a part away.
  ///
  /// What another program made of the profile meanwhile stays: then it is done again from there.
  private func changeProfile(
    _ changes: @Sendable (JSON) -> [String: JSON]?
  ) async throws(FeedError) {
    do throws(FeedError) {
      try await changeProfileOnce(changes)
    } catch {
      guard error.isRefusal else { throw error }
      try await changeProfileOnce(changes)
    }
  }

  private func changeProfileOnce(
    _ changes: @Sendable (JSON) -> [String: JSON]?
  ) async throws(FeedError) {
    let (profile, version) = try await keptProfile()
    guard let changes = changes(profile) else { return }
    let kept = profile.members.filter { $0.name != "$type" && changes[$0.name] == nil }
    let new = changes.sorted { $0.key < $1.key }.filter { !$0.value.isNull }.map {
      JSON.Member(name: $0.key, value: $0.value)
    }
    let type = JSON.Member(name: "$type", value: .string(Self.profiles))
    try await self.post(
      "com.atproto.repo.putRecord",
      [
        "repo": .string(me.rawValue), "collection": .string(Self.profiles), "rkey": "self",
        "record": .object([type] + kept + new),
        "swapRecord": version.map { .string($0) } ?? .null,
      ])
  }

  /// The reader's profile as their server keeps it, with its version; empty where there is none.
  private func keptProfile() async throws(FeedError) -> (JSON, version: String?) {
    let query: [(String, String?)] = [
      ("repo", me.rawValue), ("collection", Self.profiles), ("rkey", "self"),
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
  var extras: Set<Extra> { [.pinnedPosts, .ownProfile] }

  func ownProfile() async throws(FeedError) -> [Act.Field: String] {
    let profile = try await keptProfile().0
    return [
      .name: profile["displayName"].string ?? "", .words: profile["description"].string ?? "",
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
