package import FeedDomain
import Glibc

/// A list of web feeds in memory, which records the calls of the gateway.
package actor StubSubscriptions: SubscriptionGateway {
  package private(set) var all: [Subscription]
  package private(set) var refreshed: [[Subscription.ID]] = []
  /// The first lines of the open files that were added by their descriptors.
  package private(set) var read: [String] = []
  private var failure: FeedError?
  private var fetched: [Post] = []
  private var fullTexts: [Post.ID: String] = [:]
  private var pages: [String: [FeedCandidate]] = [:]
  private var withheld: [String: [String]] = [:]
  private var rejected: [String: [RejectedImportEntry]] = [:]
  private var outline = ""
  private var entryStates: ImportedEntryStates?

  package init(_ all: [Subscription]) { self.all = all }

  package func fail(_ error: FeedError?) { failure = error }

  /// The number of requests for the list.
  package private(set) var asked = 0

  package func subscriptions() throws(FeedError) -> [Subscription] {
    asked += 1
    if let failure { throw failure }
    return all
  }

  package var storedSubscriptions: [Subscription] { all }

  package func failingSubscriptions(in feed: Feed) -> [Subscription] {
    all.filter { $0.problem != nil }
  }

  package func addSubscriptions(_ typed: String, isTrustedList: Bool) throws(FeedError)
    -> AddSubscriptionsResult
  {
    if let failure { throw failure }
    if typed.hasPrefix("/proc/"), let file = fopen(typed, "r") {
      defer { fclose(file) }
      var line = [CChar](repeating: 0, count: 4_096)
      read += line.withUnsafeMutableBufferPointer { buffer in
        fgets(buffer.baseAddress, CInt(buffer.count), file).map { [String(cString: $0)] } ?? []
      }
    }
    if let entryStates {
      return changedCopy(AddSubscriptionsResult()) { $0.entryStates = entryStates }
    }
    guard !all.contains(where: { $0.address == typed }) else { return AddSubscriptionsResult() }
    let new = Subscription(id: Subscription.ID(typed), address: typed, name: typed)
    all.append(new)
    return AddSubscriptionsResult([new], withheld: withheld[typed] ?? [])
  }

  /// Sets the feeds that a typed page links to.
  package func offer(_ candidates: [FeedCandidate], at page: String) { pages[page] = candidates }

  package func feedCandidates(at typed: String) throws(FeedError) -> [FeedCandidate] {
    if let failure { throw failure }
    return pages[typed] ?? []
  }

  /// Sets the addresses of a list that lead into the user's own network.
  package func withhold(_ addresses: [String], of path: String) { withheld[path] = addresses }

  /// Makes every import take over these states of entries from another program's database.
  package func importStates(_ states: ImportedEntryStates) { entryStates = states }

  /// The lines of a list that cannot be added.
  package func reject(_ lines: [RejectedImportEntry], of path: String) { rejected[path] = lines }

  package func rejectedImportEntries(in path: String) -> [RejectedImportEntry] {
    rejected[path] ?? []
  }

  package func unsubscribe(from id: Subscription.ID) throws(FeedError) {
    if let failure { throw failure }
    all.removeAll { $0.id == id }
  }

  package func opmlText() -> String { outline }

  /// Sets the list as the text of an OPML file.
  package func write(_ outline: String) { self.outline = outline }

  /// Sets the entries that were fetched, as of feeds that no stream has shown.
  package func hold(_ entries: [Post]) { fetched = entries }

  package func locallyFetchedEntries(of feed: Feed, limit: Int) -> [Post] {
    feed == SavedAddressesStream.stream ? [] : Array(fetched.prefix(limit))
  }

  package func alreadyFetchedEntry(at address: String) -> Post? {
    fetched.first { $0.url == address }
  }

  package func searchFetchedEntries(_ query: SearchQuery) -> FetchedEntrySearchResult? {
    let others = fetched.filter { !matches($0, query) }
    return FetchedEntrySearchResult(
      matching: fetched.filter { matches($0, query) }, nonMatching: Set(others.map(\.id)))
  }

  /// Sets the full texts of fetched entries.
  package func holdFullTexts(_ texts: [Post.ID: String]) { fullTexts = texts }

  private func matches(_ entry: Post, _ query: SearchQuery) -> Bool {
    query.matchesPost(entry) { fullTexts[entry.id].map { [$0] } ?? [] }
  }

  package func changeSubscription(_ id: Subscription.ID, _ change: SubscriptionChange)
    throws(FeedError)
  {
    if let failure { throw failure }
    guard let place = all.firstIndex(where: { $0.id == id }) else { throw .notFound }
    switch change {
    case .rename(let name): all[place].name = name ?? ""
    case .move(let folder): all[place].folder = folder
    case .moveFrom(let old, let folder):
      let folders = all[place].folders.compactMap { $0 == old ? folder : $0 }
      all[place].replaceFolders(with: folders)
    case .set(let settings): all[place].settings = settings
    }
  }

  package nonisolated var nestsFolders: Bool { true }

  package func renameFolder(_ old: String, to new: String) throws(FeedError) {
    if let failure { throw failure }
    for place in all.indices {
      all[place].replaceFolders(with: all[place].folders.map { $0 == old ? new : $0 })
    }
  }

  package func restoreSubscription(_ subscription: Subscription) { all.append(subscription) }

  package func refreshSubscriptions(_ ids: [Subscription.ID]) { refreshed.append(ids) }
}
