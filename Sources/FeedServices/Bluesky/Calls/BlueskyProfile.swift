internal import FeedDomain

/// What the reader's profile shows, and what others' do besides their posts.
struct BlueskyProfile: Sendable {
  private static let collection = "app.bsky.actor.profile"

  let connection: BlueskyConnection

  /// What can be said of oneself, as it stands.
  func fields() async throws(FeedError) -> [AskedField: String] {
    let profile = try await repository.kept("self", in: Self.collection).0
    return [
      .name: profile["displayName"].string ?? "", .words: profile["description"].string ?? "",
      .portrait: "", .banner: "",
    ]
  }

  func rewrite(_ act: Act) async throws(FeedError) {
    try await change { _ in
      var changes: [String: JSON] = [:]
      changes["displayName"] = act.answers[.name].map { .string($0) }
      changes["description"] = act.answers[.words].map { .string($0) }
      return changes
    }
  }

  func show(_ picture: PreparedPicture, as field: AskedField) async throws(FeedError) {
    let name = try await BlueskyUploads(connection: connection).upload(
      picture, altText: "", key: ""
    ) { _ in }
    guard let sent = UploadedPicture(name: name) else { throw .badReply }
    try await change { _ in [field == .banner ? "banner" : "avatar": sent.blob] }
  }

  /// Puts a post at the top of the reader's profile, in place of what was there, or takes it away.
  func pin(_ post: BlueskyReference, _ isDone: Bool) async throws(FeedError) {
    try await change { profile in
      guard (profile["pinnedPost"]["uri"].string == post.uri) != isDone else { return nil }
      return ["pinnedPost": isDone ? post.json : .null]
    }
  }

  func pinnedPosts(of person: Person.ID) async throws(FeedError) -> [Post] {
    let pinned = try await connection.get(
      "app.bsky.actor.getProfile", [("actor", person.rawValue)]
    ) { $0["pinnedPost"]["uri"].filledString }
    guard let pinned, let view = try await connection.views(of: [pinned])[pinned] else {
      return []
    }
    return try await connection.reader().post(view.json, in: .alone).map { [$0] } ?? []
  }

  private var repository: BlueskyRepository { BlueskyRepository(connection: connection) }

  private func change(
    _ changes: @Sendable (JSON) -> [String: JSON]?
  ) async throws(FeedError) {
    try await repository.change("self", in: Self.collection, changes)
  }
}
