internal import FeedDomain

/// Turns Instagram's JSON into our models; only ids are relied on.
struct InstagramReader: Sendable {
  static let personFields = [
    "user_id", "username", "name", "account_type", "followers_count", "follows_count",
    "media_count", "profile_picture_url",
  ]
  static let addressFields = ["media_type", "media_url", "thumbnail_url"]
  /// What every account may know of its media.
  static let plainFields =
    ["id", "caption"] + addressFields + [
      "permalink", "timestamp", "username", "like_count", "comments_count",
      "children{id,media_type,media_url,thumbnail_url}",
    ]
  static let fields = plainFields + ["alt_text", "is_comment_enabled"]
  static let answerFields = [
    "id", "text", "timestamp", "username", "like_count", "hidden", "from",
  ]
  static let commentFields = answerFields + ["replies{\(answerFields.joined(separator: ","))}"]
  /// It tells no sizes; most of what is posted is as large as this.
  private static let size = PhotoSize(width: 1080, height: 1080)

  let me: Account
  let now: Timestamp

  /// Media, each once; those in which somebody else names the reader are theirs.
  func posts(_ json: JSON, ofOthers isOthers: Bool = false) -> [Post] {
    var known: Set<Post.ID> = []
    return json.array.readable { post($0, ofOthers: isOthers) }.filter {
      known.insert($0.id).inserted
    }
  }

  /// A medium; nil where it has no id.
  func post(_ json: JSON, ofOthers isOthers: Bool = false) -> Post? {
    guard let id = json["id"].id, !id.contains("/") else { return nil }
    let moment = Self.moment(json["timestamp"])
    return Post(
      id: Post.ID(isOthers ? InstagramID.others + id : id),
      author: isOthers ? stranger(json) : oneself, createdAt: moment ?? now,
      content: Post.Content(
        text: RichText(json["caption"].string ?? ""), photos: photos(json, of: id)),
      url: json["permalink"].webAddress,
      counts: Post.Counts(
        replies: json["comments_count"].count, boosts: nil, likes: json["like_count"].count),
      canBeAnswered: json["is_comment_enabled"].bool != false, isDated: moment != nil)
  }

  private var oneself: Person {
    Person(
      id: me.person, handle: me.handle, name: me.handle, url: Self.page(of: me.handle),
      relationship: .oneself)
  }

  /// Somebody else, of whom nothing is told but the name.
  private func stranger(_ json: JSON) -> Person {
    let handle = json["username"].filledString
    return Person(
      id: Person.ID(handle ?? ""), handle: handle ?? "…", name: handle ?? "…",
      url: handle.map(Self.page))
  }

  /// The pictures of a medium: its own, or those of an album.
  private func photos(_ json: JSON, of id: String) -> [Photo] {
    let children = json["children"]["data"].array.compactMap { child in
      child["id"].id.flatMap { photo(child, id: $0, altText: "", on: json["permalink"]) }
    }
    guard children.isEmpty else { return children }
    let words = json["alt_text"].words ?? ""
    return photo(json, id: id, altText: words, on: json["permalink"]).map { [$0] } ?? []
  }

  /// Nil where its address is kept back, as for what somebody else has the rights to. A film can be
  /// played without its poster.
  private func photo(_ json: JSON, id: String, altText: String, on page: JSON) -> Photo? {
    let isFilm = json["media_type"] == "VIDEO"
    let url = Self.picture(json)
    guard url != nil || (isFilm && json["media_url"].webAddress != nil) else { return nil }
    return Photo(
      id: Photo.ID(id), kind: isFilm ? .video : .still,
      // A film whose file is kept back is played by its page.
      address: json["media_url"].webAddress ?? page.webAddress,
      renditions: url.map {
        [Photo.Rendition(url: InstagramAddress.text($0, of: id), size: Self.size)]
      } ?? [], size: Self.size, altText: altText,
      photographer: json["username"].filledString ?? me.handle)
  }

  /// The address of a picture, or of a film's poster.
  static func picture(_ json: JSON) -> String? {
    json["media_type"] == "VIDEO"
      ? json["thumbnail_url"].webAddress : json["media_url"].webAddress
  }

  /// Oneself, flat or in a list of one.
  static func person(_ json: JSON) -> Person? {
    let person = json["data"].isArray ? json["data"][0] : json
    guard let id = person["user_id"].id ?? person["id"].id,
      let handle = person["username"].filledString
    else { return nil }
    return Person(
      id: Person.ID(id), handle: handle, name: person["name"].words ?? handle,
      url: page(of: handle),
      counts: .told(
        followers: person["followers_count"].count, following: person["follows_count"].count,
        posts: person["media_count"].count),
      relationship: .oneself,
      pictures: person["profile_picture_url"].webAddress.map {
        [Photo.Rendition(url: $0, size: Self.size)]
      } ?? [])
  }

  private static func page(of handle: String) -> String {
    "https://www.instagram.com/\(WebQuery.encoded(handle))/"
  }

  static func moment(_ json: JSON) -> Timestamp? { json.string.flatMap(ISODate.timestamp) }

  /// What was said about a medium, each comment with its answers.
  func threads(_ json: JSON, on medium: Post) -> [InstagramThread] {
    json.array.readable { json in
      guard let comment = comment(json, on: medium) else { return nil }
      let replies = json["replies"]
      return InstagramThread(
        comment: comment, answers: answers(replies["data"], to: comment),
        next: InstagramConnection.next(in: replies))
    }
  }

  func answers(_ json: JSON, to comment: Post) -> [Post] {
    json.array.readable { self.comment($0, on: comment) }
  }

  private func comment(_ json: JSON, on post: Post) -> Post? {
    guard let id = json["id"].id, !id.contains("/") else { return nil }
    let moment = Self.moment(json["timestamp"])
    return Post(
      id: InstagramID.of(id, on: post.id), author: author(json),
      createdAt: moment ?? now,
      content: Post.Content(text: RichText(json["text"].string ?? "")),
      reply: Post.Reply(to: post.id, handle: post.author.handle),
      counts: Post.Counts(replies: nil, boosts: nil, likes: json["like_count"].count),
      own: json["hidden"].bool == true ? .hidden : [], isDated: moment != nil)
  }

  /// Who said it; without the permission to know, nobody knows.
  private func author(_ json: JSON) -> Person {
    let handle = json["username"].filledString ?? json["from"]["username"].filledString
    let isMe = handle == me.handle || json["from"]["id"].id == me.person.rawValue
    let id = isMe ? me.person.rawValue : json["from"]["id"].id ?? handle ?? ""
    let name = handle ?? "…"
    return Person(
      id: Person.ID(id), handle: name, name: name, relationship: isMe ? .oneself : nil)
  }

  /// What one has just said.
  func comment(_ id: String, saying text: String, to post: Post.ID, at now: Timestamp) -> Post {
    // An answer to an answer hangs on the comment as well.
    let target = InstagramID(post)
    let parent = target.comment.map { InstagramID.of($0, on: Post.ID(target.medium)) } ?? post
    return Post(
      id: InstagramID.of(id, on: parent),
      author: Person(
        id: me.person, handle: me.handle, name: me.handle, relationship: .oneself),
      createdAt: now, content: Post.Content(text: RichText(text)),
      reply: Post.Reply(to: parent, handle: nil),
      // Nobody has seen it yet.
      counts: Post.Counts(replies: nil, boosts: nil, likes: 0))
  }
}

/// A comment with the answers that came with it.
struct InstagramThread: Equatable, Sendable {
  let comment: Post
  let answers: [Post]
  /// Where the answers go on; nil where all of them came.
  let next: String?

  var nodes: [Conversation.Node] {
    [Conversation.Node(comment, depth: 1)] + answers.map { Conversation.Node($0, depth: 2) }
  }
}

/// What Instagram counts of a medium: what it has no number for is not told as none.
struct InstagramCounts: Equatable, Sendable {
  private static let kinds: [(String, PhotoDetails.Insight.Kind)] = [
    ("reach", .reach), ("saved", .saves), ("shares", .shares),
    ("total_interactions", .interactions), ("reposts", .reposts), ("follows", .follows),
    ("profile_visits", .profileVisits), ("profile_activity", .profileActivity),
    ("replies", .replies), ("navigation", .navigation), ("ig_reels_avg_watch_time", .watchTime),
  ]
  /// Nothing, since a permission is missing.
  static let forbidden = InstagramCounts([], isForbidden: true)

  let views: Int?
  let insights: [PhotoDetails.Insight]
  let isForbidden: Bool

  init(_ json: JSON, isForbidden: Bool = false) {
    self.isForbidden = isForbidden
    var counts: [String: Int] = [:]
    for metric in json.array {
      guard let name = metric["name"].string,
        let count = metric["values"][0]["value"].count ?? metric["total_value"]["value"].count
      else { continue }
      counts[name] = count
    }
    views = counts["views"]
    insights = Self.kinds.compactMap { name, kind in
      counts[name].map { PhotoDetails.Insight(kind, $0) }
    }
  }
}

/// What Instagram counts of a medium, which is not the same for all of them.
enum InstagramMetrics: Equatable, Sendable {
  case feed
  case reel
  case story

  /// What all kinds have, and most applications ask for.
  private static let usual = ["reach", "saved", "shares", "views", "total_interactions"]

  /// The kind of a medium; where that is not told, every film is a reel.
  init(_ json: JSON) {
    self =
      switch json["media_product_type"].string {
      case "STORY": .story
      case "REELS": .reel
      case "FEED": .feed
      default: json["media_type"] == "VIDEO" ? .reel : .feed
      }
  }

  /// What is asked for, most first: one metric that is not supported costs them all.
  var attempts: [[String]] { [Self.all(self), Self.usual, ["reach"]] }

  private static func all(_ kind: InstagramMetrics) -> [String] {
    switch kind {
    case .feed: usual + ["follows", "profile_visits", "profile_activity", "reposts"]
    case .reel: usual + ["reposts", "ig_reels_avg_watch_time"]
    case .story:
      [
        "reach", "shares", "views", "total_interactions", "replies", "navigation", "follows",
        "profile_visits", "profile_activity", "reposts",
      ]
    }
  }
}

/// What a post is at Instagram: a medium, a comment on one, or an answer to a comment. Its id tells
/// the way to it, as "medium/comment/answer".
struct InstagramID: Equatable, Sendable {
  /// What stands before the id of somebody else's medium.
  static let others = "@"

  let medium: String
  /// Whether it is somebody else's, of which nothing is told but that the reader is named in it.
  let isOthers: Bool
  /// The comment, or the one that is answered: answers hang on comments alone.
  let comment: String?
  /// The innermost id; nil for a medium.
  let last: String?

  init(_ post: Post.ID) {
    let parts = post.rawValue.split(separator: "/", omittingEmptySubsequences: false)
    isOthers = parts[0].hasPrefix(Self.others)
    medium = String(isOthers ? parts[0].dropFirst() : parts[0])
    comment = parts.count > 1 ? String(parts[1]) : nil
    last = parts.count > 1 ? parts.last.map(String.init) : nil
  }

  /// What hangs on a post.
  static func of(_ id: String, on post: Post.ID) -> Post.ID { Post.ID("\(post.rawValue)/\(id)") }
}

/// The address of a picture, with the medium that knows its new one after a "#".
struct InstagramAddress: Equatable, Sendable {
  let url: String
  let medium: String?

  init(_ text: String) {
    let parts = text.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false)
    url = String(parts[0])
    medium = parts.count > 1 && !parts[1].isEmpty ? String(parts[1]) : nil
  }

  static func text(_ url: String, of medium: String) -> String {
    "\(url.prefix { $0 != "#" })#\(medium)"
  }
}
