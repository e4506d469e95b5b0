extension PretendMastodonState {
  func person(_ handle: String) -> WireJSON { person(handle, id: handle) }

  func person(_ handle: String, id: String) -> WireJSON {
    [
      "id": .string(id), "acct": .string(handle), "display_name": .string(handle),
      "followers_count": 3,
      "following_count": 2, "statuses_count": 500, "note": "<p>Boats, mostly.</p>",
    ]
  }

  /// Returns the tags of a post; every seventh post is about fog.
  func tags(of id: String) -> [String] {
    if let own = written.values.first(where: { $0.id == id }) {
      return own.text.split(separator: " ").filter { $0.hasPrefix("#") }.map {
        String($0.dropFirst())
      }
    }
    return accent.number(of: id)?.isMultiple(of: 7) == true ? ["fog"] : []
  }

  func text(of id: String) -> String {
    if let edit = edits[id] { return edit }
    if let own = written.values.first(where: { $0.id == id }) { return own.text }
    return "Post \(id.suffix(4))" + (tags(of: id).isEmpty ? "" : " #fog")
  }

  func post(_ id: String) -> WireJSON {
    let own = written.values.first { $0.id == id }
    let tags = tags(of: id)
    let words = tags.reduce(text(of: id)) { words, tag in
      words.replacing(
        "#\(tag)",
        with:
          "<a href=\"\(origin)/tags/\(tag)\" class=\"mention hashtag\" rel=\"tag\">#<span>\(tag)</span></a>"
      )
    }
    return accent.post([
      "id": .string(id), "created_at": .string(date(of: id)),
      "url": addresses[id].map { .string($0) } ?? .null,
      "edited_at": edits[id] == nil ? .null : "2026-11-20T19:00:00Z",
      "account": person(own == nil ? "ada" : "sol"),
      // What one wrote may be told as it was written.
      "content": .string(accent == .gotosocial && tags.isEmpty ? words : "<p>\(words)</p>"),
      "visibility": .string(id == direct ? "direct" : own?.visibility ?? "public"),
      "spoiler_text": .string(own?.warning ?? ""), "sensitive": .bool(own?.isSensitive ?? false),
      "poll": own.map(\.answers).flatMap { answers in
        answers.isEmpty
          ? nil
          : [
            "id": .string(id),
            "options": .array(answers.map { ["title": .string($0), "votes_count": 0] }),
          ]
      } ?? .null,
      "in_reply_to_id": own?.reply.map { .string($0) } ?? .null,
      "replies_count": written.values.contains { $0.reply == id } ? 1 : .null,
      "favourites_count": .number(admirers + (likes.contains(id) ? 1 : 0)),
      "reblogs_count": boosts.contains(id) ? 1 : 0,
      "favourited": .bool(likes.contains(id)), "reblogged": .bool(boosts.contains(id)),
      "bookmarked": .bool(bookmarks.contains(id)),
      "tags": .array(
        tags.map { ["name": .string($0), "url": .string("\(origin)/tags/\($0)")] }),
      "media_attachments": .array(
        own?.media.map { attachment($0, isReady: true) }
          ?? (hasPicture(id) ? [attachment("picture-\(id.suffix(4))", isReady: true)] : [])),
    ])
  }

  /// Returns the date of a post.
  private func date(of id: String) -> String {
    guard let pace, let number = accent.number(of: id) else { return "2026-11-20T18:00:00Z" }
    return Self.date(seconds: pace.newest - (1_499 - number) * pace.step)
  }

  static func date(seconds: Int) -> String {
    var days = seconds / 86_400
    let second = seconds % 86_400
    var year = 1970
    func isLeap(_ year: Int) -> Bool {
      year.isMultiple(of: 4) && (!year.isMultiple(of: 100) || year.isMultiple(of: 400))
    }
    while days >= (isLeap(year) ? 366 : 365) {
      days -= isLeap(year) ? 366 : 365
      year += 1
    }
    let months = [31, isLeap(year) ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
    var month = 0
    while days >= months[month] {
      days -= months[month]
      month += 1
    }
    let numbers = [month + 1, days + 1, second / 3_600, second / 60 % 60, second % 60]
    let words = numbers.map { $0 < 10 ? "0\($0)" : "\($0)" }
    return "\(year)-\(words[0])-\(words[1])T\(words[2]):\(words[3]):\(words[4])Z"
  }

  /// The id of the direct message by ada.
  var direct: String { accent.id(2000) }

  /// The conversation that contains the direct message of ada, as the API returns it.
  var conversation: WireJSON {
    [
      "id": "c1", "unread": .bool(!isDirectRead), "accounts": [person("ada")],
      "last_status": post(direct),
    ]
  }

  /// Returns a post in JSON, with the given address of its page.
  func post(_ id: String, at page: String) -> WireJSON {
    guard case .object(var members) = post(id) else { return .null }
    members["url"] = .string(page)
    return .object(members)
  }

  /// Returns true if a post of the pretend server has a picture.
  func hasPicture(_ id: String) -> Bool {
    written.values.first { $0.id == id }.map { !$0.media.isEmpty } ?? id.hasSuffix("8")
  }

  func attachment(_ name: String, isReady: Bool) -> WireJSON {
    let url = "\(origin)/media"
    return accent.attachment([
      "id": .string(name), "type": .string(showsFilms ? "video" : "image"),
      "url": isReady ? .string("\(url)/original/\(name)") : .null,
      "preview_url": isReady ? .string("\(url)/small/\(name)") : .null,
      "description": .string(media[name]?.words ?? "Picture \(name.suffix(4))"),
      "meta": [
        "original": ["width": 400, "height": 300], "small": ["width": 400, "height": 300],
      ],
    ])
  }
}
