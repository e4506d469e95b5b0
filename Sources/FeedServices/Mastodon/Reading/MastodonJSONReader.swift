internal import FeedDomain

/// A parser of Mastodon's JSON. Apart from ids, fields may be missing or mistyped, and are then
/// left empty; an element without a required field is left out of its page.
struct MastodonJSONReader: Sendable {
  let software: MastodonSoftware
  let me: Person.ID?
  let now: Timestamp
  /// The context in which the parsed Mastodon posts are shown, such as the home stream, for which
  /// the account's filters apply; nil if no filters apply.
  var context: MastodonFilterEffect.MastodonFilterContext?
  /// The account's filters at a Mastodon server that leaves their use to clients; empty if the
  /// server reports the matching filters with each post.
  var phraseFilters: [MastodonPhraseFilter] = []
  /// True if the Mastodon server reports the exact visibility of posts; false if it only reports
  /// whether a post is public.
  var knowsVisibility = true

  func parsedPostID(_ json: JSON) -> String? { json.id.map(software.stablePostID) }

  /// The host of a Mastodon server that is read without an account, which is added to the ids and
  /// handles of its posts; nil for the account's own server.
  var publicHost: String?

  private func postIDWithHostIfAccountless(_ id: String) -> Post.ID {
    Post.ID(idWithHostIfAccountless(id))
  }

  private func personIDWithHostIfAccountless(_ id: String) -> Person.ID {
    Person.ID(idWithHostIfAccountless(id))
  }

  private func idWithHostIfAccountless(_ id: String) -> String {
    publicHost.map { AccountlessEntityID(host: $0, id: id).marked } ?? id
  }

  /// Returns a handle, with the host of the Mastodon server added if the server is read without an
  /// account and the handle has no host.
  private func handleWithHostIfAccountless(_ handle: String) -> String {
    guard let publicHost, !handle.contains("@") else { return handle }
    return "\(handle)@\(publicHost)"
  }

  func parsedEntriesExceptHidden(_ json: JSON) -> [FeedEntry] {
    var known: [FeedEntry.ID: FeedEntry] = [:]
    return json.array.filter { !isHiddenByFilter($0) }.parsedElements(parsedEntry).map { entry in
      guard let other = known[entry.id] else {
        known[entry.id] = entry
        return entry
      }
      // Some servers give all boosts of a post the same id.
      let isSame = other.post.id == entry.post.id && other.boostedBy?.id == entry.boostedBy?.id
      return isSame ? entry : entry.withUniqueID
    }
  }

  private func parsedEntry(_ json: JSON) -> FeedEntry? {
    guard let id = parsedPostID(json["id"]) else { return nil }
    guard json["reblog"].isObject else {
      return parsedPost(json).map { FeedEntry(id: FeedEntry.ID(id), post: $0) }
    }
    guard let post = parsedPost(json["reblog"]) else { return nil }
    return FeedEntry(id: FeedEntry.ID(id), post: post, boostedBy: parsedPerson(json["account"]))
  }

  /// Parses Mastodon posts except those that filters hide; for a boost, the boosted post.
  func parsedPostsExceptHidden(_ json: JSON) -> [Post] {
    parsedEntriesExceptHidden(json).map(\.post)
  }

  /// Returns true if a Mastodon filter hides the post in the JSON, or the post that it boosts.
  func isHiddenByFilter(_ json: JSON) -> Bool {
    parsedEffectOfMatchingFilters(json) == .hide
      || parsedEffectOfMatchingFilters(json["reblog"]) == .hide
  }

  func parsedEffectOfMatchingFilters(_ json: JSON) -> MastodonFilterEffect {
    guard let context else { return .show }
    guard !phraseFilters.isEmpty, json["filtered"].isNull else {
      return MastodonFilterEffect(json["filtered"], in: context, at: now)
    }
    // The user's own posts are not filtered; a boost has the text of the boosted post.
    guard json.isObject, json["reblog"].isNull, json["account"]["id"].id != me?.rawValue else {
      return .show
    }
    return MastodonFilterEffect(of: phraseFilters, on: json, in: context, at: now)
  }

  /// Parses a text of a Mastodon post that is plain, such as a content warning, so that "<3" stays
  /// as it is, although some servers send entities or HTML. nil if blank.
  func parsedPlainText(_ json: JSON) -> String? {
    guard let text = json.nonEmptyString else { return nil }
    let plain =
      software == .mastodon
      ? text
      : text.hasElements
        ? HTMLTextReader.richTextFromPostHTML(text).plain
        : HTMLEntityDecoder.textWithDecodedEntities(text)
    return plain.trimmingBlanks.isEmpty ? nil : plain
  }

  func parsedPeople(_ json: JSON) -> [Person] {
    json.array.parsedElements(parsedPersonWithPortrait)
  }

  /// Parses a Mastodon person with the portrait, of which a still version is preferred to an
  /// animated one; nil if the id is missing.
  func parsedPersonWithPortrait(_ json: JSON) -> Person? {
    let address = json["avatar_static"].webAddress ?? json["avatar"].webAddress
    // People without a portrait get a placeholder picture.
    guard let address, !address.hasSuffix("/missing.png") else { return parsedPerson(json) }
    return parsedPerson(json)?.replacingPortraits([
      Photo.PhotoRendition(url: address, size: Self.portraitSize)
    ])
  }

  private static let portraitSize = PhotoSize(width: 400, height: 400)
  private static let bannerSize = PhotoSize(width: 1500, height: 500)

  /// Parses the details of a Mastodon profile: the dates of joining and of the last post, the
  /// fields and the header picture.
  func parsedProfileDetails(_ json: JSON) -> PersonDetails {
    let emojis = parsedEmojis(json["emojis"])
    let fields = json["fields"].array.compactMap { field -> PersonDetails.ProfileField? in
      guard let name = field["name"].nonEmptyString, let value = field["value"].nonEmptyString
      else { return nil }
      return PersonDetails.ProfileField(
        name, HTMLTextReader.richTextFromPostHTML(value).splittingRunsAtEmoji(emojis),
        isVerified: field["verified_at"].nonEmptyString != nil)
    }
    let banner = json["header_static"].webAddress ?? json["header"].webAddress
    return PersonDetails(
      joinedAt: json["created_at"].isoDate,
      lastPostAt: json["last_status_at"].isoDate, fields: fields,
      // People without a header get a placeholder picture.
      bannerRenditions: banner.map {
        $0.hasSuffix("/missing.png") ? [] : [Photo.PhotoRendition(url: $0, size: Self.bannerSize)]
      } ?? [])
  }

  func parsedPerson(_ json: JSON) -> Person? {
    guard let id = json["id"].id else { return nil }
    let handle = handleWithHostIfAccountless(
      json["acct"].nonEmptyString ?? json["username"].nonEmptyString ?? id)
    let name = json["display_name"].string?.trimmingBlanks ?? ""
    let emojis = parsedEmojis(json["emojis"])
    return Person(
      id: personIDWithHostIfAccountless(id), handle: handle, name: name.isEmpty ? handle : name,
      bio: HTMLTextReader.richTextFromPostHTML(json["note"].string ?? "").splittingRunsAtEmoji(
        emojis),
      url: json["url"].webAddress,
      counts: parsedCounts(json),
      relationship: personIDWithHostIfAccountless(id) == me ? .oneself : nil
    ).addingOccurringNameEmoji(with: emojis)
  }

  func parsedEmojis(_ json: JSON) -> [CustomEmoji] {
    json.array.compactMap { emoji in
      let address = emoji["static_url"].webAddress ?? emoji["url"].webAddress
      guard let name = emoji["shortcode"].string, let address else { return nil }
      return CustomEmoji(name: name, url: address)
    }
  }

  private func parsedCounts(_ json: JSON) -> Person.PersonCounts? {
    let names = ["followers_count", "following_count", "statuses_count"]
    guard names.contains(where: { json[$0].int != nil }) else { return nil }
    func knownCount(_ name: String) -> Int? {
      let count = json[name].int ?? 0
      // glitch-soc states -1 for a hidden number.
      return count < 0 || count == 0 && software.hidesCountsAsZero ? nil : json[name].countOrZero
    }
    return .countsIfAnyKnown(
      followers: knownCount("followers_count"), following: knownCount("following_count"),
      posts: knownCount("statuses_count"))
  }

  /// Parses a Mastodon account's relationships to people, by person id, from an array or from the
  /// values of an object.
  func parsedRelationships(_ json: JSON) -> [Person.ID: MastodonRelationship] {
    let elements = json.isObject && json["id"].isNull ? json.members.map(\.value) : json.array
    let pairs = elements.compactMap { element in
      element["id"].id.map {
        (
          Person.ID($0),
          MastodonRelationship(
            relationship: parsedRelationship(element), flags: Self.parsedRelationshipFlags(element))
        )
      }
    }
    return Dictionary(pairs) { $1 }
  }

  func parsedRelationship(_ json: JSON) -> Relationship {
    func isFlagTrue(_ name: String) -> Bool { json[name].bool == true }
    if isFlagTrue("blocking"), !software.mutesByBlocking { return .blocked }
    if isFlagTrue("muting") || isFlagTrue("blocking") {
      return isFlagTrue("following") ? .mutedFollowed : .muted
    }
    if isFlagTrue("following") { return .followed }
    return isFlagTrue("requested") ? .requested : .stranger
  }

  private static func parsedRelationshipFlags(_ json: JSON) -> RelationshipFlags {
    func isFlagTrue(_ name: String) -> Bool { json[name].bool == true }
    let isFollowed = isFlagTrue("following")
    return RelationshipFlags(
      followsReader: isFlagTrue("followed_by"),
      hidesBoosts: isFollowed && json["showing_reblogs"].bool == false,
      notifiesOfPosts: isFollowed && isFlagTrue("notifying"),
      blocksServer: isFlagTrue("domain_blocking"),
      isFeatured: isFlagTrue("endorsed"), note: json["note"].string ?? "")
  }

  /// Parses a Mastodon post; of a boost, the boosted post. nil if the id or author is missing.
  func parsedPost(_ json: JSON) -> Post? {
    let json = json["reblog"].isObject ? json["reblog"] : json
    guard let id = parsedPostID(json["id"]), let author = parsedPersonWithPortrait(json["account"])
    else {
      return nil
    }
    let moment = json["created_at"].isoDate
    return Post(
      id: postIDWithHostIfAccountless(id), author: author, createdAt: moment ?? now,
      content: parsedContent(json), reply: parsedReplyTarget(json, by: author),
      visibility: parsedVisibility(json),
      url: json["url"].webAddress ?? json["uri"].webAddress,
      counts: Post.PostCounts(
        replies: json["replies_count"].count, boosts: json["reblogs_count"].count,
        likes: json["favourites_count"].count),
      userMarks: parsedUserMarks(json), unknownMarks: unreportedMarks(json),
      canBeQuoted: json["quote_approval"]["current_user"] != "denied",
      isDated: moment != nil)
  }

  private func parsedContent(_ json: JSON) -> Post.PostContent {
    let decision = parsedEffectOfMatchingFilters(json)
    let isCovered = json["sensitive"].bool == true || decision == .blur
    let attachments = MastodonAttachments(json["media_attachments"], isSensitive: isCovered)
    let quote = parsedQuote(in: json)
    // A quoted post that cannot be shown keeps its link in the text.
    let text = parsedPostText(json, hidesQuote: quote != nil && quote?.unavailableReason == nil)
      .splittingRunsAtEmoji(parsedEmojis(json["emojis"]))
    let warning = parsedPlainText(json["spoiler_text"])
    return Post.PostContent(
      text: attachments.appendingAttachmentLinks(
        to: prependingTitle(of: json, to: text, unless: warning)),
      warning: warning,
      foldReason: decision.foldReason,
      photos: attachments.photos, poll: parsedPoll(json["poll"]),
      card: parsedLinkPreview(json["card"], isCovered: isCovered),
      quote: quote, mentions: parsedMentions(json),
      editedAt: json["edited_at"].isoDate,
      language: json["language"].string.flatMap(LanguageTagNormalizer.normalizedLanguageTag)
    ).addingWarningAndPollEmoji(
      with: parsedEmojis(json["emojis"]) + parsedEmojis(json["poll"]["emojis"])
    )
    .replacingReactions(parsedReactions(json))
  }

  /// Returns a Mastodon post's text with the title in front that Friendica sends separately;
  /// unchanged if the text begins with the title, or if the title is the content warning.
  private func prependingTitle(of json: JSON, to text: RichText, unless warning: String?)
    -> RichText
  {
    guard let title = json["friendica"]["title"].nonBlankText?.withSingleBlanks, title != warning,
      !text.plain.withSingleBlanks.hasPrefix(title)
    else { return text }
    return RichText(runs: [.init(title)] + (text.runs.isEmpty ? [] : [.init("\n\n")] + text.runs))
  }

  private func parsedReactions(_ json: JSON) -> [Reaction] {
    let reported = [json["emoji_reactions"], json["pleroma"]["emoji_reactions"], json["reactions"]]
    return parsedReactions(in: reported.first { !$0.array.isEmpty } ?? [])
  }

  /// Parses the emoji reactions to a Mastodon post, the most frequent first.
  func parsedReactions(in json: JSON) -> [Reaction] {
    let all = json.array.compactMap { reaction -> Reaction? in
      guard let name = reaction["name"].nonBlankText, let count = reaction["count"].count, count > 0
      else { return nil }
      let picture = reaction["static_url"].webAddress ?? reaction["url"].webAddress
      return Reaction(name, count: count, isOwn: reaction["me"].bool == true, picture: picture)
    }
    return Array(all.sorted { $0.count > $1.count }.prefix(Self.maximumReactions))
  }

  private static var maximumReactions: Int { 12 }

  /// Parses the handles of the people mentioned in a Mastodon post; invalid handles are dropped,
  /// since answers begin with them.
  private func parsedMentions(_ json: JSON) -> [String] {
    json["mentions"].array.compactMap { mention in
      guard let name = mention["acct"].nonEmptyString ?? mention["username"].nonEmptyString else {
        return nil
      }
      let handle = handleWithHostIfAccountless(String(name.drop { $0 == "@" }))
      let isHandle = handle.unicodeScalars.allSatisfy { scalar in
        scalar.value > 0x20 && !(0x7f...0x9f).contains(scalar.value)
          && !scalar.properties.isWhitespace && !scalar.properties.isDefaultIgnorableCodePoint
      }
      return handle.isEmpty || !isHandle ? nil : handle
    }
  }

  private func parsedPostText(_ json: JSON, hidesQuote: Bool) -> RichText {
    let content = json["content"].string ?? ""
    if isPlainText(content, json["content_type"]) {
      return FacetScanner.textWithLinksAndTags(from: content)
    }
    var people: [String: Person.ID] = [:]
    if software.mentionsByID {
      for mention in json["mentions"].array {
        guard let url = mention["url"].nonEmptyString, let id = mention["id"].id else { continue }
        people[url] = personIDWithHostIfAccountless(id)
      }
    }
    return HTMLTextReader.richTextFromPostHTML(content, hidesQuote: hidesQuote) { people[$0] }
  }

  /// Returns true if the content of a post is plain text, which only some server software sends: it
  /// has no HTML elements and is not declared as Markdown.
  private func isPlainText(_ content: String, _ type: JSON) -> Bool {
    software.declaresPlainText && type != "text/markdown" && !content.contains("</")
      && !content.contains("<br")
  }

  private func parsedReplyTarget(_ json: JSON, by author: Person) -> Post.ReplyTarget? {
    guard let id = parsedPostID(json["in_reply_to_id"]) else { return nil }
    let person = json["in_reply_to_account_id"].id
    let mention = json["mentions"].array.first { $0["id"].id == person && person != nil }
    let isOwn = person.map(personIDWithHostIfAccountless) == author.id
    let handle =
      isOwn ? author.handle : mention?["acct"].nonEmptyString.map(handleWithHostIfAccountless)
    return Post.ReplyTarget(to: postIDWithHostIfAccountless(id), handle: handle)
  }

  /// Parses the visibility of a Mastodon post, which is public if none is stated. An unknown
  /// visibility, such as that of a post for a list or a circle, is taken for the narrowest, so that
  /// an answer never reaches more people than the post.
  private func parsedVisibility(_ json: JSON) -> Visibility {
    guard !json["visibility"].isNull else { return .everybody }
    return switch json["visibility"].string {
    case "public": .everybody
    case "unlisted": .unlisted
    case "private", "local", "mutuals_only": knowsVisibility ? .followers : .mentioned
    default: .mentioned
    }
  }

  private func parsedUserMarks(_ json: JSON) -> Post.UserPostMarks {
    var own: Post.UserPostMarks = []
    if json["favourited"].bool == true { own.insert(.liked) }
    if json["reblogged"].bool == true { own.insert(.boosted) }
    if json["bookmarked"].bool == true { own.insert(.bookmarked) }
    if json["pinned"].bool == true { own.insert(.pinned) }
    if json["muted"].bool == true { own.insert(.conversationMuted) }
    return own
  }

  /// Returns the set of marks of a post whose state is unknown, since the Mastodon JSON does not
  /// contain it: a pin, which servers report for the account's own posts only, or a muted
  /// conversation.
  private func unreportedMarks(_ json: JSON) -> Post.UserPostMarks {
    var untold: Post.UserPostMarks = []
    if json["pinned"].bool == nil { untold.insert(.pinned) }
    if json["muted"].bool == nil { untold.insert(.conversationMuted) }
    return untold
  }

  func parsedPoll(_ json: JSON) -> Poll? {
    let options = json["options"].array.compactMap { option in
      parsedPlainText(option["title"]).map {
        Poll.PollOption(title: $0, votes: option["votes_count"].count)
      }
    }
    // Options are chosen by index, so none may be missing.
    guard !options.isEmpty, options.count == json["options"].array.count else { return nil }
    let chosen = json["own_votes"].array.compactMap(\.int).filter(options.indices.contains)
    let closesAt = json["expires_at"].isoDate
    // snac reports all polls as expired.
    let isBelieved = software != .snac || closesAt == nil
    return Poll(
      options: options, closesAt: closesAt, chosenOptions: Set(chosen),
      allowsSeveral: json["multiple"].bool == true,
      voters: json["voters_count"].count, hasVoted: json["voted"].bool == true,
      isClosed: isBelieved && json["expired"].bool == true)
  }

  func parsedLinkPreview(_ json: JSON, isCovered: Bool) -> LinkPreview? {
    guard let url = json["url"].webAddress else { return nil }
    let size = PhotoSize(width: json["width"].pixels ?? 0, height: json["height"].pixels ?? 0)
    let picture = json["image"].webAddress.map { address in
      Photo(
        id: Photo.ID(address), renditions: [Photo.PhotoRendition(url: address, size: size)],
        size: size, altText: parsedPlainText(json["image_description"]) ?? "",
        blurhash: json["blurhash"].nonEmptyString, isSensitive: isCovered)
    }
    return LinkPreview(
      url: url, title: parsedPlainText(json["title"]) ?? url,
      summary: parsedPlainText(json["description"]) ?? "",
      site: parsedPlainText(json["provider_name"]), picture: picture)
  }

  /// Parses the quoted post in the JSON of a Mastodon post, under the name that the server software
  /// uses; nil if the post quotes none. Pleroma and Akkoma can name a quoted post without its
  /// content.
  func parsedQuote(in json: JSON) -> Quote? {
    let pleroma = json["pleroma"]
    if let quote = parsedQuote(json["quote"]) ?? parsedQuote(pleroma["quote"]) { return quote }
    let isShown = json["quote"].isObject || pleroma["quote"].isObject
    guard !isShown, let id = parsedPostID(json["quote_id"]) ?? pleroma["quote_id"].id else {
      return nil
    }
    return Quote(missing: postIDWithHostIfAccountless(id), .unknown)
  }

  /// Parses the JSON of a quoted Mastodon post, which is either the post, or an object with the
  /// post and the state of the quote; nil if neither, or if a filter hides the quoted post.
  func parsedQuote(_ json: JSON) -> Quote? {
    let isBare = json["account"].isObject
    if !isBare, let state = json["state"].nonEmptyString, state != "accepted" {
      let id = parsedPostID(json["quoted_status"]["id"]) ?? parsedPostID(json["quoted_status_id"])
      return Quote(
        missing: postIDWithHostIfAccountless(id ?? ""), Quote.QuoteUnavailableReason(state: state))
    }
    let quoted = isBare ? json : json["quoted_status"]
    if !quoted.isObject, let id = parsedPostID(json["quoted_status_id"]) {
      return Quote(missing: postIDWithHostIfAccountless(id), .unknown)
    }
    guard let id = parsedPostID(quoted["id"]), let author = parsedPerson(quoted["account"]),
      parsedEffectOfMatchingFilters(quoted) != .hide
    else { return nil }
    let decision = parsedEffectOfMatchingFilters(quoted)
    let isCovered = quoted["sensitive"].bool == true || decision == .blur
    let attachments = MastodonAttachments(quoted["media_attachments"], isSensitive: isCovered)
    let text = HTMLTextReader.richTextFromPostHTML(quoted["content"].string ?? "", hidesQuote: true)
      .splittingRunsAtEmoji(parsedEmojis(quoted["emojis"]))
    return Quote(
      id: postIDWithHostIfAccountless(id), handle: author.handle, name: author.name,
      text: attachments.appendingAttachmentLinks(to: text),
      warning: Post.PostContent.foldedPostLine(
        fold: decision.foldReason, warning: parsedPlainText(quoted["spoiler_text"])),
      pictures: attachments.photos.map { $0.isSensitive ? "" : $0.altText })
  }

  func parsedRevision(_ json: JSON) -> PostRevision? {
    guard let moment = json["created_at"].isoDate else {
      return nil
    }
    let answers = json["poll"]["options"].array.compactMap { parsedPlainText($0["title"]) }
    let text = HTMLTextReader.richTextFromPostHTML(json["content"].string ?? "").withAddresses
    return PostRevision(
      moment: moment,
      paragraphs: [parsedPlainText(json["spoiler_text"]) ?? "", text] + answers,
      pictures: json["media_attachments"].array.map { $0["description"].string ?? "" })
  }

  func parsedAnnouncement(_ json: JSON) -> Announcement {
    let moments = ["starts_at", "published_at"].lazy.compactMap { json[$0].string }
    return Announcement(
      id: json["id"].id ?? "", moment: moments.compactMap(ISODate.parsedTimestamp).first,
      text: HTMLTextReader.richTextFromPostHTML(json["content"].string ?? ""),
      reactions: parsedReactions(in: json["reactions"]))
  }

  func parsedServerFacts(_ json: JSON) -> ServerFacts {
    let summary = json["short_description"].nonEmptyString ?? json["description"].string ?? ""
    let contact =
      parsedPersonWithPortrait(json["contact"]["account"])
      ?? parsedPersonWithPortrait(json["contact_account"])
    return ServerFacts(
      name: parsedPlainText(json["title"]) ?? "",
      summary: HTMLTextReader.richTextFromPostHTML(summary),
      rules: json["rules"].array.compactMap { rule in
        let parts = [parsedPlainText(rule["text"]), parsedPlainText(rule["hint"])].compactMap(
          \.self)
        guard !parts.isEmpty else { return nil }
        return ServerFacts.ServerRule(id: rule["id"].id ?? "", words: parts.joined(separator: "\n"))
      },
      contact: contact?.handle,
      activeUserCount: json["usage"]["users"]["active_month"].count,
      version: parsedPlainText(json["version"]) ?? "")
  }

  func parsedTrend(_ json: JSON) -> TrendingTagOrPage? {
    // The latest day comes first.
    let days = json["history"].array.prefix(7)
    let subject: TrendingTagOrPage.TrendSubject
    if let name = json["name"].nonEmptyString {
      guard name.fitsWithin(.name) else { return nil }
      subject = .tag(name)
    } else if let address = json["url"].webAddress, let title = parsedPlainText(json["title"]) {
      subject = .page(
        address: address, title: title, site: parsedPlainText(json["provider_name"]) ?? "")
    } else {
      return nil
    }
    return TrendingTagOrPage(
      subject, uses: days.reversed().map { max(0, $0["uses"].int ?? 0) },
      personCount: days.prefix(2).reduce(0) { $0 &+ max(0, $1["accounts"].int ?? 0) })
  }

  func parsedScheduledPost(_ json: JSON) -> ScheduledPost? {
    guard let id = json["id"].id,
      let moment = json["scheduled_at"].isoDate
    else { return nil }
    let parts = [
      parsedPlainText(json["params"]["spoiler_text"]), parsedPlainText(json["params"]["text"]),
    ]
    return ScheduledPost(
      id: id, moment: moment, words: parts.compactMap(\.self).joined(separator: "\n"),
      pictures: json["media_attachments"].array.count)
  }

  func parsedUnexpiredWordFilter(_ json: JSON) -> WordFilter? {
    guard let id = json["id"].id else { return nil }
    let end = json["expires_at"].isoDate
    if let end, end <= now { return nil }
    return WordFilter(
      id: id, title: parsedPlainText(json["title"]) ?? "",
      words: json["keywords"].array.compactMap { parsedPlainText($0["keyword"]) },
      places: Set(
        json["context"].array.compactMap { $0.string.flatMap(WordFilter.WordFilterContext.init) }),
      isHiding: json["filter_action"].string == "hide", end: end)
  }

  func parsedFilterKeyword(_ json: JSON) -> FilterKeyword? {
    guard let id = json["id"].id, let words = parsedPlainText(json["keyword"]) else { return nil }
    return FilterKeyword(id: id, words: words.shortened(to: .name))
  }

  func parsedTranslation(_ json: JSON) -> Translation? {
    guard let content = json["content"].nonEmptyString else { return nil }
    return Translation(
      text: HTMLTextReader.richTextFromPostHTML(content),
      warning: parsedPlainText(json["spoiler_text"]),
      language: json["detected_source_language"].nonEmptyString.flatMap(
        LanguageTagNormalizer.normalizedLanguageTag),
      provider: parsedPlainText(json["provider"]))
  }

  func parsedDirectConversation(_ json: JSON) -> DirectConversation? {
    guard let id = json["id"].id else { return nil }
    let people = json["accounts"].array.parsedElements(parsedPersonWithPortrait)
    return DirectConversation(
      id: DirectConversation.ID(id), people: people.filter { $0.id != me },
      isUnread: json["unread"].bool == true, latestPost: parsedPost(json["last_status"]))
  }
}

extension FeedEntry {
  private static let idSeparator: Character = "\u{1f}"

  /// The copy of this Mastodon entry with a longer id, which is unique where the server gave two
  /// entries the same id.
  fileprivate var withUniqueID: FeedEntry {
    let suffix = (boostedBy?.id.rawValue ?? "") + "/" + post.id.rawValue
    return FeedEntry(
      id: FeedEntry.ID("\(id.rawValue)\(Self.idSeparator)\(suffix)"), post: post,
      boostedBy: boostedBy)
  }

  /// Returns the id of an entry at the Mastodon server, without the suffix that makes it unique.
  static func entryIDAtServer(of entry: FeedEntry.ID) -> String {
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
  func addingRelationship(_ relationship: MastodonRelationship?) -> Person {
    guard let relationship, self.relationship != .oneself else { return self }
    return Person(
      id: id, handle: handle, name: name, bio: bio, url: url, counts: counts,
      relationship: relationship.relationship, pictures: pictures
    ).addingOccurringNameEmoji(with: emojis).withRelationshipFlags(relationship.flags)
      .withDetails(details)
  }
}

// MARK: - Quotes

extension Quote.QuoteUnavailableReason {
  fileprivate init(state: String) {
    self =
      switch state {
      case "deleted": .gone
      case "revoked": .detached
      case "pending": .awaitingApproval
      case "blocked_account", "blocked_domain": .blocked
      default: .unknown
      }
  }
}

/// A keyword of a Mastodon filter.
struct FilterKeyword {
  let id: String
  /// The text as it is shown in the list of filters.
  let words: String
}
