extension PretendMastodonState {
  mutating func read(_ parts: [String], _ request: RecordedRequest) -> ScriptedReply {
    switch (parts.first, parts.last) {
    case ("accounts", "verify_credentials"): return Self.reply(person("sol", id: owner))
    case ("accounts", "relationships"):
      let ids = ["ada", "noor"].filter { request.target.contains($0) }
      return Self.reply(accent.relationships(ids.map(relationship)))
    // Pixelfed has no such call, and nobody is called "lookup".
    case ("accounts", "lookup"):
      let name = request.query["acct"].flatMap { $0.split(separator: "@").first.map(String.init) }
      guard let name, accent != .pixelfed, ["ada", "noor", "sol"].contains(name) else {
        return error("Record not found", 404)
      }
      return Self.reply(person(name, id: "id-of-\(name)"))
    case ("accounts", "statuses"):
      let own = Set(written.values.map(\.id))
      let isSelf = parts[1] == "sol"
      return page(request, posts.filter { own.contains($0) == isSelf })
    case ("accounts", _): return Self.reply(person(parts[1]))
    // Where pictures are what it is about, there is nothing else.
    case ("timelines", "home"):
      return page(request, accent == .pixelfed ? posts.filter(hasPicture) : posts)
    case ("timelines", let tag?):
      return page(request, posts.filter { tags(of: $0).contains(tag) })
    case ("filters", _):
      return Self.reply(
        .array(
          filters.map {
            [
              "id": .string($0), "title": .string($0), "context": ["home"],
              "filter_action": "warn", "keywords": [["keyword": .string($0)]],
            ]
          }))
    case ("bookmarks", _): return page(request, posts.filter(bookmarks.contains))
    case ("search", _): return search(request)
    case ("conversations", "conversations") where accent.hasConversations:
      return Self.reply([conversation])
    case ("conversations", "conversations") where accent == .snac: return Self.reply([])
    case ("streaming", "user") where listeners != nil: return listen()
    case ("markers", _):
      let names = markers.keys.filter { request.target.contains($0) }
      return Self.reply(.object(Dictionary(uniqueKeysWithValues: names.map { ($0, marker($0)) })))
    case ("media", let name?):
      guard let isReady = media[name]?.isReady else {
        return error("Record not found", 404)
      }
      // Whoever comes again finds it done.
      media[name]?.isReady = true
      return Self.reply(attachment(name, isReady: isReady), isReady ? 200 : 206)
    case ("statuses", "favourited_by"):
      return Self.reply(.array((likes.contains(parts[1]) ? ["sol", "ada"] : ["ada"]).map(person)))
    case ("statuses", "context"): return context(of: parts[1])
    case ("statuses", "source"):
      return Self.reply([
        "id": .string(parts[1]), "text": .string(text(of: parts[1])),
        "spoiler_text": .string(written.values.first { $0.id == parts[1] }?.warning ?? ""),
      ])
    case ("statuses", _): return Self.reply(post(parts[1]))
    // It says that it could tell them together, and cannot: so do others that speak its language.
    case ("notifications", _) where request.path.hasPrefix("/api/v1/"):
      let newest =
        (isNewlyMentioned ? [notice("6", "mention", by: "noor", about: 1002)] : [])
        + (isNewlyLiked ? [notice("5", "favourite", by: "noor", about: 1001)] : [])
      let older = [
        notice("4", "favourite", by: "ada", about: 1000),
        notice("3", "favourite", by: "noor", about: 1000),
        notice("2", "mention", by: "ada", about: 1001),
        notice("1", "follow", by: "noor", about: nil),
      ]
      // One comes first where nobody says how many they want.
      let isSparing = accent == .snac && request.query["limit"] == nil
      return Self.reply(.array(isSparing ? Array((newest + older).prefix(1)) : newest + older))
    default: return error("Record not found", 404)
    }
  }

  func marker(_ name: String) -> WireJSON {
    [
      "last_read_id": .string(markers[name] ?? ""), "version": 1,
      "updated_at": "2026-11-20T18:00:00Z",
    ]
  }

  func relationship(_ id: String) -> WireJSON {
    [
      "id": .string(id), "following": .bool(followed.contains(id)),
      "note": .string(notes[id] ?? ""),
    ]
  }

  private func page(_ request: RecordedRequest, _ ids: [String]) -> ScriptedReply {
    let limit = request.query["limit"].flatMap { Int($0) } ?? 20
    var rows = ids[...]
    if let below = request.query["max_id"], overlaps, request.query["page"] == nil,
      let place = ids.firstIndex(of: below)
    {
      // All of it was on the page before, and what leads on moves all the same.
      let known = ids[max(0, place - limit + 2)...place]
      return Self.reply(
        .array(known.map(post)),
        headers: [
          "Link": "<http://x\(request.path)?max_id=\(below)&page=2>; rel=\"next\""
        ])
    }
    if let below = request.query["max_id"] {
      rows = rows.drop { $0 != below }.dropFirst().prefix(limit)
    } else if let above = request.query["min_id"] {
      rows = rows.prefix { $0 != above }.suffix(limit)
    }
    rows = rows.prefix(limit)
    var headers: [String: String] = [:]
    if let first = rows.first, let last = rows.last {
      let next = last == ids.last ? "" : "<http://x\(request.path)?max_id=\(last)>; rel=\"next\", "
      headers["Link"] = next + "<http://x\(request.path)?min_id=\(first)>; rel=\"prev\""
    }
    return Self.reply(.array(rows.map(post)), headers: headers)
  }

  /// Opens a stream of events, which ends with the tap.
  private mutating func listen() -> ScriptedReply {
    let tap = Tap()
    // Servers say a word at once.
    tap.pour(":)\n")
    listeners?.append(tap)
    let head = ScriptedReply.head(200, ["Content-Type": "text/event-stream"])
    return ScriptedReply([.send(head), .flow(tap), .close])
  }

  private func search(_ request: RecordedRequest) -> ScriptedReply {
    let words = request.query["q"]?.lowercased() ?? ""
    if words.hasPrefix("http") { return resolve(words, request) }
    let isFirst = request.query["offset"].map { $0 == "0" } ?? true
    let posts = posts.filter { isFirst && text(of: $0).lowercased().contains(words) }
    let name = words.split(separator: "@").first ?? ""
    let people = ["ada", "noor"].filter { isFirst && $0.contains(name) }
    let isTag = isFirst && "#fog".contains(words)
    return Self.reply([
      "accounts": .array(people.map(person)), "statuses": .array(posts.prefix(40).map(post)),
      "hashtags": isTag ? [["name": "fog", "url": .string("\(origin)/tags/fog")]] : [],
    ])
  }

  /// Returns the post at an address, if the request asks to resolve addresses.
  private func resolve(_ page: String, _ request: RecordedRequest) -> ScriptedReply {
    let found = posts.filter {
      request.query["resolve"] == "true" && page == "\(origin)/@ada/\($0)".lowercased()
    }
    return Self.reply([
      "accounts": [], "hashtags": [], "statuses": .array(found.map { post($0, at: page) }),
    ])
  }

  private func context(of id: String) -> ScriptedReply {
    // What it cannot show is told as nothing.
    let none: [WireJSON] = accent == .pixelfed ? [.null] : []
    let above = written.values.first { $0.id == id }?.reply.map { [post($0)] } ?? none
    let below = written.values.filter { $0.reply == id }.map { post($0.id) }
    return Self.reply(["ancestors": .array(above), "descendants": .array(below)])
  }

  func notice(
    _ id: String, _ type: String, by who: String, about number: Int?
  ) -> WireJSON {
    [
      "id": .string(id), "type": .string(type),
      "created_at": .string(
        pace.map { Self.date(seconds: $0.newest - 9 + (Int(id) ?? 0)) }
          ?? "2026-11-20T18:00:0\(id)Z"),
      "account": person(who), "status": number.map { post(accent.id($0)) } ?? .null,
    ]
  }
}
