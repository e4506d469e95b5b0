internal import FeedDomain

/// What is shown besides streams, people and notices.
struct MastodonExtras: ExtrasGateway {
  let connection: MastodonConnection

  var extras: Set<Extra> { connection.server.extras }

  func editions(of post: Post.ID) async throws(FeedError) -> [Edition] {
    let reader = connection.reader()
    return try await connection.get(.status(post, "history")) { json, _ throws(FeedError) in
      guard json.isArray else { throw .badReply }
      return json.array.compactMap(reader.edition)
    }
  }

  func translation(
    of post: Post.ID, into language: String
  ) async throws(FeedError) -> Translation {
    let reader = connection.reader()
    return try await connection.post(.status(post, "translate"), [("lang", language)]) {
      json, _ throws(FeedError) in
      guard let translation = reader.translation(json) else { throw .badReply }
      return translation
    }
  }

  func pinnedPosts(of person: Person.ID) async throws(FeedError) -> [Post] {
    let reader = connection.reader(.account)
    let path = MastodonPath.person(person, "statuses", query: [("pinned", "true")])
    return try await connection.get(path) { json, _ throws(FeedError) in
      guard json.isArray else { throw .badReply }
      return reader.posts(json)
    }
  }

  func announcements() async throws(FeedError) -> [Announcement] {
    let reader = connection.reader()
    return try await connection.get(MastodonPath("/api/v1/announcements")) {
      json, _ throws(FeedError) in
      guard json.isArray else { throw .badReply }
      return json.array.map(reader.announcement).sorted {
        ($0.moment?.milliseconds ?? 0) > ($1.moment?.milliseconds ?? 0)
      }
    }
  }

  func serverFacts() async throws(FeedError) -> ServerFacts {
    let reader = connection.reader()
    let path = MastodonPath("/api/v\(connection.server.software.instanceVersion)/instance")
    return try await connection.get(path) { json, _ throws(FeedError) in
      guard json.isObject else { throw .badReply }
      return reader.serverFacts(json)
    }
  }

  func ownProfile() async throws(FeedError) -> [AskedField: String] {
    try await MastodonProfile(connection: connection).fields()
  }

  func lists(with person: Person.ID?) async throws(FeedError) -> [ReaderList] {
    let reader = connection.reader()
    let lists = try await connection.get(MastodonPath("/api/v1/lists")) {
      json, _ throws(FeedError) in
      guard json.isArray else { throw .badReply }
      return json.array.compactMap { list in
        list["id"].id.map { ReaderList(id: $0, title: reader.words(list["title"]) ?? "") }
      }
    }
    guard let person else { return lists }
    let own = try await self.lists(of: person)
    return lists.map { ReaderList(id: $0.id, title: $0.title, hasPerson: own.contains($0.id)) }
  }

  /// The lists on which somebody is.
  func lists(of person: Person.ID) async throws(FeedError) -> Set<String> {
    try await connection.get(.person(person, "lists")) { json, _ throws(FeedError) in
      guard json.isArray else { throw .badReply }
      return Set(json.array.compactMap { $0["id"].id })
    }
  }

  /// Tags and pages by turns: what most talk about stands first among both.
  func trends() async throws(FeedError) -> [Trend] {
    let tags = try await trends("tags")
    let pages: [Trend]
    // Not every server that tells tags tells pages.
    do throws(FeedError) { pages = try await trends("links") } catch {
      guard error == .notFound || error.isRefusal else { throw error }
      pages = []
    }
    return (0..<max(tags.count, pages.count)).flatMap { place in
      [tags, pages].compactMap { $0.dropFirst(place).first }
    }
  }

  private func trends(_ name: String) async throws(FeedError) -> [Trend] {
    let reader = connection.reader()
    let path = MastodonPath("/api/v1/trends", name, query: [("limit", "20")])
    return try await connection.get(path) { json, _ throws(FeedError) in
      guard json.isArray else { throw .badReply }
      return json.array.compactMap(reader.trend)
    }
  }

  func scheduledPosts() async throws(FeedError) -> [ScheduledPost] {
    let path = MastodonPath("/api/v1/scheduled_statuses", query: [("limit", "40")])
    let reader = connection.reader()
    return try await connection.get(path) { json, _ throws(FeedError) in
      guard json.isArray else { throw .badReply }
      return json.array.compactMap(reader.scheduledPost).sorted { $0.moment < $1.moment }
    }
  }

  func wordFilters() async throws(FeedError) -> [WordFilter] {
    let reader = connection.reader()
    return try await connection.get(MastodonPath("/api/v2/filters")) { json, _ throws(FeedError) in
      guard json.isArray else { throw .badReply }
      return json.array.compactMap(reader.wordFilter)
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
    case .mastodon:
      [
        .editions, .pinnedPosts, .announcements, .serverFacts, .trends, .scheduledPosts,
        .wordFilters, .ownProfile, .lists,
      ]
    case .akkoma:
      [.editions, .pinnedPosts, .announcements, .serverFacts, .scheduledPosts, .ownProfile, .lists]
    case .gotosocial: [.editions, .pinnedPosts, .serverFacts, .wordFilters, .ownProfile, .lists]
    case .pixelfed: [.editions, .serverFacts]
    case .snac: [.pinnedPosts, .serverFacts]
    case .other: []
    }
  }

  /// In which of two forms it speaks of itself.
  fileprivate var instanceVersion: Int { self == .mastodon || self == .gotosocial ? 2 : 1 }
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

  /// What those who run the server have to say.
  func announcement(_ json: JSON) -> Announcement {
    let moments = ["starts_at", "published_at"].lazy.compactMap { json[$0].string }
    return Announcement(
      id: json["id"].id ?? "", moment: moments.compactMap(ISODate.timestamp).first,
      text: HTMLReader.text(json["content"].string ?? ""),
      reactions: reactions(in: json["reactions"]))
  }

  /// What a server says of itself, in either form.
  func serverFacts(_ json: JSON) -> ServerFacts {
    let summary = json["short_description"].filledString ?? json["description"].string ?? ""
    let contact = profile(json["contact"]["account"]) ?? profile(json["contact_account"])
    return ServerFacts(
      name: words(json["title"]) ?? "", summary: HTMLReader.text(summary),
      rules: json["rules"].array.compactMap { rule in
        let parts = [words(rule["text"]), words(rule["hint"])].compactMap(\.self)
        guard !parts.isEmpty else { return nil }
        return ServerFacts.Rule(
          id: rule["id"].id ?? "", words: parts.joined(separator: "\n"))
      },
      contact: contact?.handle,
      people: json["usage"]["users"]["active_month"].count,
      version: words(json["version"]) ?? "")
  }

  /// What many talk about; nil where that is not to be shown.
  func trend(_ json: JSON) -> Trend? {
    // The latest day comes first.
    let days = json["history"].array.prefix(7)
    let subject: Trend.Subject
    if let name = json["name"].filledString {
      subject = .tag(name)
    } else if let address = Self.address(json["url"]), let title = words(json["title"]) {
      subject = .page(
        address: address, title: title, site: words(json["provider_name"]) ?? "")
    } else {
      return nil
    }
    return Trend(
      subject, uses: days.reversed().map { max(0, $0["uses"].int ?? 0) },
      people: days.prefix(2).reduce(0) { $0 &+ max(0, $1["accounts"].int ?? 0) })
  }

  /// A post that waits; nil where it is not told when it is posted.
  func scheduledPost(_ json: JSON) -> ScheduledPost? {
    guard let id = json["id"].id,
      let moment = json["scheduled_at"].string.flatMap(ISODate.timestamp)
    else { return nil }
    let parts = [words(json["params"]["spoiler_text"]), words(json["params"]["text"])]
    return ScheduledPost(
      id: id, moment: moment, words: parts.compactMap(\.self).joined(separator: "\n"),
      pictures: json["media_attachments"].array.count)
  }

  /// What is folded away or left out for the reader; nil for what is over.
  func wordFilter(_ json: JSON) -> WordFilter? {
    guard let id = json["id"].id else { return nil }
    let end = json["expires_at"].string.flatMap(ISODate.timestamp)
    if let end, end <= now { return nil }
    return WordFilter(
      id: id, title: words(json["title"]) ?? "",
      words: json["keywords"].array.compactMap { words($0["keyword"]) },
      places: Set(json["context"].array.compactMap { $0.string.flatMap(WordFilter.Place.init) }),
      isHiding: json["filter_action"].string == "hide", end: end)
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
