internal import FeedDomain

extension BlueskyConnection {
  private static let profiles = "app.bsky.actor.profile"

  /// Puts a post at the top of the reader's profile, in place of what was there, or takes it away.
  ///
  /// What another program made of the profile meanwhile stays: then it is done again from there.
  func pin(_ post: BlueskyReference, _ isDone: Bool) async throws(FeedError) {
    do throws(FeedError) {
      try await pinOnce(post, isDone)
    } catch {
      guard error.isRefusal else { throw error }
      try await pinOnce(post, isDone)
    }
  }

  private func pinOnce(_ post: BlueskyReference, _ isDone: Bool) async throws(FeedError) {
    let (profile, version) = try await ownProfile()
    guard (profile["pinnedPost"]["uri"].string == post.uri) != isDone else { return }
    var members = profile.members.filter { $0.name != "pinnedPost" && $0.name != "$type" }
    members.insert(JSON.Member(name: "$type", value: .string(Self.profiles)), at: 0)
    if isDone { members.append(JSON.Member(name: "pinnedPost", value: post.json)) }
    try await self.post(
      "com.atproto.repo.putRecord",
      [
        "repo": .string(me.rawValue), "collection": .string(Self.profiles), "rkey": "self",
        "record": .object(members), "swapRecord": version.map { .string($0) } ?? .null,
      ])
  }

  /// The reader's profile as their server keeps it, with its version; empty where there is none.
  private func ownProfile() async throws(FeedError) -> (JSON, version: String?) {
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
  var extras: Set<Extra> { [.pinnedPosts] }

  func pinnedPosts(of person: Person.ID) async throws(FeedError) -> [Post] {
    let pinned = try await get("app.bsky.actor.getProfile", [("actor", person.rawValue)]) {
      $0["pinnedPost"]["uri"].filledString
    }
    guard let pinned, let view = try await views(of: [pinned])[pinned] else { return [] }
    return try await reader().post(view.json, in: .alone).map { [$0] } ?? []
  }
}
