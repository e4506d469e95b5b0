internal import FeedDomain

extension FlickrConnection: PeopleGateway {
  var lists: PeopleLists { [.likers, .matching] }

  /// The most people that it lists at once.
  private static let mostPeople = 50

  func person(_ id: Person.ID) async throws(FeedError) -> Person {
    guard id != Self.nobody else {
      return Person(
        id: id, handle: Self.handle, name: "Flickr", url: "https://www.flickr.com/",
        relationship: .oneself)
    }
    let method = FlickrMethod("people.getInfo", [("user_id", id.rawValue)])
    return try await ask(method) { json throws(FeedError) in
      guard let person = reader.person(json["person"]) else { throw .badReply }
      return person
    }
  }

  func people(_ list: PeopleList, after cursor: Cursor?) async throws(FeedError) -> Page<Person> {
    switch list {
    case .likers(let post):
      // Nobody can like a comment.
      if FlickrID(post).comment != nil { throw .notFound }
      return try await likers(of: post, page: cursor?.pageNumber ?? 1)
    case .matching(let words): return try await people(named: words)
    // It has no boosts, and tells only oneself whom one follows.
    case .boosters, .followers, .following: throw .notFound
    }
  }

  private func likers(of post: Post.ID, page: Int) async throws(FeedError) -> Page<Person> {
    let method = FlickrMethod.likers(of: post, page: page, limit: Self.mostPeople)
    return try await ask(method) { json throws(FeedError) in
      let photo = json["photo"]
      guard photo.isObject else { throw .badReply }
      let goesOn = page < photo["pages"].count ?? 0 && !photo["person"].array.isEmpty
      return Page(reader.people(photo["person"]), next: goesOn ? .page(page + 1) : nil)
    }
  }

  /// It finds people by their whole names alone.
  private func people(named name: String) async throws(FeedError) -> Page<Person> {
    let method = FlickrMethod("people.findByUsername", [("username", name)])
    let found: Person.ID?
    do throws(FeedError) {
      found = try await ask(method) { json in
        (json["user"]["nsid"].filledString ?? json["user"]["id"].filledString)
          .map { Person.ID($0) }
      }
    } catch {
      guard error == .notFound else { throw error }
      return Page([])
    }
    guard let found else { return Page([]) }
    return Page([try await person(found)])
  }
}
