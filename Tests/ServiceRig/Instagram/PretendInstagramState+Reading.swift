extension PretendInstagramState {
  func read(_ parts: [String], _ request: RecordedRequest) -> ScriptedReply {
    let fields = request.query["fields"] ?? ""
    switch (parts.first, parts.count > 1 ? parts[1] : nil) {
    case ("me", nil):
      return Self.reply([
        "data": [
          [
            "user_id": .string(Self.me), "username": "lantern.room", "name": "Lantern Room",
            "account_type": "Business", "followers_count": 312, "follows_count": 57,
            "media_count": .number(Self.count),
          ]
        ]
      ])
    case ("me", "media"): return page(request, fields)
    case (let id?, nil) where fields == "status_code" && place(ofContainer: id) != nil:
      return Self.reply(["id": .string(id), "status_code": "FINISHED"])
    case (let id?, nil):
      return medium(id).map { Self.reply(chosen($0, fields)) }
        ?? Self.error(100, "Unsupported get request", 33)
    case (let id?, "comments"): return Self.reply(["data": said(about: id)])
    case (let id?, "replies"): return Self.reply(["data": answers(to: id)])
    case (_, "insights"):
      guard mayCount else { return Self.error(10, "Application does not have permission") }
      let counts = ["reach": 284, "saved": 3, "views": 512]
      let wanted = (request.query["metric"] ?? "").split(separator: ",").map(String.init)
      return Self.reply([
        "data": .array(
          wanted.compactMap { name in
            counts[name].map {
              ["name": .string(name), "period": "lifetime", "values": [["value": .number($0)]]]
            }
          })
      ])
    default: return Self.error(100, "Unsupported get request", 33)
    }
  }

  /// Returns the page after a cursor; the page's address contains the token, as at Instagram.
  private func page(_ request: RecordedRequest, _ fields: String) -> ScriptedReply {
    let size = request.query["limit"].flatMap { Int($0) } ?? 25
    let start = request.query["after"].flatMap { Int($0.dropFirst(6)) } ?? 0
    let ids = (0..<Self.count).dropFirst(start).prefix(size).map { String(1000 + Self.count - $0) }
    let end = start + ids.count
    var paging: [String: WireJSON] = [
      "cursors": ["before": .string("before\(start)"), "after": .string("cursor\(end)")]
    ]
    if end < Self.count {
      paging["next"] = .string(
        "\(origin)/v25.0/me/media?access_token=\(Self.token)&after=cursor\(end)")
    }
    return Self.reply([
      "data": .array(ids.compactMap(medium).map { chosen($0, fields) }), "paging": .object(paging),
    ])
  }

  /// Returns the requested fields of a medium.
  private func chosen(_ medium: WireJSON, _ fields: String) -> WireJSON {
    guard case .object(let members) = medium else { return medium }
    let names = Set(fields.split { ",{}".contains($0) }.map(String.init)).union(["id"])
    return .object(members.filter { names.contains($0.key) })
  }

  private func medium(_ id: String) -> WireJSON? {
    let whole = id.split(separator: "-").first.flatMap { Int($0) } ?? 0
    guard (1001...1000 + Self.count).contains(whole) else { return nil }
    let place = 1000 + Self.count - whole
    let isChild = id.contains("-")
    let address = WireJSON.string("\(origin)/pictures/\(season)/\(id).jpg")
    var members: [String: WireJSON] = [
      "id": .string(id), "media_type": place == 2 ? "VIDEO" : "IMAGE", "media_url": address,
      "timestamp": "2026-05-30T06:10:42+0000", "username": "lantern.room",
    ]
    if isChild { return .object(members) }
    members["caption"] = .string("Medium \(id).")
    members["alt_text"] = .string("Stall \(id)")
    members["permalink"] = .string("https://www.instagram.com/p/M\(id)/")
    members["like_count"] = 18
    members["comments_count"] = 2
    if place == 1 {
      members["media_type"] = "CAROUSEL_ALBUM"
      members["children"] = ["data": .array(["\(id)-1", "\(id)-2"].compactMap(medium))]
    }
    if place == 2 { members["thumbnail_url"] = address }
    return .object(members)
  }

  private func said(about medium: String) -> WireJSON {
    let own = comments.enumerated().filter { $0.element.parent == medium }.map { place, comment in
      said(comment.text, id: "9\(place + 1)", by: "lantern.room")
    }
    return .array(
      [
        said("Where is this?", id: "51", by: "reader.example").adding([
          "replies": ["data": answers(to: "51")]
        ])
      ] + own)
  }

  private func answers(to comment: String) -> WireJSON {
    .array(
      comments.enumerated().filter { $0.element.parent == comment }.map { place, answer in
        said(answer.text, id: "9\(place + 1)", by: "lantern.room")
      })
  }

  private func said(_ text: String, id: String, by name: String) -> WireJSON {
    [
      "id": .string(id), "text": .string(text), "timestamp": "2026-05-30T07:02:00+0000",
      "username": .string(name), "like_count": 0, "hidden": .bool(hidden.contains(id)),
    ]
  }
}

extension WireJSON {
  fileprivate func adding(_ more: [String: WireJSON]) -> WireJSON {
    guard case .object(let members) = self else { return self }
    return .object(members.merging(more) { $1 })
  }
}
