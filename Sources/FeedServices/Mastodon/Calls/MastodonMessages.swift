internal import FeedDomain

/// What some people say to each other.
struct MastodonMessages: CorrespondenceGateway {
  let connection: MastodonConnection

  func correspondences(after cursor: Cursor?) async throws(FeedError) -> Page<Correspondence> {
    let reader = connection.reader()
    let asked = cursor.map(MastodonCursor.init)
    let path = MastodonPath("/api/v1/conversations", query: [("limit", "40")])
    return try await connection.get(path.appending(asked?.query)) { json, reply throws(FeedError) in
      guard json.isArray else { throw .badReply }
      // They are paged by what was said last, whose id only some servers tell as well.
      let next = MastodonCursor.after(json, reply, asked: asked, way: .link)
      return Page(json.array.readable(reader.correspondence), next: next?.cursor)
    }
  }

  func markRead(_ id: Correspondence.ID) async throws(FeedError) {
    try await connection.post(MastodonPath("/api/v1/conversations", id.rawValue, "read")) { _, _ in
    }
  }
}
