internal import FeedDomain

extension MastodonReader {
  /// A post; nil where it has no id or nobody wrote it.
  func post(_ json: JSON) -> Post? {
    guard let id = json["id"].id, let author = profile(json["account"]) else { return nil }
    let moment = json["created_at"].string.flatMap(ISODate.timestamp)
    return Post(
      id: Post.ID(id), author: author, createdAt: moment ?? now,
      content: content(json), reply: reply(json, by: author), visibility: visibility(json),
      url: Self.address(json["url"]) ?? Self.address(json["uri"]),
      counts: Post.Counts(
        replies: json["replies_count"].count, boosts: json["reblogs_count"].count,
        likes: json["favourites_count"].count),
      own: own(json), untold: untold(json),
      canBeQuoted: json["quote_approval"]["current_user"] != "denied",
      isDated: moment != nil)
  }

  private func content(_ json: JSON) -> Post.Content {
    let verdict = verdict(json)
    let isCovered = json["sensitive"].bool == true || verdict == .blur
    let attachments = MastodonAttachments(json["media_attachments"], isSensitive: isCovered)
    let quote = quote(in: json)
    // A quoted post that cannot be shown keeps the link that stands in for it.
    let text = text(json, hidesQuote: quote != nil && quote?.absence == nil)
      .marking(emojis(json["emojis"]))
    return Post.Content(
      text: attachments.appendingLinks(to: text), warning: words(json["spoiler_text"]),
      fold: verdict.fold,
      photos: attachments.photos, poll: poll(json["poll"]),
      card: card(json["card"], isCovered: isCovered),
      quote: quote, mentions: mentions(json),
      editedAt: json["edited_at"].string.flatMap(ISODate.timestamp),
      language: json["language"].string.flatMap(LanguageTag.written)
    ).marked(with: emojis(json["emojis"]) + emojis(json["poll"]["emojis"]))
      .with(reactions(json))
  }

  /// The emoji with which people answered a post, where its server has that.
  private func reactions(_ json: JSON) -> [Reaction] {
    let told = [json["emoji_reactions"], json["pleroma"]["emoji_reactions"], json["reactions"]]
    return reactions(in: told.first(where: \.isArray) ?? [])
  }

  /// Emoji with which people answered, those that most gave first.
  func reactions(in json: JSON) -> [Reaction] {
    let all = json.array.compactMap { reaction -> Reaction? in
      guard let name = reaction["name"].words, let count = reaction["count"].count, count > 0
      else { return nil }
      let picture = [reaction["static_url"], reaction["url"]].lazy.compactMap(Self.address).first
      return Reaction(
        name, count: count, isOwn: reaction["me"].bool == true, picture: picture)
    }
    return Array(all.sorted { $0.count > $1.count }.prefix(Self.mostReactions))
  }

  private static var mostReactions: Int { 12 }

  /// Whom it speaks to. What is no handle would put words into the mouth of whoever answers.
  private func mentions(_ json: JSON) -> [String] {
    json["mentions"].array.compactMap { mention in
      guard let name = mention["acct"].filledString ?? mention["username"].filledString else {
        return nil
      }
      let handle = name.drop { $0 == "@" }
      let isHandle = handle.unicodeScalars.allSatisfy { scalar in
        scalar.value > 0x20 && !(0x7f...0x9f).contains(scalar.value)
          && !scalar.properties.isWhitespace && !scalar.properties.isDefaultIgnorableCodePoint
      }
      return handle.isEmpty || !isHandle ? nil : String(handle)
    }
  }

  private func text(_ json: JSON, hidesQuote: Bool) -> RichText {
    let content = json["content"].string ?? ""
    if isPlain(content, json["content_type"]) { return FacetScanner.shown(content) }
    var people: [String: Person.ID] = [:]
    if software.mentionsByID {
      for mention in json["mentions"].array {
        guard let url = mention["url"].filledString, let id = mention["id"].id else { continue }
        people[url] = Person.ID(id)
      }
    }
    return HTMLReader.text(content, hidesQuote: hidesQuote) { people[$0] }
  }

  /// Whether a text is as it was written, line by line. The type is that of what was written: what
  /// has elements in it was made HTML all the same.
  private func isPlain(_ content: String, _ type: JSON) -> Bool {
    software.knowsPlainText && type != "text/markdown" && !content.contains("</")
      && !content.contains("<br")
  }

  private func reply(_ json: JSON, by author: Person) -> Post.Reply? {
    guard let id = json["in_reply_to_id"].id else { return nil }
    let person = json["in_reply_to_account_id"].id
    let mention = json["mentions"].array.first { $0["id"].id == person && person != nil }
    let handle =
      person == author.id.rawValue ? author.handle : mention?["acct"].filledString
    return Post.Reply(to: Post.ID(id), handle: handle)
  }

  /// What we have never heard of is taken for private, so that an answer never goes further than
  /// what it answers.
  private func visibility(_ json: JSON) -> Visibility {
    guard !json["visibility"].isNull else { return .everybody }
    return switch json["visibility"].string {
    case "public": .everybody
    case "unlisted": .unlisted
    case "direct", "none": .mentioned
    default: .followers
    }
  }

  private func own(_ json: JSON) -> Post.OwnActions {
    var own: Post.OwnActions = []
    if json["favourited"].bool == true { own.insert(.liked) }
    if json["reblogged"].bool == true { own.insert(.boosted) }
    if json["bookmarked"].bool == true { own.insert(.bookmarked) }
    if json["pinned"].bool == true { own.insert(.pinned) }
    if json["muted"].bool == true { own.insert(.silenced) }
    return own
  }

  /// Whether a post is pinned is told of one's own alone, and not everywhere.
  private func untold(_ json: JSON) -> Post.OwnActions {
    var untold: Post.OwnActions = []
    if json["pinned"].bool == nil { untold.insert(.pinned) }
    if json["muted"].bool == nil { untold.insert(.silenced) }
    return untold
  }
}

// MARK: - What is in it

extension MastodonReader {
  func poll(_ json: JSON) -> Poll? {
    let options = json["options"].array.compactMap { option in
      words(option["title"]).map {
        Poll.Option(title: $0, votes: option["votes_count"].count)
      }
    }
    // An answer is chosen by its place: with one missing, others would be chosen.
    guard !options.isEmpty, options.count == json["options"].array.count else { return nil }
    let chosen = json["own_votes"].array.compactMap(\.int).filter(options.indices.contains)
    let closesAt = json["expires_at"].string.flatMap(ISODate.timestamp)
    // snac says that everything is over.
    let isBelieved = software != .snac || closesAt == nil
    return Poll(
      options: options, closesAt: closesAt, chosen: Set(chosen),
      allowsSeveral: json["multiple"].bool == true,
      voters: json["voters_count"].count, hasVoted: json["voted"].bool == true,
      isClosed: isBelieved && json["expired"].bool == true)
  }

  func card(_ json: JSON, isCovered: Bool) -> Card? {
    guard let url = Self.address(json["url"]) else { return nil }
    let size = PhotoSize(width: json["width"].int ?? 0, height: json["height"].int ?? 0)
    let picture = Self.address(json["image"]).map { address in
      Photo(
        id: Photo.ID(address), renditions: [Photo.Rendition(url: address, size: size)],
        size: size, altText: words(json["image_description"]) ?? "",
        blurhash: json["blurhash"].filledString, isSensitive: isCovered)
    }
    return Card(
      url: url, title: words(json["title"]) ?? url, summary: words(json["description"]) ?? "",
      site: words(json["provider_name"]), picture: picture)
  }

  /// The post shown inside, where each program of the family puts it; Pleroma and Akkoma name also one
  /// that they do not show.
  func quote(in json: JSON) -> Quote? {
    let pleroma = json["pleroma"]
    if let quote = quote(json["quote"]) ?? quote(pleroma["quote"]) { return quote }
    let isShown = json["quote"].isObject || pleroma["quote"].isObject
    guard !isShown, let id = json["quote_id"].id ?? pleroma["quote_id"].id else { return nil }
    return Quote(missing: Post.ID(id), .untold)
  }

  /// The post shown inside: wrapped together with whether it may be shown, or bare.
  func quote(_ json: JSON) -> Quote? {
    let isBare = json["account"].isObject
    if !isBare, let state = json["state"].filledString, state != "accepted" {
      let id = json["quoted_status"]["id"].id ?? json["quoted_status_id"].id
      return Quote(missing: Post.ID(id ?? ""), Quote.Absence(state: state))
    }
    let quoted = isBare ? json : json["quoted_status"]
    guard let id = quoted["id"].id, let author = person(quoted["account"]),
      verdict(quoted) != .hide
    else { return nil }
    let verdict = verdict(quoted)
    let isCovered = quoted["sensitive"].bool == true || verdict == .blur
    let pictures = MastodonAttachments(quoted["media_attachments"], isSensitive: isCovered).photos
    return Quote(
      id: Post.ID(id), handle: author.handle, name: author.name,
      text: HTMLReader.text(quoted["content"].string ?? "", hidesQuote: true)
        .marking(emojis(quoted["emojis"])),
      warning: Post.Content.cover(fold: verdict.fold, warning: words(quoted["spoiler_text"])),
      pictures: pictures.map { $0.isSensitive ? "" : $0.altText })
  }
}

extension Quote.Absence {
  /// Why a server does not show a quoted post, in its word for that.
  fileprivate init(state: String) {
    self =
      switch state {
      case "deleted": .gone
      case "revoked": .detached
      case "pending": .awaited
      case "blocked_account", "blocked_domain": .blocked
      default: .untold
      }
  }
}
