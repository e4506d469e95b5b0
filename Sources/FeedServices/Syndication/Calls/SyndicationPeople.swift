internal import FeedDomain

/// Feeds, as those who speak in them.
struct SyndicationPeople: PeopleGateway {
  let connection: SyndicationConnection

  var lists: PeopleLists { .matching }

  func person(_ id: Person.ID) async throws(FeedError) -> Person {
    guard id != SyndicationConnection.nobody else {
      return Person(
        id: id, handle: SyndicationConnection.handle, name: SyndicationConnection.handle,
        relationship: .oneself)
    }
    let subscription = Subscription.ID(id.rawValue)
    let list = await connection.desk.list
    guard let known = list.known(subscription) else { throw .notFound }
    return Person(
      known, connection.shelf.channel(subscription).channel,
      list[subscription] == nil ? .stranger : .followed)
  }

  func person(called handle: String) async throws(FeedError) -> Person {
    let known = await connection.desk.list.subscriptions.first {
      $0.host == handle || $0.name == handle || $0.id.rawValue == handle
    }
    guard handle != SyndicationConnection.handle else {
      return try await person(SyndicationConnection.nobody)
    }
    guard let known else { throw .notFound }
    return try await person(Person.ID(known.id.rawValue))
  }

  func people(_ list: PeopleList, after cursor: Cursor?) async throws(FeedError) -> Page<Person> {
    guard case .matching(let words) = list else { throw .notFound }
    let sought = words.lowercased()
    return Page(
      await connection.desk.list.subscriptions.filter {
        $0.name.lowercased().contains(sought) || $0.host.contains(sought)
      }.map { Person($0, connection.shelf.channel($0.id).channel, .followed) })
  }
}
