extension PretendBlueskyState {
  /// The address of a custom feed that the account has pinned.
  static let feed = "at://\(PretendBluesky.author)/app.bsky.feed.generator/fog"

  func read(_ method: String, _ request: RecordedRequest) -> ScriptedReply {
    switch method {
    case "app.bsky.feed.getTimeline", "app.bsky.feed.getFeed":
      return page(request, ownPosts.filter(isVisible) + numbers.map(Self.name), as: "feed")
    case "app.bsky.feed.getAuthorFeed":
      let isSelf = request.query["actor"] == PretendBluesky.did
      return page(
        request, isSelf ? ownPosts.filter(isVisible) : numbers.map(Self.name), as: "feed")
    case "app.bsky.feed.getActorLikes":
      return page(request, numbers.map(Self.name).filter { isMarked("like", $0) }, as: "feed")
    case "app.bsky.feed.searchPosts":
      let words = request.query["q"] ?? ""
      return page(
        request,
        (ownPosts.filter(isVisible) + numbers.map(Self.name)).filter {
          has(tag: request.query["tag"], words, $0)
        }, as: "posts")
    case "app.bsky.bookmark.getBookmarks":
      return Self.reply(["bookmarks": .array(bookmarks.map { ["item": post($0)] })])
    case "app.bsky.feed.getPosts":
      // The same name comes several times, as nowhere else.
      let uris = request.target.split(separator: "&").flatMap { $0.split(separator: "?") }
        .filter { $0.hasPrefix("uris=") }
        .map { WebForm.decoded(String($0))["uris"] ?? "" }
      return Self.reply(["posts": .array(uris.filter(isThere).map(post))])
    case "app.bsky.feed.getPostThread": return thread(request.query["uri"] ?? "")
    case "app.bsky.feed.getLikes":
      let uri = request.query["uri"] ?? ""
      let mine: [WireJSON] = isMarked("like", uri) ? [["actor": person(PretendBluesky.did)]] : []
      return Self.reply([
        "uri": .string(uri), "likes": .array(mine + [["actor": person(PretendBluesky.author)]]),
      ])
    case "app.bsky.feed.getRepostedBy":
      return Self.reply(["repostedBy": [person(PretendBluesky.author)]])
    case "com.atproto.server.getSession":
      return Self.reply([
        "did": .string(PretendBluesky.did), "handle": .string(PretendBluesky.handle),
      ])
    case "app.bsky.actor.getProfile": return Self.reply(person(request.query["actor"] ?? ""))
    case "app.bsky.actor.searchActors":
      return Self.reply(["actors": [person(PretendBluesky.author)]])
    case "app.bsky.actor.getPreferences": return Self.reply(preferences)
    case "app.bsky.feed.getFeedGenerators":
      return Self.reply(["feeds": [["uri": .string(Self.feed), "displayName": "Fog"]]])
    case "app.bsky.labeler.getServices": return Self.reply(["views": []])
    case "app.bsky.notification.listNotifications": return Self.reply(notifications)
    case "com.atproto.repo.getRecord":
      let name = "\(request.query["collection"] ?? "")/\(request.query["rkey"] ?? "")"
      guard let record = records[name] else { return Self.error("RecordNotFound") }
      return Self.reply([
        "uri": .string("at://\(PretendBluesky.did)/\(name)"), "cid": .string(record.cid),
        "value": record.value,
      ])
    default: return Self.error("MethodNotImplemented", 501)
    }
  }

  private static func name(_ number: Int) -> String { PretendBluesky.address(of: number) }

  private func page(
    _ request: RecordedRequest, _ posts: [String], as name: String
  ) -> ScriptedReply {
    let limit = request.query["limit"].flatMap { Int($0) } ?? 50
    var rows = posts[...]
    if let cursor = request.query["cursor"] { rows = rows.drop { $0 != cursor }.dropFirst() }
    rows = rows.prefix(limit)
    var reply: [String: WireJSON] = [
      name: .array(rows.map { name == "feed" ? row($0) : post($0) })
    ]
    if let last = rows.last, last != posts.last { reply["cursor"] = .string(last) }
    return Self.reply(.object(reply))
  }

  /// Returns a post of a stream, with the post it answers.
  private func row(_ uri: String) -> WireJSON {
    let above = parent(of: uri)
    guard isThere(above) else { return ["post": post(uri)] }
    return ["post": post(uri), "reply": ["root": post(above), "parent": post(above)]]
  }

  private func thread(_ uri: String) -> ScriptedReply {
    guard isThere(uri) else { return Self.error("NotFound", 400, "Post not found: \(uri)") }
    let answers = ownPosts.filter { isVisible($0) && parent(of: $0) == uri }
    let replies = answers.map { answer -> WireJSON in
      ["$type": "app.bsky.feed.defs#threadViewPost", "post": post(answer)]
    }
    let above = parent(of: uri)
    return Self.reply([
      "thread": [
        "$type": "app.bsky.feed.defs#threadViewPost", "post": post(uri),
        "parent": isThere(above)
          ? ["$type": "app.bsky.feed.defs#threadViewPost", "post": post(above)] : .null,
        "replies": .array(replies),
      ]
    ])
  }

  private func parent(of own: String) -> String {
    let name = own.split(separator: "/").suffix(2).joined(separator: "/")
    return records[name]?.value["reply"]["parent"]["uri"].text ?? ""
  }

  private var preferences: WireJSON {
    [
      "preferences": [
        [
          "$type": "app.bsky.actor.defs#savedFeedsPrefV2",
          "items": [
            ["id": "1", "type": "timeline", "value": "following", "pinned": true],
            ["id": "2", "type": "feed", "value": .string(Self.feed), "pinned": true],
          ],
        ]
      ]
    ]
  }

  private var notifications: WireJSON {
    let first = PretendBluesky.address(of: 1000)
    let answer = PretendBluesky.address(of: Self.answer)
    return [
      "seenAt": noticesSeen.isEmpty ? .null : .string(noticesSeen),
      "notifications": .array([
        notice("like", by: PretendBluesky.author, second: 9, about: first),
        notice("like", by: PretendBluesky.neighbour, second: 8, about: first),
        notice("reply", by: PretendBluesky.author, second: 7, in: answer),
        notice("follow", by: PretendBluesky.neighbour, second: 6),
      ]),
    ]
  }

  private func notice(
    _ reason: String, by who: String, second: Int, about post: String? = nil, in own: String? = nil
  ) -> WireJSON {
    let moment = "2026-11-20T18:00:0\(second).000Z"
    let record: WireJSON = ["$type": .string("app.bsky.feed.\(reason)")]
    return [
      "uri": .string(own ?? "at://\(who)/app.bsky.feed.\(reason)/n\(second)"), "cid": "c",
      "author": person(who), "reason": .string(reason),
      "reasonSubject": post.map { .string($0) } ?? .null,
      "record": own.map { self.post($0)["record"] } ?? record,
      "isRead": .bool(moment <= noticesSeen), "indexedAt": .string(moment),
    ]
  }
}
