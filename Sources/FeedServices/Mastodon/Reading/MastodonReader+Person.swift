internal import FeedDomain

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
