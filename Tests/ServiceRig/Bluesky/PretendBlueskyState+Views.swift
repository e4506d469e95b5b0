extension PretendBlueskyState {
  /// Returns true if the servers that show posts know the post at an address.
  func isThere(_ uri: String) -> Bool {
    ownPosts.contains(uri)
      ? isVisible(uri) : numbers.contains { PretendBluesky.address(of: $0) == uri }
  }

  func isVisible(_ own: String) -> Bool { visible[Self.name(of: own)] != nil }

  /// Returns true if the servers that show posts know a record of the user about a post.
  func isMarked(_ collection: String, _ uri: String) -> Bool { record(collection, uri) != nil }

  func post(_ uri: String) -> WireJSON {
    let isOwn = uri.contains(PretendBluesky.did)
    let number = uri.split(separator: "/").last.map { String($0.dropFirst()) } ?? ""
    let record: WireJSON =
      isOwn
      ? visible[Self.name(of: uri)]?.value ?? .null
      : Self.record(Int(number) ?? 0)
    let likes = isMarked("like", uri) ? 1 : 0
    return [
      "uri": .string(uri), "cid": .string("cid-\(number)"),
      "author": person(isOwn ? PretendBluesky.did : PretendBluesky.author), "record": record,
      "embed": shown(record["embed"]),
      "likeCount": .number(likes), "repostCount": .number(isMarked("repost", uri) ? 1 : 0),
      "indexedAt": "2026-11-20T18:00:00.500Z",
      "viewer": [
        "like": self.record("like", uri).map { .string($0) } ?? .null,
        "repost": self.record("repost", uri).map { .string($0) } ?? .null,
        "bookmarked": .bool(bookmarks.contains(uri)),
      ],
    ]
  }

  func person(_ actor: String) -> WireJSON {
    let did = Self.handles.first { $0.value == actor }?.key ?? actor
    let isSelf = did == PretendBluesky.did
    let follow = record("follow", did)
    return [
      "did": .string(did), "handle": .string(Self.handles[did] ?? "handle.invalid"),
      "displayName": .string(Self.names[did] ?? ""), "followersCount": 3, "followsCount": 2,
      "postsCount": .number(isSelf ? ownPosts.count : numbers.count),
      "description": isSelf ? "" : "Boats, mostly. #fog",
      "viewer": isSelf
        ? [:]
        : [
          "muted": .bool(muted.contains(did)), "following": follow.map { .string($0) } ?? .null,
        ],
    ]
  }

  /// The number of the pretend Bluesky's post that answers a post of the account.
  static let answer = 1001
  static let handles = [
    PretendBluesky.did: PretendBluesky.handle, PretendBluesky.author: "mira.example.com",
    PretendBluesky.neighbour: "noor.example.com",
  ]
  private static let names = [
    PretendBluesky.did: "Sol", PretendBluesky.author: "Mira Okonjo",
    PretendBluesky.neighbour: "Noor Haddad",
  ]

  /// Returns the record of a post: every seventh is about fog, and each whose number ends in 8 has
  /// a picture.
  private static func record(_ number: Int) -> WireJSON {
    let words = "Post \(number)"
    var record: [String: WireJSON] = [
      "$type": "app.bsky.feed.post", "text": .string(words),
      "createdAt": "2026-11-20T18:00:00.000Z",
    ]
    if number.isMultiple(of: 7) {
      record["text"] = .string("\(words) #fog")
      record["facets"] = [
        [
          "index": [
            "byteStart": .number(words.utf8.count + 1), "byteEnd": .number(words.utf8.count + 5),
          ], "features": [["$type": "app.bsky.richtext.facet#tag", "tag": "fog"]],
        ]
      ]
    }
    if number == answer {
      let reference: WireJSON = [
        "uri": "at://\(PretendBluesky.did)/app.bsky.feed.post/3old", "cid": "c",
      ]
      record["reply"] = ["root": reference, "parent": reference]
    }
    if number % 10 == 8 {
      record["embed"] = [
        "$type": "app.bsky.embed.images",
        "images": [
          [
            "alt": .string("Picture \(number)"),
            "image": [
              "$type": "blob", "ref": ["$link": .string("bafkpicture\(number)")],
              "mimeType": "image/jpeg", "size": 1000,
            ], "aspectRatio": ["width": 400, "height": 300],
          ]
        ],
      ]
    }
    return .object(record)
  }

  /// Returns the pictures of a record in the form in which the servers that show posts return them.
  private func shown(_ embed: WireJSON) -> WireJSON {
    guard embed["$type"].text == "app.bsky.embed.images" else { return .null }
    let images = embed["images"].elements.map { image -> WireJSON in
      let name = image["image"]["ref"]["$link"].text
      return [
        "thumb": .string("\(origin)/img/feed_thumbnail/plain/\(name)"),
        "fullsize": .string("\(origin)/img/feed_fullsize/plain/\(name)"), "alt": image["alt"],
        "aspectRatio": image["aspectRatio"],
      ]
    }
    return ["$type": "app.bsky.embed.images#view", "images": .array(images)]
  }

  /// Returns true if a post has a tag, or contains words.
  func has(tag: String?, _ words: String, _ uri: String) -> Bool {
    let record = post(uri)["record"]
    guard let tag else { return record["text"].text.lowercased().contains(words.lowercased()) }
    return record["facets"].elements.contains { $0["features"].elements[0]["tag"].text == tag }
  }

  /// Returns the address of the user's own record about a post or person; nil without one.
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
