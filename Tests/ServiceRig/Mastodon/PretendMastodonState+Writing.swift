extension PretendMastodonState {
  mutating func write(_ parts: [String], _ request: RecordedRequest) -> ScriptedReply {
    switch (parts.first, parts.last) {
    case ("statuses", "statuses"): return publish(request)
    case ("statuses", let verb?): return mark(parts[1], verb)
    case ("accounts", "follow"):
      followed.insert(parts[1])
      return Self.reply(relationship(parts[1]))
    case ("accounts", "unfollow"):
      followed.remove(parts[1])
      return Self.reply(relationship(parts[1]))
    case ("accounts", "note"):
      notes[parts[1]] = request.form["comment"]
      return Self.reply(relationship(parts[1]))
    case ("reports", _):
      reports.append(request.form)
      return Self.reply([:])
    case ("filters", _):
      filters.append(request.form["keywords_attributes[][keyword]"] ?? "")
      return Self.reply([:])
    case ("media", _):
      let form = request.parts
      let name = "m\(media.count)"
      media[name] = Media(
        bytes: form["file"] ?? [], words: String(decoding: form["description"] ?? [], as: UTF8.self)
      )
      // Where nothing is made smaller, it is ready at once.
      guard accent == .snac else { return Self.reply(attachment(name, isReady: false), 202) }
      media[name]?.isReady = true
      return Self.reply(attachment(name, isReady: true))
    case ("conversations", "read") where accent.hasConversations:
      isDirectRead = true
      return Self.reply(conversation)
    case ("markers", _):
      for name in ["home", "notifications"] {
        markers[name] = request.form["\(name)[last_read_id]"] ?? markers[name]
      }
      return Self.reply([:])
    default: return error("Record not found", 404)
    }
  }

  /// Replaces the text and pictures of a published post.
  mutating func rewrite(_ parts: [String], _ request: RecordedRequest) -> ScriptedReply {
    guard parts.first == "statuses", parts.count == 2,
      let key = written.first(where: { $0.value.id == parts[1] })?.key, let own = written[key]
    else { return error("Record not found", 404) }
    if let failure = accent.failure(reading: request) { return failure }
    edits[own.id] = request.form["status"] ?? ""
    for attribute in request.json["media_attributes"].elements {
      media[attribute["id"].text]?.words = attribute["description"].text
    }
    let warning = accent.warning(changedBy: request)
    written[key]?.media = request.form["media_ids[]"].map { [$0] } ?? []
    written[key]?.warning = warning
    written[key]?.isSensitive = accent.isSensitive(request, warning: warning)
    return Self.reply(post(own.id))
  }

  /// Applies an event; returns its name and data for the streaming API.
  mutating func happen(_ event: PretendMastodon.Event) -> (name: String, data: String) {
    switch event {
    case .posting:
      let id = accent.id(1000 + posts.count)
      posts.insert(id, at: 0)
      return ("update", post(id).encoded)
    case .liking:
      isNewlyLiked = true
      return ("notification", notice("5", "favourite", by: "noor", about: 1001).encoded)
    case .mentioning:
      isNewlyMentioned = true
      return ("notification", notice("6", "mention", by: "noor", about: 1002).encoded)
    case .editing(let id, let text):
      edits[id] = text
      return ("status.update", post(id).encoded)
    case .deleting(let id):
      posts.removeAll { $0 == id }
      return ("delete", id)
    }
  }

  private mutating func mark(_ id: String, _ verb: String) -> ScriptedReply {
    switch verb {
    case "favourite" where accent.number(of: id) == Self.modest:
      return error("Too modest", 422)
    case "favourite" where isHollow: break
    case "favourite": likes.insert(id)
    case "unfavourite": likes.remove(id)
    case "bookmark": bookmarks.insert(id)
    case "unbookmark": bookmarks.remove(id)
    case "unreblog": boosts.remove(id)
    case "reblog":
      boosts.insert(id)
      return Self.reply(accent.boost(of: post(id), by: person("sol")))
    default: return error("Record not found", 404)
    }
    return Self.reply(post(id))
  }

  private mutating func publish(_ request: RecordedRequest) -> ScriptedReply {
    let key = request.header("Idempotency-Key") ?? ""
    if let known = written[key] { return Self.reply(post(known.id)) }
    if let moment = request.form["scheduled_at"] {
      if let objection { return error(objection, 422) }
      return Self.reply([
        "id": "later", "scheduled_at": .string(moment), "media_attachments": [],
        "params": ["text": .string(request.form["status"] ?? "")],
      ])
    }
    let names = request.form["media_ids[]"].map { [$0] } ?? []
    guard names.allSatisfy({ media[$0]?.isReady == true }) else {
      return error("Cannot attach files that have not finished processing.", 422)
    }
    guard accent != .pixelfed || !names.isEmpty || request.form["in_reply_to_id"] != nil else {
      return error("Empty statuses are not allowed", 403)
    }
    let id = accent.ownID(writtenCount)
    writtenCount += 1
    let answers = accent.answers(in: request)
    let warning = isIndiscreet ? "" : request.form["spoiler_text"] ?? ""
    written[key] = Written(
      id: id, text: request.form["status"] ?? "", reply: request.form["in_reply_to_id"],
      visibility: isIndiscreet
        ? "public" : accent.visibility(request, hasPoll: !answers.isEmpty),
      media: names, warning: warning,
      isSensitive: !isIndiscreet && accent.isSensitive(request, warning: warning),
      answers: answers)
    posts.insert(id, at: 0)
    return Self.reply(post(id))
  }
}
