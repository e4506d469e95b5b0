internal import FeedDomain

/// Tags that begin like that, and those that many use.
struct MastodonTags: TagGateway {
  let connection: MastodonConnection

  func tags(matching beginning: String) async throws(FeedError) -> [String] {
    let path =
      beginning.isEmpty
      ? MastodonPath("/api/v1/trends/tags", query: [("limit", "20")])
      : MastodonTimeline.search(beginning, "hashtags")
    return try await connection.get(path) { json, _ in
      (json.isArray ? json : json["hashtags"]).array.compactMap { tag in
        tag["name"].filledString ?? tag.filledString
      }
    }
  }
}
