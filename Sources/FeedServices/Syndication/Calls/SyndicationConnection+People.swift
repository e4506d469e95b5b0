internal import FeedDomain

/// Feeds, as those who speak in them.
extension SyndicationConnection: PeopleGateway {
  var lists: PeopleLists { .matching }

  func person(_ id: Person.ID) async throws(FeedError) -> Person {
    guard id != Self.nobody else {
      return Person(id: id, handle: Self.handle, name: Self.handle, relationship: .oneself)
    }
    let subscription = Subscription.ID(id.rawValue)
    let list = await desk.list
    guard let known = list.known(subscription) else { throw .notFound }
    return Person(
      known, shelf.channel(subscription).channel,
      list[subscription] == nil ? .stranger : .followed)
  }

  func person(called handle: String) async throws(FeedError) -> Person {
    let known = await desk.list.subscriptions.first {
      $0.host == handle || $0.name == handle || $0.id.rawValue == handle
    }
    guard handle != Self.handle else { return try await person(Self.nobody) }
    guard let known else { throw .notFound }
    return try await person(Person.ID(known.id.rawValue))
  }

  func people(_ list: PeopleList, after cursor: Cursor?) async throws(FeedError) -> Page<Person> {
    guard case .matching(let words) = list else { throw .notFound }
    let sought = words.lowercased()
    return Page(
      await desk.list.subscriptions.filter {
        $0.name.lowercased().contains(sought) || $0.host.contains(sought)
      }.map { Person($0, shelf.channel($0.id).channel, .followed) })
  }
}

/// Every feed as a stream, also those in folders.
extension SyndicationConnection: CollectionGateway {
  func collections(
    of person: Person.ID, after cursor: Cursor?
  ) async throws(FeedError) -> Page<Feed> {
    guard person == Self.nobody || person.rawValue == Self.handle else { return Page([]) }
    return Page(await desk.list.subscriptions.map(\.stream))
  }
}
