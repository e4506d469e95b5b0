internal import FeedDomain

extension MastodonConnection: ExtrasGateway {
  var extras: Set<Extra> { server.extras }

  func editions(of post: Post.ID) async throws(FeedError) -> [Edition] {
    let reader = reader()
    return try await get(.status(post, "history")) { json, _ throws(FeedError) in
      guard json.isArray else { throw .badReply }
      return json.array.compactMap(reader.edition)
    }
  }

  func translation(
    of post: Post.ID, into language: String
  ) async throws(FeedError) -> Translation {
    let reader = reader()
    return try await self.post(.status(post, "translate"), [("lang", language)]) {
      json, _ throws(FeedError) in
      guard let translation = reader.translation(json) else { throw .badReply }
      return translation
    }
  }

  func pinnedPosts(of person: Person.ID) async throws(FeedError) -> [Post] {
    let reader = reader(.account)
    let path = MastodonPath.person(person, "statuses", query: [("pinned", "true")])
    return try await get(path) { json, _ throws(FeedError) in
      guard json.isArray else { throw .badReply }
      return reader.posts(json)
    }
  }
}

extension MastodonServer {
  /// What it tells besides posts, people and notices.
  var extras: Set<Extra> {
    var extras = software.extras
    if translates { extras.insert(.translations) }
    return extras
  }
}

extension MastodonSoftware {
  /// The same that does not depend on how it is set up; of others nobody knows.
  fileprivate var extras: Set<Extra> {
    switch self {
    case .mastodon, .gotosocial, .akkoma: [.editions, .pinnedPosts]
    case .pixelfed: [.editions]
    case .snac: [.pinnedPosts]
    case .other: []
    }
  }
}

extension MastodonReader {
  /// What a post said once; nil where it is not told since when.
  func edition(_ json: JSON) -> Edition? {
    guard let moment = json["created_at"].string.flatMap(ISODate.timestamp) else { return nil }
    let answers = json["poll"]["options"].array.compactMap { words($0["title"]) }
    let text = HTMLReader.text(json["content"].string ?? "").plain
    return Edition(
      moment: moment,
      paragraphs: [words(json["spoiler_text"]) ?? "", text] + answers,
      pictures: json["media_attachments"].array.map { $0["description"].string ?? "" })
  }

  /// What a post says in another language; nil where that is nothing.
  func translation(_ json: JSON) -> Translation? {
    guard let content = json["content"].filledString else { return nil }
    return Translation(
      text: HTMLReader.text(content), warning: words(json["spoiler_text"]),
      language: json["detected_source_language"].filledString.flatMap(LanguageTag.written),
      provider: words(json["provider"]))
  }
}
