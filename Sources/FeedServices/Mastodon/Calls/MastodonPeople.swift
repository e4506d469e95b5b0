internal import FeedDomain

struct MastodonPeople: PeopleFetchingGateway {
  let connection: MastodonConnection

  var lists: PeopleListKinds {
    // Older servers list featured people for the user alone.
    connection.server.apiVersion < 6
      ? connection.server.software.peopleLists.subtracting(.featured)
      : connection.server.software.peopleLists
  }

  func person(_ id: Person.ID) async throws(FeedError) -> Person {
    let reader = connection.makeJSONReader()
    let person = try await connection.getJSON(.personPath(id)) { json, _ throws(FeedError) in
      guard let person = reader.parsedPersonWithPortrait(json) else { throw .badReply }
      return person.withDetails(reader.parsedProfileDetails(json))
    }
    return try await addingRelationships([person])[0]
  }

  func person(called handle: String) async throws(FeedError) -> Person {
    let reader = connection.makeJSONReader()
    let query = [("acct", handle)]
    do throws(FeedError) {
      return try await connection.getJSON(MastodonAPIPath("/api/v1/accounts/lookup", query: query))
      {
        json, _ throws(FeedError) in
        guard let person = reader.parsedPersonWithPortrait(json) else { throw .badReply }
        return person
      }
    } catch {
      switch error {
      // Some servers lack the call, and others find only people whom they know.
      case .notFound, .badReply, .tooLarge, .refused, .serverFailed: break
      default: throw error
      }
    }
    let found = try await connection.getJSON(MastodonStreamRequest.pathOfHandleSearch(for: handle))
    {
      json, _ in
      reader.parsedPeople(json["accounts"])
    }
    guard let person = found.first(where: { connection.account.matchesPerson($0, by: handle) })
    else {
      throw .notFound
    }
    return person
  }

  func people(_ list: PeopleList, after cursor: Cursor?) async throws(FeedError) -> Page<Person> {
    if case .followers = list, !connection.server.listsFollowers {
      throw .limited(.listsNoFollowers)
    }
    let reader = connection.makeJSONReader()
    let page = try await connection.getPage(
      of: list.path, after: cursor, paging: list.pagingMethod(at: connection.server.software),
      array: list.peopleArray
    ) { reader.parsedPeople(list.peopleArray(in: $0)) }
    return Page(try await addingRelationships(page.elements), nextCursor: page.nextCursor)
  }

  /// Changes the account's relationship to a person by a Mastodon API call such as `mute`; the
  /// outcome contains the new relationship if the reply states it.
  func changeRelationship(
    to person: Person.ID, _ verb: String, _ form: [(String, String)] = []
  ) async throws(FeedError) -> ChangeOutcome {
    let reader = connection.makeJSONReader()
    let relationship = try await connection.postForm(.personPath(person, verb), form) { json, _ in
      json["id"].id.map { _ in reader.parsedRelationship(json) }
    }
    // The reply to a follow does not tell whether it must be approved first.
    if relationship == .requested { return .person(try await self.person(person)) }
    return relationship.map { .relationship(person, $0) } ?? .done
  }

  /// Maximum number of people whose relationships are requested one by one, if the Mastodon
  /// server's reply for several people lacks them.
  private static let mostAskedSingly = 40

  /// Fetches a Mastodon account's relationships to people, and returns the people with them; people
  /// whose relationship cannot be fetched are returned unchanged.
  private func addingRelationships(_ people: [Person]) async throws(FeedError) -> [Person] {
    var known: [Person.ID: MastodonRelationship] = [:]
    let strangers = people.map(\.id).filter { $0 != connection.account.person }
    let step = connection.server.software.peoplePerRequest
    for start in stride(from: 0, to: strangers.count, by: step) {
      let ids = strangers[start..<min(start + step, strangers.count)]
      known.merge(try await fetchRelationships(to: Array(ids))) { $1 }
    }
    // Some servers return the relationship to the first of several people alone.
    if !known.isEmpty {
      for id in strangers.filter({ known[$0] == nil }).prefix(Self.mostAskedSingly) {
        known.merge(try await fetchRelationships(to: [id])) { $1 }
      }
    }
    return people.map { $0.addingRelationship(known[$0.id]) }
  }

  private func fetchRelationships(
    to people: [Person.ID]
  ) async throws(FeedError) -> [Person.ID: MastodonRelationship] {
    let reader = connection.makeJSONReader()
    let query = people.map { ("id[]", $0.rawValue) }
    do throws(FeedError) {
      return try await connection.getJSON(
        MastodonAPIPath("/api/v1/accounts/relationships", query: query)
      ) {
        json, _ in
        reader.parsedRelationships(json)
      }
    } catch {
      // If relationships cannot be fetched, people are shown without them.
      switch error {
      case .cancelled, .signedOut: throw error
      default: return [:]
      }
    }
  }
}

extension PeopleList {
  /// Returns the JSON array of people within a Mastodon reply: search results are grouped by kind,
  /// familiar followers by person.
  @Sendable
  fileprivate func peopleArray(in json: JSON) -> JSON {
    if kind == .familiar, let first = json.array.first { return first["accounts"] }
    if kind == .suggested { return .array(json.array.map { $0["account"] }) }
    return json.isArray ? json : json["accounts"]
  }

  fileprivate func pagingMethod(at software: MastodonSoftware) -> MastodonPagingMethod {
    switch self {
    case .matching, .directory: .offset
    case .likers, .boosters: software.swapsPagingLinks ? .swappedLink : .link
    case .followers, .following, .familiar, .suggested, .featured, .requests: .link
    }
  }

  fileprivate var path: MastodonAPIPath {
    let limit = [("limit", String(MastodonStreamRequest.limit))]
    return switch self {
    case .likers(let id):
      MastodonAPIPath("/api/v1/statuses", id.rawValue, "favourited_by", query: limit)
    case .boosters(let id):
      MastodonAPIPath("/api/v1/statuses", id.rawValue, "reblogged_by", query: limit)
    case .followers(let id): .personPath(id, "followers", query: limit)
    case .following(let id): .personPath(id, "following", query: limit)
    case .familiar(let id):
      MastodonAPIPath("/api/v1/accounts/familiar_followers", query: [("id[]", id.rawValue)])
    case .featured(let id): .personPath(id, "endorsements", query: limit)
    case .suggested: MastodonAPIPath("/api/v2/suggestions", query: limit)
    case .directory:
      MastodonAPIPath("/api/v1/directory", query: limit + [("order", "active"), ("local", "true")])
    case .requests: MastodonAPIPath("/api/v1/follow_requests", query: limit)
    case .matching(let words):
      MastodonStreamRequest.searchPathResolvingAddresses(for: words, "accounts")
    }
  }
}

/// A gateway that completes typed tags and emoji names with those of a Mastodon server.
struct MastodonTagAndEmojiCompletion: TagAndEmojiCompletionGateway {
  private static let maximumEmoji = 20_000

  let connection: MastodonConnection

  func hashtags(matching beginning: String) async throws(FeedError) -> [String] {
    let path =
      beginning.isEmpty
      ? MastodonAPIPath("/api/v1/trends/tags", query: [("limit", "20")])
      : MastodonStreamRequest.searchPathResolvingAddresses(for: beginning, "hashtags")
    return try await connection.getJSON(path) { json, _ in
      (json.isArray ? json : json["hashtags"]).array.compactMap { tag in
        (tag["name"].nonEmptyString ?? tag.nonEmptyString).flatMap {
          $0.fitsWithin(.name) ? $0 : nil
        }
      }
    }
  }

  /// Fetches the names of the custom emoji that a Mastodon server offers for new posts; old posts
  /// can contain further ones.
  func emojiNames() async throws(FeedError) -> [String] {
    try await connection.getJSON(MastodonAPIPath("/api/v1/custom_emojis")) { json, _ in
      json.array.prefix(Self.maximumEmoji).compactMap { emoji in
        guard emoji["visible_in_picker"].bool != false,
          let name = emoji["shortcode"].nonEmptyString, name.fitsWithin(.name),
          name.containsOnlyAlphanumerics(or: "_-+.")
        else { return nil }
        return name
      }
    }
  }
}

struct MastodonDirectConversations: DirectConversationGateway {
  let connection: MastodonConnection

  func directConversations(after cursor: Cursor?) async throws(FeedError) -> Page<
    DirectConversation
  > {
    let reader = connection.makeJSONReader()
    // The list is paged by the last post, whose id some servers omit.
    return try await connection.getPage(
      of: MastodonAPIPath("/api/v1/conversations", query: [("limit", "40")]), after: cursor,
      paging: .link
    ) { $0.array.parsedElements(reader.parsedDirectConversation) }
  }

  func markConversationRead(_ id: DirectConversation.ID) async throws(FeedError) {
    _ = try await connection.postFormIgnoringReply(
      MastodonAPIPath("/api/v1/conversations", id.rawValue, "read"))
  }
}
