internal import FeedDomain

/// A parser of Instagram's JSON; apart from ids, every field may be missing.
struct InstagramJSONReader: Sendable {
  static let personFields = [
    "user_id", "username", "name", "account_type", "followers_count", "follows_count",
    "media_count", "profile_picture_url",
  ]
  static let addressFields = ["media_type", "media_url", "thumbnail_url"]
  /// The names of those JSON fields of Instagram media that every account may request.
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
  /// The size in pixels that is assumed for Instagram pictures, as replies state none.
  private static let size = PhotoSize(width: 1080, height: 1080)

  let me: Account
  let now: Timestamp

  /// Parses Instagram media into posts, without repetitions; `isByOther` is true for media of other
  /// people that mention the account.
  func parsedPosts(_ json: JSON, byOther isByOther: Bool = false) -> [Post] {
    var known: Set<Post.ID> = []
    return json.array.parsedElements { parsedPost($0, byOther: isByOther) }.filter {
      known.insert($0.id).inserted
    }
  }

  func parsedPost(_ json: JSON, byOther isByOther: Bool = false) -> Post? {
    guard let id = json["id"].id, !id.contains("/") else { return nil }
    let moment = json["timestamp"].isoDate
    return Post(
      id: Post.ID(isByOther ? InstagramPostID.others + id : id),
      author: isByOther ? parsedHandleOnlyAuthor(json) : oneself, createdAt: moment ?? now,
      content: Post.PostContent(
        text: RichText(json["caption"].string ?? ""), photos: parsedPhotos(json, of: id)),
      url: json["permalink"].webAddress,
      counts: Post.PostCounts(
        replies: json["comments_count"].count, boosts: nil, likes: json["like_count"].count),
      canBeAnswered: json["is_comment_enabled"].bool != false, isDated: moment != nil)
  }

  private var oneself: Person {
    Person(
      id: me.person, handle: me.handle, name: me.handle,
      url: Self.profilePageAddress(of: me.handle),
      relationship: .oneself)
  }

  /// Returns the author of Instagram media of another person, of whom only the handle is known.
  private func parsedHandleOnlyAuthor(_ json: JSON) -> Person {
    let handle = json["username"].nonEmptyString
    return Person(
      id: Person.ID(handle ?? ""), handle: handle ?? "…", name: handle ?? "…",
      url: handle.map(Self.profilePageAddress))
  }

  private func parsedPhotos(_ json: JSON, of id: String) -> [Photo] {
    let children = json["children"]["data"].array.compactMap { child in
      child["id"].id.flatMap { parsedPhoto(child, id: $0, altText: "", on: json["permalink"]) }
    }
    guard children.isEmpty else { return children }
    let words = json["alt_text"].nonBlankText ?? ""
    return parsedPhoto(json, id: id, altText: words, on: json["permalink"]).map { [$0] } ?? []
  }

  /// Parses an Instagram photo or video; nil without a file address, as for media under other
  /// people's rights. A video can be played without its poster.
  private func parsedPhoto(_ json: JSON, id: String, altText: String, on page: JSON) -> Photo? {
    let isFilm = json["media_type"] == "VIDEO"
    let url = Self.parsedPictureAddress(json)
    guard url != nil || (isFilm && json["media_url"].webAddress != nil) else { return nil }
    return Photo(
      id: Photo.ID(id), kind: isFilm ? .video : .still,
      // A video without a file address is opened on its page.
      address: json["media_url"].webAddress ?? page.webAddress,
      renditions: url.map {
        [
          Photo.PhotoRendition(
            url: InstagramPictureAddressWithMediumID.pictureAddressWithMediumID($0, of: id),
            size: Self.size)
        ]
      } ?? [], size: Self.size, altText: altText,
      photographer: json["username"].nonEmptyString ?? me.handle)
  }

  /// Returns the address of an Instagram picture, or of the poster of a video; nil if missing.
  static func parsedPictureAddress(_ json: JSON) -> String? {
    json["media_type"] == "VIDEO"
      ? json["thumbnail_url"].webAddress : json["media_url"].webAddress
  }

  /// Parses the person of an Instagram account, from an object or from a list with one element; nil
  /// if the id or handle is missing.
  static func parsedPerson(_ json: JSON) -> Person? {
    let person = json["data"].isArray ? json["data"][0] : json
    guard let id = person["user_id"].id ?? person["id"].id,
      let handle = person["username"].nonEmptyString
    else { return nil }
    return Person(
      id: Person.ID(id), handle: handle, name: person["name"].nonBlankText ?? handle,
      url: profilePageAddress(of: handle),
      counts: .countsIfAnyKnown(
        followers: person["followers_count"].count, following: person["follows_count"].count,
        posts: person["media_count"].count),
      relationship: .oneself,
      pictures: person["profile_picture_url"].webAddress.map {
        [Photo.PhotoRendition(url: $0, size: Self.size)]
      } ?? [])
  }

  private static func profilePageAddress(of handle: String) -> String {
    "https://www.instagram.com/\(WebAddressQuery.percentEncoded(handle))/"
  }

  func parsedCommentThreads(_ json: JSON, on medium: Post) -> [InstagramCommentThread] {
    json.array.parsedElements { json in
      guard let comment = parsedComment(json, on: medium) else { return nil }
      let replies = json["replies"]
      return InstagramCommentThread(
        comment: comment, answers: parsedAnswers(replies["data"], to: comment),
        nextCursor: InstagramConnection.nextCursor(in: replies))
    }
  }

  func parsedAnswers(_ json: JSON, to comment: Post) -> [Post] {
    json.array.parsedElements { self.parsedComment($0, on: comment) }
  }

  private func parsedComment(_ json: JSON, on post: Post) -> Post? {
    guard let id = json["id"].id, !id.contains("/") else { return nil }
    let moment = json["timestamp"].isoDate
    return Post(
      id: InstagramPostID.commentPostID(id, on: post.id), author: parsedAuthor(json),
      createdAt: moment ?? now,
      content: Post.PostContent(text: RichText(json["text"].string ?? "")),
      reply: Post.ReplyTarget(to: post.id, handle: post.author.handle),
      counts: Post.PostCounts(replies: nil, boosts: nil, likes: json["like_count"].count),
      userMarks: json["hidden"].bool == true ? .hidden : [], isDated: moment != nil)
  }

  /// Returns the author of an Instagram comment; the name is "…" if the account may not see it.
  private func parsedAuthor(_ json: JSON) -> Person {
    let handle = json["username"].nonEmptyString ?? json["from"]["username"].nonEmptyString
    let isMe = handle == me.handle || json["from"]["id"].id == me.person.rawValue
    let id = isMe ? me.person.rawValue : json["from"]["id"].id ?? handle ?? ""
    let name = handle ?? "…"
    return Person(id: Person.ID(id), handle: name, name: name, relationship: isMe ? .oneself : nil)
  }

  /// Returns the post for a comment that was just sent to Instagram; it is made of the sent text,
  /// as the reply contains only the id.
  func postOfSentComment(_ id: String, saying text: String, to post: Post.ID, at now: Timestamp)
    -> Post
  {
    // An answer to an answer belongs to the comment as well.
    let target = InstagramPostID(post)
    let parent =
      target.comment.map { InstagramPostID.commentPostID($0, on: Post.ID(target.medium)) } ?? post
    return Post(
      id: InstagramPostID.commentPostID(id, on: parent),
      author: Person(id: me.person, handle: me.handle, name: me.handle, relationship: .oneself),
      createdAt: now, content: Post.PostContent(text: RichText(text)),
      reply: Post.ReplyTarget(to: parent, handle: nil),
      // A new comment has no likes yet.
      counts: Post.PostCounts(replies: nil, boosts: nil, likes: 0))
  }
}

struct InstagramCommentThread: Equatable, Sendable {
  let comment: Post
  let answers: [Post]
  /// The cursor of the answers to the Instagram comment that were not fetched yet; nil if all
  /// answers were fetched.
  let nextCursor: String?

  var nodes: [Conversation.ConversationNode] {
    [Conversation.ConversationNode(comment, depth: 1)]
      + answers.map { Conversation.ConversationNode($0, depth: 2) }
  }
}

/// A record of an Instagram post's metrics, such as its number of views; a metric that Instagram
/// does not report is nil or left out, not zero.
struct InstagramPostMetrics: Equatable, Sendable {
  private static let kinds: [(String, PhotoDetails.PhotoStatistic.PhotoStatisticKind)] = [
    ("reach", .reach), ("saved", .saves), ("shares", .shares),
    ("total_interactions", .interactions), ("reposts", .reposts), ("follows", .follows),
    ("profile_visits", .profileVisits), ("profile_activity", .profileActivity),
    ("replies", .replies), ("navigation", .navigation), ("ig_reels_avg_watch_time", .watchTime),
  ]
  /// The metrics of an Instagram post for an account that lacks the permission to request metrics:
  /// none, marked as forbidden.
  static let forbidden = InstagramPostMetrics([], isForbidden: true)

  let views: Int?
  let insights: [PhotoDetails.PhotoStatistic]
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
      counts[name].map { PhotoDetails.PhotoStatistic(kind, $0) }
    }
  }
}

/// A kind of Instagram post, by which Instagram decides which metrics can be requested.
enum InstagramMediaProductType: Equatable, Sendable {
  case feed
  case reel
  case story

  /// The names of metrics that every kind of Instagram post has and most applications may request.
  private static let basic = ["reach", "saved", "shares", "views", "total_interactions"]

  /// Creates the kind of an Instagram post from the JSON of its media; a video of unknown kind
  /// counts as a reel.
  init(_ json: JSON) {
    self =
      switch json["media_product_type"].string {
      case "STORY": .story
      case "REELS": .reel
      case "FEED": .feed
      default: json["media_type"] == "VIDEO" ? .reel : .feed
      }
  }

  /// The lists of metric names to request for this kind of Instagram post, the longest first; a
  /// shorter list is requested if the request before failed, since Instagram refuses a request with
  /// one unsupported metric.
  var attempts: [[String]] { [Self.metricNames(self), Self.basic, ["reach"]] }

  private static func metricNames(_ kind: InstagramMediaProductType) -> [String] {
    switch kind {
    case .feed: basic + ["follows", "profile_visits", "profile_activity", "reposts"]
    case .reel: basic + ["reposts", "ig_reels_avg_watch_time"]
    case .story:
      [
        "reach", "shares", "views", "total_interactions", "replies", "navigation", "follows",
        "profile_visits", "profile_activity", "reposts",
      ]
    }
  }
}

/// A parsed id of an Instagram post, comment or answer, which has the form "medium/comment/answer"
/// in Tweetie.
struct InstagramPostID: Equatable, Sendable {
  /// The prefix that marks ids of Instagram media of other people.
  static let others = "@"

  let medium: String
  /// True if the Instagram post is another person's, and mentions the account.
  let isByOther: Bool
  /// The id of the Instagram comment, or of the comment to which an answer belongs; nil for a post.
  let comment: String?
  let lastComment: String?

  init(_ post: Post.ID) {
    let parts = post.rawValue.split(separator: "/", omittingEmptySubsequences: false)
    isByOther = parts[0].hasPrefix(Self.others)
    medium = String(isByOther ? parts[0].dropFirst() : parts[0])
    comment = parts.count > 1 ? String(parts[1]) : nil
    lastComment = parts.count > 1 ? parts.last.map(String.init) : nil
  }

  static func commentPostID(_ id: String, on post: Post.ID) -> Post.ID {
    Post.ID("\(post.rawValue)/\(id)")
  }
}

/// An address of an Instagram picture's file; behind "#" it contains the id of the photo or video,
/// by which a new address can be requested.
struct InstagramPictureAddressWithMediumID: Equatable, Sendable {
  let url: String
  let medium: String?

  init(_ text: String) {
    let parts = text.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false)
    url = String(parts[0])
    medium = parts.count > 1 && !parts[1].isEmpty ? String(parts[1]) : nil
  }

  static func pictureAddressWithMediumID(_ url: String, of medium: String) -> String {
    "\(url.prefix { $0 != "#" })#\(medium)"
  }
}
