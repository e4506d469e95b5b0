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
}
