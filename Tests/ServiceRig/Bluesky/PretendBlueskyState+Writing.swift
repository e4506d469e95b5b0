extension PretendBlueskyState {
  mutating func write(_ method: String, _ request: RecordedRequest) -> ScriptedReply {
    let json = request.json
    switch method {
    case "com.atproto.repo.putRecord": return put(json)
    case "com.atproto.repo.deleteRecord":
      let name = "\(json["collection"].text)/\(json["rkey"].text)"
      records[name] = nil
      ownPosts.removeAll { $0.hasSuffix("/\(name)") && shown == nil }
      return Self.reply([:])
    case "com.atproto.repo.uploadBlob":
      let name = "bafk\(blobs.count)"
      blobs[name] = request.body
      return Self.reply([
        "blob": [
          "$type": "blob", "ref": ["$link": .string(name)],
          "mimeType": .string(request.header("Content-Type") ?? ""),
          "size": .number(request.body.count),
        ]
      ])
    case "app.bsky.bookmark.createBookmark":
      bookmarks.removeAll { $0 == json["uri"].text }
      bookmarks.insert(json["uri"].text, at: 0)
      return .reply(200)
    case "app.bsky.bookmark.deleteBookmark":
      bookmarks.removeAll { $0 == json["uri"].text }
      return .reply(200)
    case "app.bsky.notification.updateSeen":
      noticesSeen = json["seenAt"].text
      return .reply(200)
    case "app.bsky.graph.muteActor":
      muted.insert(json["actor"].text)
      return .reply(200)
    case "app.bsky.graph.unmuteActor":
      muted.remove(json["actor"].text)
      return .reply(200)
    default: return Self.error("MethodNotImplemented", 501)
    }
  }

  private mutating func put(_ json: WireJSON) -> ScriptedReply {
    let record = json["record"]
    let collection = json["collection"].text
    guard json["repo"].text == PretendBluesky.did, record["$type"].text == collection else {
      return Self.error("InvalidRequest")
    }
    if collection == "app.bsky.feed.like", record["subject"]["uri"].text == PretendBluesky.modest {
      return Self.error("InvalidRequest", 400, "Too modest")
    }
    if let reply = complaint(about: record) { return reply }
    let name = "\(collection)/\(json["rkey"].text)"
    let uri = "at://\(PretendBluesky.did)/\(name)"
    let isNew = records[name] == nil
    let cid = records[name]?.value == record ? records[name]?.cid ?? "" : "cid-\(records.count)"
    records[name] = Record(value: record, cid: cid)
    if isNew, collection == "app.bsky.feed.post" { ownPosts.insert(uri, at: 0) }
    return Self.reply(["uri": .string(uri), "cid": .string(cid), "validationStatus": "valid"])
  }

  /// Returns the reply that refuses an invalid record; nil for a valid one.
  private func complaint(about record: WireJSON) -> ScriptedReply? {
    guard record["text"].text.count <= 300 else {
      return Self.error("InvalidRequest", 400, "record/text must not be longer than 300 graphemes")
    }
    for picture in record["embed"]["images"].elements {
      let blob = picture["image"]
      guard let bytes = blobs[blob["ref"]["$link"].text] else {
        return Self.error("BlobNotFound", 400, "Could not find blob")
      }
      guard bytes.count <= 2_000_000, blob["size"] == .number(bytes.count) else {
        return Self.error("InvalidSize", 400, "This file is too large")
      }
    }
    let end = record["text"].text.utf8.count
    for facet in record["facets"].elements {
      guard case .number(let first) = facet["index"]["byteStart"],
        case .number(let last) = facet["index"]["byteEnd"], first < last, last <= end
      else { return Self.error("InvalidRequest", 400, "record/facets/0/index is out of bounds") }
    }
    return nil
  }
}
