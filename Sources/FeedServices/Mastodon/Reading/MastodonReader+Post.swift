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
