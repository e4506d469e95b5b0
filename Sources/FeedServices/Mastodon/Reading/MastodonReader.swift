internal import FeedDomain

/// Turns a server's JSON into our models.
///
/// Only ids are relied on: whatever else is missing or of another type costs itself alone, and an
/// element without what it cannot do without is left out of its page.
struct MastodonReader: Sendable {
  let software: MastodonSoftware
  /// The reader's own id.
  let me: Person.ID?
  let now: Timestamp
  /// Where the posts will be shown, for filters; nil where none are to be applied.
  var context: MastodonFilter.Context?

  /// Rows of a stream, without those that a filter hides.
  func entries(_ json: JSON) -> [FeedEntry] {
    var known: [FeedEntry.ID: FeedEntry] = [:]
    return json.array.filter { !isHidden($0) }.readable(row).map { entry in
      guard let other = known[entry.id] else {
        known[entry.id] = entry
        return entry
      }
      // Some servers give all boosts of a post one id.
      let isSame = other.post.id == entry.post.id && other.boostedBy?.id == entry.boostedBy?.id
      return isSame ? entry : entry.distinguished
    }
  }

  /// A post, or a boost with the post inside.
  private func row(_ json: JSON) -> FeedEntry? {
    guard let id = json["id"].id else { return nil }
    guard json["reblog"].isObject else {
      return post(json).map { FeedEntry(id: FeedEntry.ID(id), post: $0) }
    }
    guard let post = post(json["reblog"]) else { return nil }
    return FeedEntry(id: FeedEntry.ID(id), post: post, boostedBy: person(json["account"]))
  }

  /// Posts, without those that a filter hides; of a boost, the post inside.
  func posts(_ json: JSON) -> [Post] { entries(json).map(\.post) }

  /// Whether a filter hides a post, or what it boosts.
  func isHidden(_ json: JSON) -> Bool {
    verdict(json) == .hide || verdict(json["reblog"]) == .hide
  }

  /// What the filters make of a post.
  func verdict(_ json: JSON) -> MastodonFilter {
    context.map { MastodonFilter(json["filtered"], in: $0, at: now) } ?? .show
  }

  /// Plain text, as a warning or an answer of a poll: "<3" stays. Some servers write entities in it,
  /// and some write it as a paragraph of HTML.
  func words(_ json: JSON) -> String? {
    guard let text = json.filledString else { return nil }
    let plain =
      software == .mastodon
      ? text : text.isParagraph ? HTMLReader.text(text).plain : HTMLEntities.decoded(text)
    return plain.trimmingBlanks.isEmpty ? nil : plain
  }

  /// A web address; nil for any other.
  static func address(_ json: JSON) -> String? { json.webAddress }

  static func count(_ json: JSON) -> Int { json.tally }
}

extension FeedEntry {
  private static let distinction: Character = "\u{1f}"

  /// The entry under an id of its own, where the server gave its id to another one as well.
  fileprivate var distinguished: FeedEntry {
    let suffix = (boostedBy?.id.rawValue ?? "") + "/" + post.id.rawValue
    return FeedEntry(
      id: FeedEntry.ID("\(id.rawValue)\(Self.distinction)\(suffix)"), post: post,
      boostedBy: boostedBy)
  }

  /// The id as the server knows it.
  static func serverID(of entry: FeedEntry.ID) -> String {
    String(entry.rawValue.prefix { $0 != distinction })
  }
}

extension String {
  /// Whether it is HTML as servers write a text: with elements that nobody types.
  fileprivate var isParagraph: Bool {
    ["</p>", "</span>", "</a>", "<br>", "<br/>", "<br />"].contains { contains($0) }
  }
}

// MARK: - People

extension MastodonReader {
  func people(_ json: JSON) -> [Person] { json.array.readable(profile) }

  /// Somebody with their picture; one that does not move, where there is one.
  func profile(_ json: JSON) -> Person? {
    let address = [json["avatar_static"], json["avatar"]].lazy.compactMap(Self.address).first
    // Whoever has none is given one that says so.
    guard let address, !address.hasSuffix("/missing.png") else { return person(json) }
    return person(json)?.pictured([Photo.Rendition(url: address, size: Self.portraitSize)])
  }

  /// How large pictures of people are as a rule: nobody tells.
  private static let portraitSize = PhotoSize(width: 400, height: 400)

  func person(_ json: JSON) -> Person? {
    guard let id = json["id"].id else { return nil }
    let handle = json["acct"].filledString ?? json["username"].filledString ?? id
    let name = json["display_name"].string?.trimmingBlanks ?? ""
    let emojis = emojis(json["emojis"])
    return Person(
      id: Person.ID(id), handle: handle, name: name.isEmpty ? handle : name,
      bio: HTMLReader.text(json["note"].string ?? "").marking(emojis),
      url: Self.address(json["url"]),
      counts: counts(json), relationship: Person.ID(id) == me ? .oneself : nil
    ).named(with: emojis)
  }

  /// A server's own emoji, as pictures that do not move.
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
    return Person.Counts(
      followers: Self.count(json["followers_count"]),
      following: Self.count(json["following_count"]), posts: Self.count(json["statuses_count"]))
  }

  /// How the reader stands to people, by their ids; some servers send an object for the array.
  func standings(_ json: JSON) -> [Person.ID: MastodonStanding] {
    let elements = json.isObject && json["id"].isNull ? json.members.map(\.value) : json.array
    let pairs = elements.compactMap { element in
      element["id"].id.map {
        (
          Person.ID($0),
          MastodonStanding(relationship: relationship(element), ties: Self.ties(element))
        )
      }
    }
    return Dictionary(pairs) { $1 }
  }

  /// How the reader stands to somebody.
  func relationship(_ json: JSON) -> Relationship {
    func holds(_ name: String) -> Bool { json[name].bool == true }
    if holds("blocking") { return .blocked }
    if holds("muting") { return holds("following") ? .mutedFollowed : .muted }
    if holds("following") { return .followed }
    return holds("requested") ? .requested : .stranger
  }

  /// What is between them besides.
  private static func ties(_ json: JSON) -> Ties {
    func holds(_ name: String) -> Bool { json[name].bool == true }
    let isFollowed = holds("following")
    return Ties(
      followsReader: holds("followed_by"),
      hidesBoosts: isFollowed && json["showing_reblogs"].bool == false,
      tellsOfPosts: isFollowed && holds("notifying"), blocksServer: holds("domain_blocking"),
      isFeatured: holds("endorsed"), note: json["note"].string ?? "")
  }
}

/// How the reader stands to somebody, as a server tells it.
struct MastodonStanding {
  let relationship: Relationship
  let ties: Ties
}

extension Person {
  /// The same person, to whom the reader stands as told; oneself stays oneself.
  func standing(_ standing: MastodonStanding?) -> Person {
    guard let standing, self.relationship != .oneself else { return self }
    return Person(
      id: id, handle: handle, name: name, bio: bio, url: url, counts: counts,
      relationship: standing.relationship, pictures: pictures
    ).named(with: emojis).tied(standing.ties)
  }
}
