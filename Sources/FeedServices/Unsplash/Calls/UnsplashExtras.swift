internal import FeedDomain

/// How often what somebody shows is looked at and taken.
struct UnsplashExtras: ExtrasGateway {
  let connection: UnsplashConnection

  var extras: Set<Extra> { [.statistics] }

  func pinnedPosts(of person: Person.ID) async throws(FeedError) -> [Post] { [] }

  func statistics(of person: Person.ID) async throws(FeedError) -> [Statistic] {
    guard person != UnsplashConnection.nobody else { throw .notFound }
    let path = "/users/\(WebQuery.encoded(person.rawValue))/statistics?quantity=30"
    return try await connection.get(path) { json, _ throws(FeedError) in
      guard json.isObject else { throw .badReply }
      return [(Statistic.Kind.views, "views"), (.downloads, "downloads")].compactMap { kind, name in
        json[name]["total"].count.map { total in
          Statistic(
            kind, total: total,
            days: json[name]["historical"]["values"].array.map { max(0, $0["value"].int ?? 0) })
        }
      }
    }
  }
}
