internal import FeedDomain

/// A parser of Mastodon's JSON. Only ids are required: a missing or mistyped field is left empty,
/// and an element without required fields is left out of its page.
struct MastodonReader: Sendable {
  let software: MastodonSoftware
  let me: Person.ID?
  let now: Timestamp
  /// The context for which Mastodon filters apply to posts, such as the home stream; nil to apply
  /// none.
  var context: MastodonFilter.MastodonFilterContext?
  /// True if the server reports the visibility of private posts; false if any visibility but
  /// "public" only means private.
  var knowsVisibility = true

  /// Parses the id of a Mastodon post; nil without one.
  func postID(_ json: JSON) -> String? { json.id.map(software.stablePostID) }

  /// The host of a server that is read without an account, which the ids and handles of its posts
  /// include; nil for the account's own server.
  var publicHost: String?

  private func publicPostID(_ id: String) -> Post.ID { Post.ID(idWithHost(id)) }

  private func publicPersonID(_ id: String) -> Person.ID { Person.ID(idWithHost(id)) }

  private func idWithHost(_ id: String) -> String {
    publicHost.map { AccountlessReadingID(host: $0, id: id).marked } ?? id
  }

  /// Returns a handle with its server, which the handles of a server's own people lack.
  private func fullHandle(_ handle: String) -> String {
    guard let publicHost, !handle.contains("@") else { return handle }
    return "\(handle)@\(publicHost)"
  }

  func entries(_ json: JSON) -> [FeedEntry] {
    var known: [FeedEntry.ID: FeedEntry] = [:]
    return json.array.filter { !isHidden($0) }.parsedElements(entry).map { entry in
      guard let other = known[entry.id] else {
        known[entry.id] = entry
        return entry
      }
      // Some servers give all boosts of a post the same id.
      let isSame = other.post.id == entry.post.id && other.boostedBy?.id == entry.boostedBy?.id
      return isSame ? entry : entry.withUniqueID
    }
  }

  private func entry(_ json: JSON) -> FeedEntry? {
    guard let id = postID(json["id"]) else { return nil }
    guard json["reblog"].isObject else {
      return post(json).map { FeedEntry(id: FeedEntry.ID(id), post: $0) }
    }
    guard let post = post(json["reblog"]) else { return nil }
    return FeedEntry(id: FeedEntry.ID(id), post: post, boostedBy: person(json["account"]))
  }

  /// Parses Mastodon posts except those that filters hide; for a boost, the boosted post.
  func posts(_ json: JSON) -> [Post] { entries(json).map(\.post) }

  /// Returns true if a Mastodon filter hides a post or its boosted post.
  func isHidden(_ json: JSON) -> Bool {
    filterDecision(json) == .hide || filterDecision(json["reblog"]) == .hide
  }

  func filterDecision(_ json: JSON) -> MastodonFilter {
    context.map { MastodonFilter(json["filtered"], in: $0, at: now) } ?? .show
  }

  /// Parses a plain text of a Mastodon post, such as a content warning or a poll's option, in which
  /// "<3" stays. Some servers send entities or a paragraph of HTML instead. nil if blank.
  func plainText(_ json: JSON) -> String? {
    guard let text = json.nonEmptyString else { return nil }
    let plain =
      software == .mastodon
      ? text : text.hasElements ? HTMLReader.richText(text).plain : HTMLEntities.decodedText(text)
    return plain.trimmingBlanks.isEmpty ? nil : plain
  }

  static func address(_ json: JSON) -> String? { json.webAddress }

  static func countOrZero(_ json: JSON) -> Int { json.tally }

  func people(_ json: JSON) -> [Person] { json.array.parsedElements(profile) }

  /// Parses a Mastodon person with their portrait, a still one if the server has it; nil without an
  /// id.
  func profile(_ json: JSON) -> Person? {
    let address = [json["avatar_static"], json["avatar"]].lazy.compactMap(Self.address).first
    // People without a portrait get a placeholder picture.
    guard let address, !address.hasSuffix("/missing.png") else { return person(json) }
    return person(json)?.replacingPictures([Photo.Rendition(url: address, size: Self.portraitSize)])
  }

  private static let portraitSize = PhotoSize(width: 400, height: 400)
  private static let bannerSize = PhotoSize(width: 1500, height: 500)

  /// Parses the details of a Mastodon profile: the dates of joining and of the last post, the
  /// fields and the header picture.
  func profileDetails(_ json: JSON) -> PersonDetails {
    let emojis = emojis(json["emojis"])
    let fields = json["fields"].array.compactMap { field -> PersonDetails.ProfileField? in
      guard let name = field["name"].nonEmptyString, let value = field["value"].nonEmptyString
      else { return nil }
      return PersonDetails.ProfileField(
        name, HTMLReader.richText(value).markingEmoji(emojis),
        isVerified: field["verified_at"].nonEmptyString != nil)
    }
    let banner = [json["header_static"], json["header"]].lazy.compactMap(Self.address).first
    return PersonDetails(
      joinedAt: json["created_at"].string.flatMap(ISODate.timestamp),
      lastPostAt: json["last_status_at"].string.flatMap(ISODate.timestamp), fields: fields,
      // People without a header get a placeholder picture.
      bannerRenditions: banner.map {
        $0.hasSuffix("/missing.png") ? [] : [Photo.Rendition(url: $0, size: Self.bannerSize)]
      } ?? [])
  }

  func person(_ json: JSON) -> Person? {
    guard let id = json["id"].id else { return nil }
    let handle = fullHandle(
      json["acct"].nonEmptyString ?? json["username"].nonEmptyString ?? id)
    let name = json["display_name"].string?.trimmingBlanks ?? ""
    let emojis = emojis(json["emojis"])
    return Person(
      id: publicPersonID(id), handle: handle, name: name.isEmpty ? handle : name,
      bio: HTMLReader.richText(json["note"].string ?? "").markingEmoji(emojis),
      url: Self.address(json["url"]),
      counts: counts(json), relationship: publicPersonID(id) == me ? .oneself : nil
    ).markingNameEmoji(with: emojis)
  }

  /// Parses the custom emoji of a Mastodon post or person, each with its still picture.
  func emojis(_ json: JSON) -> [CustomEmoji] {
    json.array.compactMap { emoji in
      let address = [emoji["static_url"], emoji["url"]].lazy.compactMap(Self.address).first
      guard let name = emoji["shortcode"].string, let address else { return nil }
      return CustomEmoji(name: name, url: address)
    }
  }

  private func counts(_ json: JSON) -> Person.Counts? {
    let names = ["followers_count", "following_count", "statuses_count"]
    guard names.contains(where: { json[$0].int != nil }) else { return nil }
    if software.hidesCountsAsZero {
      func count(_ name: String) -> Int? { json[name].count.flatMap { $0 > 0 ? $0 : nil } }
      return .knownCounts(
        followers: count("followers_count"), following: count("following_count"),
        posts: count("statuses_count"))
    }
    return Person.Counts(
      followers: Self.countOrZero(json["followers_count"]),
      following: Self.countOrZero(json["following_count"]),
      posts: Self.countOrZero(json["statuses_count"]))
  }

  /// Parses the account's relationships to people, by person id; some servers send an object
  /// instead of an array.
  func relationships(_ json: JSON) -> [Person.ID: MastodonRelationship] {
    let elements = json.isObject && json["id"].isNull ? json.members.map(\.value) : json.array
    let pairs = elements.compactMap { element in
      element["id"].id.map {
        (
          Person.ID($0),
          MastodonRelationship(
            relationship: relationship(element), flags: Self.relationshipFlags(element))
        )
      }
    }
    return Dictionary(pairs) { $1 }
  }

  func relationship(_ json: JSON) -> Relationship {
    func isTrue(_ name: String) -> Bool { json[name].bool == true }
    if isTrue("blocking"), !software.mutesByBlocking { return .blocked }
    if isTrue("muting") || isTrue("blocking") {
      return isTrue("following") ? .mutedFollowed : .muted
    }
    if isTrue("following") { return .followed }
    return isTrue("requested") ? .requested : .stranger
  }

  private static func relationshipFlags(_ json: JSON) -> RelationshipFlags {
    func isTrue(_ name: String) -> Bool { json[name].bool == true }
    let isFollowed = isTrue("following")
    return RelationshipFlags(
      followsReader: isTrue("followed_by"),
      hidesBoosts: isFollowed && json["showing_reblogs"].bool == false,
      tellsOfPosts: isFollowed && isTrue("notifying"), blocksServer: isTrue("domain_blocking"),
      isFeatured: isTrue("endorsed"), note: json["note"].string ?? "")
  }

  /// Parses a Mastodon post; for a boost, the boosted post. Some servers send every boosted post as
  /// a boost. nil without an id or an author.
  func post(_ json: JSON) -> Post? {
    let json = json["reblog"].isObject ? json["reblog"] : json
    guard let id = postID(json["id"]), let author = profile(json["account"]) else { return nil }
    let moment = json["created_at"].string.flatMap(ISODate.timestamp)
    return Post(
      id: publicPostID(id), author: author, createdAt: moment ?? now,
      content: content(json), reply: reply(json, by: author), visibility: visibility(json),
      url: Self.address(json["url"]) ?? Self.address(json["uri"]),
      counts: Post.Counts(
        replies: json["replies_count"].count, boosts: json["reblogs_count"].count,
        likes: json["favourites_count"].count),
      own: ownMarks(json), untold: unknownMarks(json),
      canBeQuoted: json["quote_approval"]["current_user"] != "denied",
      isDated: moment != nil)
  }

  private func content(_ json: JSON) -> Post.Content {
    let decision = filterDecision(json)
    let isCovered = json["sensitive"].bool == true || decision == .blur
    let attachments = MastodonAttachments(json["media_attachments"], isSensitive: isCovered)
    let quote = quote(in: json)
    // A quoted post that cannot be shown keeps its link in the text.
    let text = postText(json, hidesQuote: quote != nil && quote?.unavailableReason == nil)
      .markingEmoji(emojis(json["emojis"]))
    return Post.Content(
      text: attachments.appendingLinks(to: text), warning: plainText(json["spoiler_text"]),
      fold: decision.fold,
      photos: attachments.photos, poll: poll(json["poll"]),
      card: card(json["card"], isCovered: isCovered),
      quote: quote, mentions: mentions(json),
      editedAt: json["edited_at"].string.flatMap(ISODate.timestamp),
      language: json["language"].string.flatMap(LanguageTag.normalizedTag)
    ).markingEmoji(with: emojis(json["emojis"]) + emojis(json["poll"]["emojis"]))
      .replacingReactions(reactions(json))
  }

  private func reactions(_ json: JSON) -> [Reaction] {
    let reported = [json["emoji_reactions"], json["pleroma"]["emoji_reactions"], json["reactions"]]
    return reactions(in: reported.first(where: \.isArray) ?? [])
  }

  /// Parses the emoji reactions to a Mastodon post, the most frequent first.
  func reactions(in json: JSON) -> [Reaction] {
    let all = json.array.compactMap { reaction -> Reaction? in
      guard let name = reaction["name"].nonBlankText, let count = reaction["count"].count, count > 0
      else { return nil }
      let picture = [reaction["static_url"], reaction["url"]].lazy.compactMap(Self.address).first
      return Reaction(name, count: count, isOwn: reaction["me"].bool == true, picture: picture)
    }
    return Array(all.sorted { $0.count > $1.count }.prefix(Self.maximumReactions))
  }

  private static var maximumReactions: Int { 12 }

  /// Parses the handles mentioned in a Mastodon post. Invalid ones are dropped, since an answer
  /// would begin with them.
  private func mentions(_ json: JSON) -> [String] {
    json["mentions"].array.compactMap { mention in
      guard let name = mention["acct"].nonEmptyString ?? mention["username"].nonEmptyString else {
        return nil
      }
      let handle = fullHandle(String(name.drop { $0 == "@" }))
      let isHandle = handle.unicodeScalars.allSatisfy { scalar in
        scalar.value > 0x20 && !(0x7f...0x9f).contains(scalar.value)
          && !scalar.properties.isWhitespace && !scalar.properties.isDefaultIgnorableCodePoint
      }
      return handle.isEmpty || !isHandle ? nil : handle
    }
  }

  private func postText(_ json: JSON, hidesQuote: Bool) -> RichText {
    let content = json["content"].string ?? ""
    if isPlain(content, json["content_type"]) {
      return FacetScanner.textWithLinksAndTags(from: content)
    }
    var people: [String: Person.ID] = [:]
    if software.mentionsByID {
      for mention in json["mentions"].array {
        guard let url = mention["url"].nonEmptyString, let id = mention["id"].id else { continue }
        people[url] = publicPersonID(id)
      }
    }
    return HTMLReader.richText(content, hidesQuote: hidesQuote) { people[$0] }
  }

  /// Returns true if a post's content is plain lines instead of HTML. The declared type is that of
  /// the source text: content with HTML elements is HTML all the same.
  private func isPlain(_ content: String, _ type: JSON) -> Bool {
    software.declaresPlainText && type != "text/markdown" && !content.contains("</")
      && !content.contains("<br")
  }

  private func reply(_ json: JSON, by author: Person) -> Post.ReplyTarget? {
    guard let id = postID(json["in_reply_to_id"]) else { return nil }
    let person = json["in_reply_to_account_id"].id
    let mention = json["mentions"].array.first { $0["id"].id == person && person != nil }
    let isOwn = person.map(publicPersonID) == author.id
    let handle = isOwn ? author.handle : mention?["acct"].nonEmptyString.map(fullHandle)
    return Post.ReplyTarget(to: publicPostID(id), handle: handle)
  }

  /// Parses the visibility of a Mastodon post. An unknown one counts as private, so that an answer
  /// never reaches more people than its post.
  private func visibility(_ json: JSON) -> Visibility {
    guard !json["visibility"].isNull else { return .everybody }
    return switch json["visibility"].string {
    case "public": .everybody
    case "unlisted": .unlisted
    case "direct", "none": .mentioned
    default: knowsVisibility ? .followers : .mentioned
    }
  }

  private func ownMarks(_ json: JSON) -> Post.ReaderMarks {
    var own: Post.ReaderMarks = []
    if json["favourited"].bool == true { own.insert(.liked) }
    if json["reblogged"].bool == true { own.insert(.boosted) }
    if json["bookmarked"].bool == true { own.insert(.bookmarked) }
    if json["pinned"].bool == true { own.insert(.pinned) }
    if json["muted"].bool == true { own.insert(.conversationMuted) }
    return own
  }

  /// Returns the account's marks of a post, such as a pin, that the reply does not mention: pins
  /// are reported for the account's own posts only, and not by all servers.
  private func unknownMarks(_ json: JSON) -> Post.ReaderMarks {
    var untold: Post.ReaderMarks = []
    if json["pinned"].bool == nil { untold.insert(.pinned) }
    if json["muted"].bool == nil { untold.insert(.conversationMuted) }
    return untold
  }

  func poll(_ json: JSON) -> Poll? {
    let options = json["options"].array.compactMap { option in
      plainText(option["title"]).map {
        Poll.Option(title: $0, votes: option["votes_count"].count)
      }
    }
    // Options are chosen by index, so none may be missing.
    guard !options.isEmpty, options.count == json["options"].array.count else { return nil }
    let chosen = json["own_votes"].array.compactMap(\.int).filter(options.indices.contains)
    let closesAt = json["expires_at"].string.flatMap(ISODate.timestamp)
    // snac reports all polls as expired.
    let isBelieved = software != .snac || closesAt == nil
    return Poll(
      options: options, closesAt: closesAt, chosen: Set(chosen),
      allowsSeveral: json["multiple"].bool == true,
      voters: json["voters_count"].count, hasVoted: json["voted"].bool == true,
      isClosed: isBelieved && json["expired"].bool == true)
  }

  func card(_ json: JSON, isCovered: Bool) -> LinkPreview? {
    guard let url = Self.address(json["url"]) else { return nil }
    let size = PhotoSize(width: json["width"].int ?? 0, height: json["height"].int ?? 0)
    let picture = Self.address(json["image"]).map { address in
      Photo(
        id: Photo.ID(address), renditions: [Photo.Rendition(url: address, size: size)],
        size: size, altText: plainText(json["image_description"]) ?? "",
        blurhash: json["blurhash"].nonEmptyString, isSensitive: isCovered)
    }
    return LinkPreview(
      url: url, title: plainText(json["title"]) ?? url,
      summary: plainText(json["description"]) ?? "",
      site: plainText(json["provider_name"]), picture: picture)
  }

  /// Parses the quoted post in a post's JSON, under the name that the server software uses; nil
  /// without one. Pleroma and Akkoma can also name a quoted post without its content.
  func quote(in json: JSON) -> Quote? {
    let pleroma = json["pleroma"]
    if let quote = quote(json["quote"]) ?? quote(pleroma["quote"]) { return quote }
    let isShown = json["quote"].isObject || pleroma["quote"].isObject
    guard !isShown, let id = postID(json["quote_id"]) ?? pleroma["quote_id"].id else { return nil }
    return Quote(missing: publicPostID(id), .untold)
  }

  /// Parses a quoted Mastodon post, wrapped with the state of the quote, or bare; nil without one.
  func quote(_ json: JSON) -> Quote? {
    let isBare = json["account"].isObject
    if !isBare, let state = json["state"].nonEmptyString, state != "accepted" {
      let id = postID(json["quoted_status"]["id"]) ?? postID(json["quoted_status_id"])
      return Quote(missing: publicPostID(id ?? ""), Quote.UnavailableReason(state: state))
    }
    let quoted = isBare ? json : json["quoted_status"]
    guard let id = postID(quoted["id"]), let author = person(quoted["account"]),
      filterDecision(quoted) != .hide
    else { return nil }
    let decision = filterDecision(quoted)
    let isCovered = quoted["sensitive"].bool == true || decision == .blur
    let pictures = MastodonAttachments(quoted["media_attachments"], isSensitive: isCovered).photos
    return Quote(
      id: publicPostID(id), handle: author.handle, name: author.name,
      text: HTMLReader.richText(quoted["content"].string ?? "", hidesQuote: true)
        .markingEmoji(emojis(quoted["emojis"])),
      warning: Post.Content.coverText(
        fold: decision.fold, warning: plainText(quoted["spoiler_text"])),
      pictures: pictures.map { $0.isSensitive ? "" : $0.altText })
  }

  /// Parses an earlier version of an edited Mastodon post; nil without a date.
  func revision(_ json: JSON) -> PostRevision? {
    guard let moment = json["created_at"].string.flatMap(ISODate.timestamp) else { return nil }
    let answers = json["poll"]["options"].array.compactMap { plainText($0["title"]) }
    let text = HTMLReader.richText(json["content"].string ?? "").withAddresses
    return PostRevision(
      moment: moment,
      paragraphs: [plainText(json["spoiler_text"]) ?? "", text] + answers,
      pictures: json["media_attachments"].array.map { $0["description"].string ?? "" })
  }

  func announcement(_ json: JSON) -> Announcement {
    let moments = ["starts_at", "published_at"].lazy.compactMap { json[$0].string }
    return Announcement(
      id: json["id"].id ?? "", moment: moments.compactMap(ISODate.timestamp).first,
      text: HTMLReader.richText(json["content"].string ?? ""),
      reactions: reactions(in: json["reactions"]))
  }

  func serverFacts(_ json: JSON) -> ServerFacts {
    let summary = json["short_description"].nonEmptyString ?? json["description"].string ?? ""
    let contact = profile(json["contact"]["account"]) ?? profile(json["contact_account"])
    return ServerFacts(
      name: plainText(json["title"]) ?? "", summary: HTMLReader.richText(summary),
      rules: json["rules"].array.compactMap { rule in
        let parts = [plainText(rule["text"]), plainText(rule["hint"])].compactMap(\.self)
        guard !parts.isEmpty else { return nil }
        return ServerFacts.Rule(id: rule["id"].id ?? "", words: parts.joined(separator: "\n"))
      },
      contact: contact?.handle,
      people: json["usage"]["users"]["active_month"].count,
      version: plainText(json["version"]) ?? "")
  }

  func trend(_ json: JSON) -> Trend? {
    // The latest day comes first.
    let days = json["history"].array.prefix(7)
    let subject: Trend.TrendSubject
    if let name = json["name"].nonEmptyString {
      guard name.fitsWithin(.name) else { return nil }
      subject = .tag(name)
    } else if let address = Self.address(json["url"]), let title = plainText(json["title"]) {
      subject = .page(address: address, title: title, site: plainText(json["provider_name"]) ?? "")
    } else {
      return nil
    }
    return Trend(
      subject, uses: days.reversed().map { max(0, $0["uses"].int ?? 0) },
      people: days.prefix(2).reduce(0) { $0 &+ max(0, $1["accounts"].int ?? 0) })
  }

  func scheduledPost(_ json: JSON) -> ScheduledPost? {
    guard let id = json["id"].id,
      let moment = json["scheduled_at"].string.flatMap(ISODate.timestamp)
    else { return nil }
    let parts = [plainText(json["params"]["spoiler_text"]), plainText(json["params"]["text"])]
    return ScheduledPost(
      id: id, moment: moment, words: parts.compactMap(\.self).joined(separator: "\n"),
      pictures: json["media_attachments"].array.count)
  }

  func wordFilter(_ json: JSON) -> WordFilter? {
    guard let id = json["id"].id else { return nil }
    let end = json["expires_at"].string.flatMap(ISODate.timestamp)
    if let end, end <= now { return nil }
    return WordFilter(
      id: id, title: plainText(json["title"]) ?? "",
      words: json["keywords"].array.compactMap { plainText($0["keyword"]) },
      places: Set(
        json["context"].array.compactMap { $0.string.flatMap(WordFilter.FilterContext.init) }),
      isHiding: json["filter_action"].string == "hide", end: end)
  }

  /// Parses the server's translation of a Mastodon post; nil if the text is empty.
  func translation(_ json: JSON) -> Translation? {
    guard let content = json["content"].nonEmptyString else { return nil }
    return Translation(
      text: HTMLReader.richText(content), warning: plainText(json["spoiler_text"]),
      language: json["detected_source_language"].nonEmptyString.flatMap(LanguageTag.normalizedTag),
      provider: plainText(json["provider"]))
  }

  func directConversation(_ json: JSON) -> DirectConversation? {
    guard let id = json["id"].id else { return nil }
    let people = json["accounts"].array.parsedElements(profile)
    return DirectConversation(
      id: DirectConversation.ID(id), people: people.filter { $0.id != me },
      isUnread: json["unread"].bool == true, last: post(json["last_status"]))
  }
}

extension FeedEntry {
  private static let idSeparator: Character = "\u{1f}"

  /// The entry with a longer id, for a server that gave the same id to two entries.
  fileprivate var withUniqueID: FeedEntry {
    let suffix = (boostedBy?.id.rawValue ?? "") + "/" + post.id.rawValue
    return FeedEntry(
      id: FeedEntry.ID("\(id.rawValue)\(Self.idSeparator)\(suffix)"), post: post,
      boostedBy: boostedBy)
  }

  /// Returns the entry's id at the Mastodon server, without the suffix that made it unique.
  static func serverID(of entry: FeedEntry.ID) -> String {
    String(entry.rawValue.prefix { $0 != idSeparator })
  }
}

extension String {
  fileprivate var hasElements: Bool {
    ["</p>", "</span>", "</a>", "<br>", "<br/>", "<br />"].contains { contains($0) }
  }
}

// MARK: - People

struct MastodonRelationship {
  let relationship: Relationship
  let flags: RelationshipFlags
}

extension Person {
  func withRelationship(_ relationship: MastodonRelationship?) -> Person {
    guard let relationship, self.relationship != .oneself else { return self }
    return Person(
      id: id, handle: handle, name: name, bio: bio, url: url, counts: counts,
      relationship: relationship.relationship, pictures: pictures
    ).markingNameEmoji(with: emojis).withRelationshipFlags(relationship.flags)
      .withDetails(details)
  }
}

// MARK: - What is in it

extension Quote.UnavailableReason {
  /// Returns the reason why a quoted post is hidden, from the state of the quote in Mastodon's
  /// reply.
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
