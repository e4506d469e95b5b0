internal import FeedDomain

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
