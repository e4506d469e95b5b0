internal import FeedDomain

/// Turns a server's JSON into our models.
///
/// Only ids are relied on: whatever else is missing or of another type costs itself alone, and an
/// element without what it cannot do without is left out of its page.
struct BlueskyReader: Sendable {
  /// The reader's own id.
  let me: Person.ID
  let now: Timestamp
  let taste: BlueskyTaste
  /// What the reader did that servers may not show yet.
  var recent = RecentDeeds()
  /// The reader's own handle; nil where nobody asks for it.
  var handle: String?

  /// Where a post is shown.
  enum Place: Sendable {
    case home
    case elsewhere
    /// It is what the reader asked for: nothing hides it.
    case alone
  }

  /// A row of a stream as it comes.
  struct Row: Sendable {
    let id: String
    /// Nil for what is not to be shown.
    let entry: FeedEntry?
  }

  /// Rows of a stream, each once; also of those that are not shown the ids. Where two posts are told
  /// under the id of one repost, both are rows.
  func rows(_ page: JSON, in place: Place) -> [Row] {
    var ids: Set<String> = []
    var posts: [String: Post.ID] = [:]
    return page.array.readable { row($0, in: place) }.compactMap { row in
      if ids.insert(row.id).inserted {
        posts[row.id] = row.entry?.post.id
        return row
      }
      guard let entry = row.entry, posts[row.id] != entry.post.id else { return nil }
      let id = "\(row.id) \(entry.post.id.rawValue)"
      guard ids.insert(id).inserted else { return nil }
      return Row(
        id: id,
        entry: FeedEntry(id: FeedEntry.ID(id), post: entry.post, boostedBy: entry.boostedBy))
    }
  }

  /// A post with whoever put it into the stream; nil where it has no id.
  private func row(_ json: JSON, in place: Place) -> Row? {
    // Bookmarks have the post in another place, searches have nothing around it.
    let view = json["post"].isObject ? json["post"] : json["item"].isObject ? json["item"] : json
    guard let uri = view["uri"].filledString else { return nil }
    let reason = json["reason"]
    let booster = reason["$type"] == "app.bsky.feed.defs#reasonRepost" ? person(reason["by"]) : nil
    let id =
      booster.map { reason["uri"].filledString ?? "\(uri) \($0.id.rawValue)" } ?? uri
    guard !isLeftOut(json, view, isBoost: booster != nil, in: place),
      let post = post(view, in: place, answering: json["reply"]["parent"])
    else { return Row(id: id, entry: nil) }
    return Row(
      id: id, entry: FeedEntry(id: FeedEntry.ID(id), post: post, boostedBy: booster))
  }

  /// Whether the reader wants no such rows in the home stream.
  private func isLeftOut(_ json: JSON, _ view: JSON, isBoost: Bool, in place: Place) -> Bool {
    guard place == .home, view["author"]["did"].string != me.rawValue else { return false }
    if isBoost { return taste.home.hidesReposts }
    if json["reply"].isObject || view["record"]["reply"].isObject {
      if taste.home.hidesReplies { return true }
      if taste.home.hidesRepliesByStrangers, json["reply"].isObject {
        let parent = json["reply"]["parent"]["author"]
        return !isKnown(parent)
      }
    }
    let embed = view["embed"]["$type"].string
    let isQuote =
      embed == "app.bsky.embed.record#view" || embed == "app.bsky.embed.recordWithMedia#view"
    return isQuote && taste.home.hidesQuotes
  }

  /// Whether it is the reader, or somebody they follow.
  private func isKnown(_ person: JSON) -> Bool {
    person["did"].string == me.rawValue || person["viewer"]["following"].filledString != nil
  }
}

// MARK: - People

extension BlueskyReader {
  /// Somebody with their picture, unless labels say that it is to be covered.
  func profile(_ json: JSON) -> Person? {
    guard let person = person(json), let address = json["avatar"].webAddress else {
      return person(json)
    }
    let verdict = LabelJudge(taste: taste, now: now).verdict(
      on: json["labels"], own: .null, by: person.id.rawValue)
    guard verdict == .show || person.id == me else { return person }
    return person.pictured([Photo.Rendition(url: address, size: Self.portraitSize)])
  }

  /// The largest that pictures of people are: nobody tells.
  private static let portraitSize = PhotoSize(width: 1000, height: 1000)

  func person(_ json: JSON) -> Person? {
    guard let id = json["did"].filledString else { return nil }
    let handle = json["handle"].filledString ?? id
    let name = json["displayName"].string?.trimmingBlanks ?? ""
    let person = Person(
      id: Person.ID(id), handle: handle, name: name.isEmpty ? handle : name,
      bio: FacetScanner.shown(json["description"].string ?? ""),
      url: ATAddress(owner: id, collection: "app.bsky.actor.profile", key: "self").page,
      counts: counts(json), relationship: relationship(json, id: Person.ID(id)))
    return recent.applied(to: person).tied(ties(json))
  }

  private func ties(_ json: JSON) -> Ties? {
    guard json["viewer"].isObject else { return nil }
    return Ties(
      followsReader: json["viewer"]["followedBy"].filledString != nil,
      isLabeler: json["associated"]["labeler"].bool == true,
      takesLabels: json["did"].string.map(taste.labelers.contains) ?? false)
  }

  private func counts(_ json: JSON) -> Person.Counts? {
    let names = ["followersCount", "followsCount", "postsCount"]
    guard names.contains(where: { json[$0].int != nil }) else { return nil }
    return Person.Counts(
      followers: json["followersCount"].tally, following: json["followsCount"].tally,
      posts: json["postsCount"].tally)
  }

  private func relationship(_ json: JSON, id: Person.ID) -> Relationship? {
    if id == me { return .oneself }
    let viewer = json["viewer"]
    guard viewer.isObject else { return nil }
    return relationship(viewer, blocked: viewer["blocking"].filledString != nil)
  }

  /// How the reader stands to somebody, as a server says it or as it must be by now.
  func relationship(_ viewer: JSON, blocked isBlocked: Bool) -> Relationship {
    if isBlocked { return .blocked }
    let isFollowed = viewer["following"].filledString != nil
    if viewer["muted"].bool == true { return isFollowed ? .mutedFollowed : .muted }
    return isFollowed ? .followed : .stranger
  }
}
