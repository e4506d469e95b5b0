internal import FeedDomain

extension BlueskyReader {
  func people(_ json: JSON) -> [Person] { json.array.compactMap(person) }

  func person(_ json: JSON) -> Person? {
    guard let id = json["did"].filledString else { return nil }
    let handle = json["handle"].filledString ?? id
    let name = json["displayName"].string?.trimmingBlanks ?? ""
    let person = Person(
      id: Person.ID(id), handle: handle, name: name.isEmpty ? handle : name,
      bio: FacetScanner.shown(json["description"].string ?? ""),
      url: ATAddress(owner: id, collection: "app.bsky.actor.profile", key: "self").page,
      counts: counts(json), relationship: relationship(json, id: Person.ID(id)))
    return recent.applied(to: person)
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
    if viewer["blocking"].filledString != nil { return .blocked }
    if viewer["muted"].bool == true { return .muted }
    return viewer["following"].filledString == nil ? .stranger : .followed
  }
}
