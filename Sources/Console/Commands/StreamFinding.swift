internal import FeedDomain
import Preferences
internal import Terminal
internal import UseCases
import Words

/// Finds the stream that somebody means who typed its name.
struct StreamFinding {
  let backstage: Backstage
  let wording: Wording
  /// Whether nobody is asked.
  let offline: Bool

  /// The stream of that name; without one home, or else the first there is: services of photos have no
  /// home.
  func feed(
    _ name: StreamName?, of connection: ServiceConnection, for account: SignedInAccount
  ) async throws(CommandFailure) -> Feed {
    switch await stream(name, of: connection) {
    case .feed(.tag(let tag)): return .tag(tag)
    case .feed(let feed):
      try await expect(.feed(feed), at: connection)
      return feed
    case .list(let name): return try await list(name, at: connection)
    case .nearby:
      try await expect(.nearby, at: connection)
      guard let place = try await place(of: account) else { throw .noPlace }
      return .nearby(place)
    case .handle(let handle):
      let person = try await person(handle, at: connection)
      return connection.profileParts.contains(.answers) ? .answers(person) : .person(person)
    }
  }
}

extension StreamFinding {
  private func stream(_ name: StreamName?, of connection: ServiceConnection) async -> StreamName {
    if let name { return name }
    let offered = await backstage.streams(of: connection).streams
    let home = StreamTab.feed(.home)
    switch offered.contains(home) ? home : offered.first ?? home {
    case .nearby: return .nearby
    case .feed(let feed): return .feed(feed)
    }
  }

  private func expect(
    _ stream: StreamTab, at connection: ServiceConnection
  ) async throws(CommandFailure) {
    let offered = await backstage.streams(of: connection)
    guard !offered.streams.contains(stream) else { return }
    throw missing(wording.name(of: stream.feed).string, among: offered, connection)
  }

  /// The list that is meant; what somebody put together is found by its id alone.
  private func list(
    _ name: String, at connection: ServiceConnection
  ) async throws(CommandFailure) -> Feed {
    let offered = await backstage.streams(of: connection)
    let found = offered.lists(called: name)
    if let list = found.first, found.count == 1 { return list }
    guard found.isEmpty else {
      throw .severalLists(name, words: found.map { offered.word(for: .feed($0)) })
    }
    if let new = try await newList(name, at: connection) { return new }
    if connection.people?.tellsCollections == true { return .list(id: name, name: name) }
    throw missing("list:\(name)", among: offered, connection)
  }

  /// A list that was made since the service was asked which streams there are; nil where it has none
  /// of that name.
  private func newList(
    _ name: String, at connection: ServiceConnection
  ) async throws(CommandFailure) -> Feed? {
    guard !offline, let gateway = connection.extras(with: .lists) else { return nil }
    let lists = try await asking { () async throws(FeedError) in
      try await gateway.lists(with: nil)
    }
    let found = lists.filter { $0.id == name || $0.title.lowercased() == name.lowercased() }
    guard found.count < 2 else { throw .severalLists(name, words: found.map { "list:\($0.id)" }) }
    return found.first.map { .list(id: $0.id, name: $0.title) }
  }

  private func missing(
    _ name: String, among offered: OfferedStreams, _ connection: ServiceConnection
  ) -> CommandFailure {
    .noStream(
      name,
      offered: offered.streams.map { offered.word(for: $0) }
        + (connection.hasTagStreams ? ["#tag"] : []))
  }

  /// Where the reader is; without asking anybody, where they looked last.
  private func place(of account: SignedInAccount) async throws(CommandFailure) -> Place? {
    guard offline else { return await backstage.place(account) }
    return try await remembering { () async throws(StoreError) in
      try await backstage.shelf.feeds.recentPlaces(account: account.account.id, limit: 1).first
    }
  }

  /// Whoever has the handle: oneself, or somebody the store or the service knows by it.
  private func person(_ handle: String, at connection: ServiceConnection)
    async throws(CommandFailure) -> Person.ID
  {
    let account = connection.account
    if account.isCalled(handle) { return account.person }
    let stored = try await remembering { () async throws(StoreError) -> Person? in
      let feeds = backstage.shelf.feeds
      if let named = try await feeds.person(called: handle, account: account.id) { return named }
      return try await feeds.person(account: account.id) { account.means($0, by: handle) }
    }
    if let stored { return stored.id }
    guard !offline else { throw .noSuchPerson(handle) }
    return try await backstage.person(called: handle, at: connection).id
  }
}
