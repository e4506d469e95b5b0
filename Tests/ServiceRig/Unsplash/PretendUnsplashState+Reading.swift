extension PretendUnsplashState {
  mutating func read(
    _ parts: [String], _ request: RecordedRequest, isPersonal: Bool
  ) -> ScriptedReply {
    let all = (1...Self.count).map { "p\($0)" }
    func list(_ ids: [String]) -> ScriptedReply {
      page(request, ids.map { photo($0, isPersonal: isPersonal) })
    }
    switch (parts.first, parts.count > 2 ? parts[2] : parts.last) {
    case ("me", _):
      return isPersonal ? Self.reply(person("sol")) : Self.error("No user", 401)
    case ("topics", "topics"): return Self.reply([["slug": "street", "title": "Street"]])
    case ("topics", "photos"): return list(parts[1] == "street" ? ["p3", "p4"] : [])
    case ("photos", "photos"): return list(all)
    case ("photos", "statistics"): return Self.reply(["views": ["total": 91_823]])
    case ("photos", "download"):
      guard request.query["ixid"] == "i\(parts[1])" else { return Self.error("No ixid", 400) }
      downloads.append(parts[1])
      return Self.reply(["url": "https://images.example/never"])
    case ("photos", let id?): return Self.reply(photo(id, isPersonal: isPersonal, isWhole: true))
    case ("search", "photos"), ("search", "users"): return search(request, parts)
    case ("users", "photos"): return list(parts[1] == "ada" ? ["p1", "p2"] : [])
    case ("users", "collections"):
      let own = kept == nil ? [] : [shelf]
      return page(request, parts[1] == "ada" ? [collection("c1", "Harbours")] : own)
    case ("users", let name?) where !name.hasPrefix("nobody"): return Self.reply(person(name))
    case ("collections", "photos"): return list(parts[1] == "c1" ? ["p5", "p6"] : kept ?? [])
    default: return Self.error("Couldn't find it", 404)
    }
  }

  private func search(_ request: RecordedRequest, _ parts: [String]) -> ScriptedReply {
    let words = request.query["query"] ?? ""
    let found: [WireJSON] =
      parts[1] == "users"
      ? (words == "ada" ? [person("ada")] : [])
      : (words == "fog" ? [photo("p7", isPersonal: false)] : [])
    return Self.reply([
      "total": .number(found.count), "total_pages": .number(min(1, found.count)),
      "results": .array(found),
    ])
  }

  /// Returns a reply with the requested page of a list, and with the address of the next page.
  private func page(_ request: RecordedRequest, _ items: [WireJSON]) -> ScriptedReply {
    let number = request.query["page"].flatMap { Int($0) } ?? 1
    let size = request.query["per_page"].flatMap { Int($0) } ?? 10
    let rows = items.dropFirst((number - 1) * size)
    let next =
      rows.count > size ? "<\(origin)\(request.path)?page=\(number + 1)>; rel=\"next\"" : ""
    return Self.reply(
      .array(Array(rows.prefix(size))),
      headers: ["X-Total": String(items.count), "X-Ratelimit-Remaining": String(remaining)]
        .merging(next.isEmpty ? [:] : ["Link": next]) { $1 })
  }

  /// Returns a photo; for a signed-in person, with their like.
  func photo(_ id: String, isPersonal: Bool, isWhole: Bool = false) -> WireJSON {
    let raw = "\(origin)/pictures/\(id)?ixid=i\(id)"
    var members: [String: WireJSON] = [
      "id": .string(id), "width": 640, "height": 320, "created_at": "2026-05-30T05:41:17Z",
      "description": .string("Photo \(id.dropFirst())."),
      "alt_description": .string("Quay \(id.dropFirst())"),
      "urls": ["raw": .string(raw), "full": .string("\(raw)&q=85")],
      "links": [
        "html": .string("https://unsplash.com/photos/\(id)"),
        "download_location": .string("\(origin)/photos/\(id)/download?ixid=i\(id)"),
      ], "user": person("ada"),
    ]
    if hasLikes { members["likes"] = likes.contains(id) ? 4 : 3 }
    if isPersonal {
      if hasLikes { members["liked_by_user"] = .bool(likes.contains(id)) }
      members["current_user_collections"] = kept?.contains(id) == true ? [shelf] : []
    }
    if isWhole {
      members["exif"] = [
        "name": "Example K-1", "aperture": "4.0", "exposure_time": "1/60", "focal_length": "35.0",
        "iso": 1600,
      ]
      members["location"] = [
        "city": "Ghent", "country": "Belgium",
        "position": ["latitude": 51, "longitude": 4],
      ]
      members["downloads"] = 612
      members["tags"] = [["title": "canal"]]
    }
    return .object(members)
  }

  var shelf: WireJSON { collection("c9", "Tweetie") }

  private func collection(_ id: String, _ title: String) -> WireJSON {
    ["id": .string(id), "title": .string(title)]
  }

  func person(_ name: String) -> WireJSON {
    [
      "username": .string(name), "name": .string(name == "ada" ? "Ada Okafor" : name),
      "bio": "Boats, mostly.", "location": "Ghent", "total_photos": 2,
      "links": ["html": .string("https://unsplash.com/@\(name)")],
    ]
  }
}
