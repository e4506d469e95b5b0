internal import FeedDomain

/// People, and who likes a photo.
struct FlickrPeople: PeopleGateway {
  let connection: FlickrConnection

  var lists: PeopleLists { [.likers, .matching] }

  /// The most people that it lists at once.
  private static let mostPeople = 50

  func person(_ id: Person.ID) async throws(FeedError) -> Person {
    guard id != FlickrConnection.nobody else {
      return Person(
        id: id, handle: FlickrConnection.handle, name: "Flickr", url: "https://www.flickr.com/",
        relationship: .oneself)
    }
    let method = FlickrMethod("people.getInfo", [("user_id", id.rawValue)])
    return try await connection.ask(method) { json throws(FeedError) in
      guard let person = connection.reader.person(json["person"]) else { throw .badReply }
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
    case .boosters, .followers, .following, .familiar, .suggested, .featured, .directory, .requests:
      throw .notFound
    }
  }

  private func likers(of post: Post.ID, page: Int) async throws(FeedError) -> Page<Person> {
    let method = FlickrMethod.likers(of: post, page: page, limit: Self.mostPeople)
    return try await connection.ask(method) { json throws(FeedError) in
      let photo = json["photo"]
      guard photo.isObject else { throw .badReply }
      let goesOn = page < photo["pages"].count ?? 0 && !photo["person"].array.isEmpty
      return Page(connection.reader.people(photo["person"]), next: goesOn ? .page(page + 1) : nil)
    }
  }

  /// It finds people by their whole names alone.
  private func people(named name: String) async throws(FeedError) -> Page<Person> {
    do throws(FeedError) {
      return Page([try await person(try await id(.named(name)))])
    } catch {
      guard error == .notFound else { throw error }
      return Page([])
    }
  }

  /// By the name that somebody shows, or by what stands in the address of their page, which is the
  /// handle that is shown here; who has none has their id there.
  func person(called handle: String) async throws(FeedError) -> Person {
    if handle.contains("@N") { return try await person(Person.ID(handle)) }
    do throws(FeedError) {
      return try await person(try await id(.named(handle)))
    } catch {
      guard error == .notFound else { throw error }
    }
    do throws(FeedError) {
      return try await person(try await id(.at("https://www.flickr.com/people/\(handle)/")))
    } catch {
      // The first way is the documented one: where the second is refused, nobody was found.
      throw error.isRefusal ? .notFound : error
    }
  }

  private func id(_ method: FlickrMethod) async throws(FeedError) -> Person.ID {
    try await connection.ask(method) { json throws(FeedError) in
      let user = json["user"]
      guard let id = user["nsid"].filledString ?? user["id"].filledString else { throw .notFound }
      return Person.ID(id)
    }
  }
}

extension FlickrMethod {
  fileprivate static func named(_ name: String) -> FlickrMethod {
    FlickrMethod("people.findByUsername", [("username", name)])
  }

  fileprivate static func at(_ page: String) -> FlickrMethod {
    FlickrMethod("urls.lookupUser", [("url", page)])
  }
}
