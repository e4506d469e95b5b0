internal import FeedDomain

/// A parser of Bluesky's JSON. Only ids are required: a missing or mistyped field is left empty,
/// and an element without its id is left out of its page.
struct BlueskyJSONReader: Sendable {
  let me: Person.ID
  let now: Timestamp
  let moderation: BlueskyModerationPreferences
  /// The user's actions at Bluesky within the last minute, which servers may not show yet.
  var recent = RecentBlueskyActions()
  /// The user's own Bluesky handle; nil if unknown.
  var handle: String?

  enum ModerationContext: Sendable {
    case home
    case elsewhere
    /// A kind of context in which Bluesky's moderation applies: a single post that the user asked
    /// for, such as an opened or pinned post, which is never hidden.
    case singlePost
  }

  struct BlueskyStreamRow: Sendable {
    let id: String
    /// The entry parsed from a row of a Bluesky stream; nil if moderation or the user's preferences
    /// hide the post.
    let entry: FeedEntry?
  }

  func parsedStreamRows(_ page: JSON, in context: ModerationContext) -> [BlueskyStreamRow] {
    var ids: Set<String> = []
    var posts: [String: Post.ID] = [:]
    return page.array.parsedElements { parsedStreamRow($0, in: context) }.compactMap { row in
      if ids.insert(row.id).inserted {
        posts[row.id] = row.entry?.post.id
        return row
      }
      guard let entry = row.entry, posts[row.id] != entry.post.id else { return nil }
      let id = "\(row.id) \(entry.post.id.rawValue)"
      guard ids.insert(id).inserted else { return nil }
      return BlueskyStreamRow(
        id: id,
        entry: FeedEntry(id: FeedEntry.ID(id), post: entry.post, boostedBy: entry.boostedBy))
    }
  }

  private func parsedStreamRow(_ json: JSON, in context: ModerationContext) -> BlueskyStreamRow? {
    // Bookmarks wrap the post differently, and search results do not wrap posts.
    let view = json["post"].isObject ? json["post"] : json["item"].isObject ? json["item"] : json
    guard let uri = view["uri"].nonEmptyString else { return nil }
    let reason = json["reason"]
    let booster =
      reason["$type"] == "app.bsky.feed.defs#reasonRepost" ? parsedPerson(reason["by"]) : nil
    let id = booster.map { reason["uri"].nonEmptyString ?? "\(uri) \($0.id.rawValue)" } ?? uri
    // A bookmark by a person who blocked the user states the author's id alone.
    guard view["blocked"].bool != true,
      !isPostHiddenByPreferences(json, view, isBoost: booster != nil, in: context),
      let post = parsedPost(view, in: context, answering: json["reply"]["parent"])
    else { return BlueskyStreamRow(id: id, entry: nil) }
    return BlueskyStreamRow(
      id: id, entry: FeedEntry(id: FeedEntry.ID(id), post: post, boostedBy: booster))
  }

  /// Returns true if the user's preferences for Bluesky's home stream hide a post or boost.
  private func isPostHiddenByPreferences(
    _ json: JSON, _ view: JSON, isBoost: Bool, in context: ModerationContext
  ) -> Bool {
    guard context == .home, view["author"]["did"].string != me.rawValue else { return false }
    if isBoost { return moderation.home.hidesReposts }
    if json["reply"].isObject || view["record"]["reply"].isObject {
      if moderation.home.hidesReplies { return true }
      if moderation.home.hidesRepliesByStrangers, json["reply"].isObject {
        let parent = json["reply"]["parent"]["author"]
        return !isUserOrFollowed(parent)
      }
    }
    let embed = view["embed"]["$type"].string
    let isQuote =
      embed == "app.bsky.embed.record#view" || embed == "app.bsky.embed.recordWithMedia#view"
    return isQuote && moderation.home.hidesQuotes
  }

  private func isUserOrFollowed(_ person: JSON) -> Bool {
    person["did"].string == me.rawValue || person["viewer"]["following"].nonEmptyString != nil
  }

  func parsedPersonWithPortrait(_ json: JSON) -> Person? {
    guard let person = parsedPerson(json), let address = json["avatar"].webAddress else {
      return parsedPerson(json)
    }
    let decision = LabelModerationFilter(moderation: moderation, now: now).moderationDecision(
      on: json["labels"], authorsOwnLabels: .null, by: person.id.rawValue)
    guard decision == .show || person.id == me else { return person }
    return person.replacingPortraits([Photo.PhotoRendition(url: address, size: Self.portraitSize)])
  }

  private static let portraitSize = PhotoSize(width: 1000, height: 1000)
  private static let bannerSize = PhotoSize(width: 3000, height: 1000)

  /// Parses the details of a Bluesky profile: the date when the person joined, and the banner. The
  /// banner is left out if moderation hides the person's portrait.
  func parsedProfileDetails(_ json: JSON, of person: Person) -> PersonDetails {
    let banner = json["banner"].webAddress
    let isHidden = person.pictures.isEmpty && json["avatar"].webAddress != nil
    return PersonDetails(
      joinedAt: json["createdAt"].isoDate,
      bannerRenditions: banner.flatMap {
        isHidden ? nil : [Photo.PhotoRendition(url: $0, size: Self.bannerSize)]
      } ?? [])
  }

  func parsedPerson(_ json: JSON) -> Person? {
    guard let id = json["did"].nonEmptyString else { return nil }
    let handle = json.blueskyHandle ?? id
    let name = json["displayName"].string?.trimmingBlanks ?? ""
    let person = Person(
      id: Person.ID(id), handle: handle, name: name.isEmpty ? handle : name,
      bio: FacetScanner.textWithLinksAndTags(from: json["description"].string ?? ""),
      url: ATProtocolAddress(owner: id, collection: "app.bsky.actor.profile", key: "self").page,
      counts: parsedCounts(json), relationship: parsedRelationship(json, id: Person.ID(id)))
    return recent.applyingRecentChanges(to: person).withRelationshipFlags(
      parsedRelationshipFlags(json))
  }

  private func parsedRelationshipFlags(_ json: JSON) -> RelationshipFlags? {
    guard json["viewer"].isObject else { return nil }
    return RelationshipFlags(
      followsReader: json["viewer"]["followedBy"].nonEmptyString != nil,
      notifiesOfPosts: json["viewer"]["activitySubscription"]["post"].bool == true,
      isLabeler: json["associated"]["labeler"].bool == true,
      subscribesToLabels: json["did"].string.map(moderation.labelers.contains) ?? false)
  }

  private func parsedCounts(_ json: JSON) -> Person.PersonCounts? {
    let names = ["followersCount", "followsCount", "postsCount"]
    guard names.contains(where: { json[$0].int != nil }) else { return nil }
    return Person.PersonCounts(
      followers: json["followersCount"].countOrZero, following: json["followsCount"].countOrZero,
      posts: json["postsCount"].countOrZero)
  }

  private func parsedRelationship(_ json: JSON, id: Person.ID) -> Relationship? {
    if id == me { return .oneself }
    let viewer = json["viewer"]
    guard viewer.isObject else { return nil }
    return parsedRelationship(viewer, blocked: viewer["blocking"].nonEmptyString != nil)
  }

  func parsedRelationship(_ viewer: JSON, blocked isBlocked: Bool) -> Relationship {
    if isBlocked { return .blocked }
    let isFollowed = viewer["following"].nonEmptyString != nil
    if viewer["muted"].bool == true { return isFollowed ? .mutedFollowed : .muted }
    return isFollowed ? .followed : .stranger
  }

  func parsedPost(
    _ json: JSON, in context: ModerationContext = .elsewhere, answering parent: JSON = .null
  )
    -> Post?
  {
    guard let uri = json["uri"].nonEmptyString,
      let author = parsedPersonWithPortrait(json["author"]),
      !recent.wasRecentlyDeleted(Post.ID(uri))
    else { return nil }
    let record = json["record"]
    let text = BlueskyFacetParser.richText(record["text"].string ?? "", facets: record["facets"])
    let decision = moderationDecision(on: json, saying: text, by: author)
    if decision == .hide, context != .singlePost { return nil }
    let moment = authorOrServerDate(json)
    let post = Post(
      id: Post.ID(uri), author: author, createdAt: moment ?? now,
      content: parsedPostContent(json, text, decision),
      reply: parsedReplyTarget(record, by: author, parent: parent),
      url: ATProtocolAddress(uri)?.page,
      counts: Post.PostCounts(
        replies: json["replyCount"].countOrZero, boosts: json["repostCount"].countOrZero,
        likes: json["likeCount"].countOrZero), userMarks: parsedUserMarks(json["viewer"]),
      canBeAnswered: json["viewer"]["replyDisabled"].bool != true,
      canBeQuoted: json["viewer"]["embeddingDisabled"].bool != true, isDated: moment != nil)
    return recent.applyingRecentChanges(to: post)
  }

  private func parsedPostContent(
    _ json: JSON, _ text: RichText, _ decision: BlueskyModerationDecision
  ) -> Post.PostContent {
    let embed = BlueskyEmbed(
      json["embed"], of: json["uri"].string ?? "", isCovered: decision == .coverPictures
    ) { quoted in
      let record = quoted["record"]
      let words = BlueskyFacetParser.richText(record["text"].string ?? "", facets: record["facets"])
      return parsedPerson(quoted["author"]).map {
        self.moderationDecision(on: quoted, saying: words, by: $0)
      }
        ?? .show
    }
    return Post.PostContent(
      text: embed.appendingAttachmentLinks(to: text), foldReason: decision.foldReason,
      photos: embed.photos,
      card: embed.card, quote: embed.quote,
      language: json["record"]["langs"].array.first?.string.flatMap(
        LanguageTagNormalizer.normalizedLanguageTag))
  }

  /// Returns the moderation decision for a Bluesky post; the user's own posts are never hidden.
  private func moderationDecision(
    on json: JSON, saying text: RichText, by author: Person
  ) -> BlueskyModerationDecision {
    guard author.id != me else { return .show }
    let filter = LabelModerationFilter(moderation: moderation, now: now)
    let labels = filter.moderationDecision(
      on: json["labels"], authorsOwnLabels: json["record"]["labels"], by: author.id.rawValue
    ).stricterDecision(with: filter.moderationDecision(onAuthor: json["author"]["labels"]))
    if json["uri"].string.map({ moderation.hiddenPosts.contains(Post.ID($0)) }) == true {
      return .hide
    }
    let isMuted = isMutedByWords(
      json["record"], text, authorIsFollowed: author.relationship?.isFollowed == true)
    return isMuted ? .hide : labels
  }

  private func isMutedByWords(_ record: JSON, _ text: RichText, authorIsFollowed: Bool) -> Bool {
    guard !moderation.words.isEmpty else { return false }
    let tags =
      record["tags"].array.compactMap(\.string)
      + text.runs.compactMap { run -> String? in
        if case .tag(let tag) = run.kind { tag } else { nil }
      }
    let texts = [text.plain] + BlueskyEmbed.textsToCheckForMutedWords(inEmbed: record["embed"])
    let lowercasedTexts = texts.map { $0.lowercased() }
    let lowercasedTags = tags.map { $0.lowercased() }
    return moderation.words.contains {
      $0.hidesPost(
        texts: lowercasedTexts, tags: lowercasedTags, authorIsFollowed: authorIsFollowed, at: now)
    }
  }

  /// Parses the author's date of a Bluesky post, or the server's date if the author's is missing,
  /// before 1970 or later than the server's; nil if both are missing.
  private func authorOrServerDate(_ json: JSON) -> Timestamp? {
    let told = json["record"]["createdAt"].isoDate
    let seen = json["indexedAt"].isoDate
    guard let told, told.milliseconds >= 0 else { return seen }
    return min(told, seen ?? told)
  }

  private func parsedReplyTarget(
    _ record: JSON, by author: Person, parent: JSON
  ) -> Post.ReplyTarget? {
    guard let id = record["reply"]["parent"]["uri"].nonEmptyString else { return nil }
    let told = parent["uri"].string == id ? parent["author"].blueskyHandle : nil
    let owner = ATProtocolAddress(id)?.owner
    // A record names the answered post by its address alone.
    let known = owner == author.id.rawValue ? author.handle : owner == me.rawValue ? handle : nil
    return Post.ReplyTarget(to: Post.ID(id), handle: known ?? told)
  }

  private func parsedUserMarks(_ viewer: JSON) -> Post.UserPostMarks {
    var own: Post.UserPostMarks = []
    if viewer["like"].nonEmptyString != nil { own.insert(.liked) }
    if viewer["repost"].nonEmptyString != nil { own.insert(.boosted) }
    if viewer["bookmarked"].bool == true { own.insert(.bookmarked) }
    if viewer["pinned"].bool == true { own.insert(.pinned) }
    if viewer["threadMuted"].bool == true { own.insert(.conversationMuted) }
    return own
  }
}

// MARK: - People

/// A record of the user's actions at Bluesky within the last minute, which are applied to replies
/// of servers that do not show them yet.
struct RecentBlueskyActions: Equatable, Sendable {
  /// The time after an action for which Bluesky servers may show outdated data.
  private static let lifetime = Duration.seconds(60)

  private var changes: [(change: PendingChange, at: Timestamp)] = []

  /// Records a change that Bluesky confirmed, in place of an earlier change of the same kind to the
  /// same post or person.
  mutating func recordRecentChange(_ change: PendingChange, at now: Timestamp) {
    removeExpiredChanges(before: now)
    // New posts are not marks and need no correction.
    guard change.subject != nil else { return }
    changes.removeAll { $0.change.subject == change.subject }
    changes.append((change, now))
  }

  mutating func removeExpiredChanges(before now: Timestamp) {
    changes.removeAll { now.elapsedTime(since: $0.at) > Self.lifetime || $0.at > now }
  }

  func applyingRecentChanges(to post: Post) -> Post {
    changes.isEmpty ? post : changes.reduce(post) { $0.applyingPendingChange($1.change) }
  }

  func applyingRecentChanges(to person: Person) -> Person {
    changes.isEmpty ? person : changes.reduce(person) { $0.applyingPendingChange($1.change) }
  }

  /// Returns true if the change is a recent action at Bluesky that no later one replaced.
  func isLatestChange(_ change: PendingChange) -> Bool { changes.contains { $0.change == change } }

  func wasRecentlyDeleted(_ post: Post.ID) -> Bool {
    changes.contains { $0.change == .delete(post) }
  }

  static func == (left: RecentBlueskyActions, right: RecentBlueskyActions) -> Bool {
    left.changes.elementsEqual(right.changes, by: ==)
  }
}

/// A parser of the links, mentions and tags in a Bluesky post's text, by their positions in UTF-8
/// bytes. Facets that are empty, overlap, exceed the text or cut a character are left out.
enum BlueskyFacetParser {
  static func richText(_ text: String, facets: JSON) -> RichText {
    let bytes = Array(text.utf8)
    var runs: [RichText.RichTextRun] = []
    var position = 0
    for facet in facets.array.compactMap(BlueskyTextFacet.init).sorted(by: { $0.start < $1.start })
    {
      guard facet.start >= position, facet.start < facet.end, facet.end <= bytes.count,
        isCharacterBoundary(at: facet.start, bytes), isCharacterBoundary(at: facet.end, bytes)
      else { continue }
      appendTextRun(bytes[position..<facet.start], .plain, to: &runs)
      appendTextRun(bytes[facet.start..<facet.end], facet.kind, to: &runs)
      position = facet.end
    }
    appendTextRun(bytes[position...], .plain, to: &runs)
    return RichText(runs: runs)
  }

  private static func appendTextRun(
    _ bytes: ArraySlice<UInt8>, _ kind: RichText.RichTextRun.RichTextRunKind,
    to runs: inout [RichText.RichTextRun]
  ) {
    guard !bytes.isEmpty else { return }
    runs.append(RichText.RichTextRun(String(decoding: bytes, as: UTF8.self), kind))
  }

  private static func isCharacterBoundary(at index: Int, _ bytes: [UInt8]) -> Bool {
    index == bytes.count || bytes[index] & 0xc0 != 0x80
  }
}

private struct BlueskyTextFacet {
  let start: Int
  let end: Int
  let kind: RichText.RichTextRun.RichTextRunKind

  init?(_ json: JSON) {
    guard let start = json["index"]["byteStart"].int, let end = json["index"]["byteEnd"].int,
      start >= 0, let kind = json["features"].array.lazy.compactMap(Self.textRunKind).first
    else { return nil }
    (self.start, self.end, self.kind) = (start, end, kind)
  }

  private static func textRunKind(_ feature: JSON) -> RichText.RichTextRun.RichTextRunKind? {
    switch feature["$type"].string {
    case "app.bsky.richtext.facet#mention":
      feature["did"].nonEmptyString.map { .mention(Person.ID($0)) }
    case "app.bsky.richtext.facet#link": feature["uri"].webAddress.map { .link($0) }
    case "app.bsky.richtext.facet#tag": feature["tag"].nonEmptyString.map { .tag($0) }
    default: nil
    }
  }
}
