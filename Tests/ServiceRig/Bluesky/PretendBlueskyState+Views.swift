extension PretendBlueskyState {
  /// Whether there is such a post, so far as those know who show posts.
  func isThere(_ uri: String) -> Bool {
    ownPosts.contains(uri)
      ? isVisible(uri) : numbers.contains { PretendBluesky.address(of: $0) == uri }
  }

  func isVisible(_ own: String) -> Bool { visible[Self.name(of: own)] != nil }

  /// Whether the reader has a record about it, so far as those know who show posts.
  func isMarked(_ collection: String, _ uri: String) -> Bool { record(collection, uri) != nil }

  func post(_ uri: String) -> WireJSON {
    let isOwn = uri.contains(PretendBluesky.did)
    let number = uri.split(separator: "/").last.map { String($0.dropFirst()) } ?? ""
    let record: WireJSON =
      isOwn
      ? visible[Self.name(of: uri)]?.value ?? .null
      : [
        "$type": "app.bsky.feed.post", "text": .string("Post \(number)"),
        "createdAt": "2026-11-20T18:00:00.000Z",
      ]
    let likes = isMarked("like", uri) ? 1 : 0
    return [
      "uri": .string(uri), "cid": .string("cid-\(number)"),
      "author": person(isOwn ? PretendBluesky.did : PretendBluesky.author), "record": record,
      "likeCount": .number(likes), "repostCount": .number(isMarked("repost", uri) ? 1 : 0),
      "indexedAt": "2026-11-20T18:00:00.500Z",
      "viewer": [
        "like": self.record("like", uri).map { .string($0) } ?? .null,
        "repost": self.record("repost", uri).map { .string($0) } ?? .null,
        "bookmarked": .bool(bookmarks.contains(uri)),
      ],
    ]
  }

  func person(_ did: String) -> WireJSON {
    let isSelf = did == PretendBluesky.did
    let follow = record("follow", did)
    return [
      "did": .string(did), "handle": .string(isSelf ? PretendBluesky.handle : "mira.example.com"),
      "displayName": .string(isSelf ? "Sol" : "Mira Okonjo"), "followersCount": 3,
      "viewer": isSelf
        ? [:]
        : [
          "muted": .bool(muted.contains(did)), "following": follow.map { .string($0) } ?? .null,
        ],
    ]
  }

  /// The address of the reader's own record about something.
  private func record(_ kind: String, _ subject: String) -> String? {
    let collection = kind == "follow" ? "app.bsky.graph.follow" : "app.bsky.feed.\(kind)"
    let name = visible.first { name, record in
      let about = record.value["subject"]
      return name.hasPrefix("\(collection)/")
        && (about.text == subject || about["uri"].text == subject)
    }?.key
    return name.map { "at://\(PretendBluesky.did)/\($0)" }
  }

  private static func name(of uri: String) -> String {
    uri.split(separator: "/").suffix(2).joined(separator: "/")
  }
}
