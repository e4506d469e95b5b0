/// A gateway to the user's list of web feeds: reads, adds, changes and refreshes subscriptions.
public protocol SubscriptionGateway: Sendable {
  func subscriptions() async throws(FeedError) -> [Subscription]
  /// The user's web feeds as stored on this machine; no server is asked.
  var storedSubscriptions: [Subscription] { get async }
  /// Returns the web feeds of a timeline that could not be fetched the last time.
  func failingSubscriptions(in feed: Feed) async -> [Subscription]
  /// Returns the fetched entries of a timeline's web feeds, the newest first, at most `limit`,
  /// including entries that no page contained yet. Read states are not set. Empty for services that
  /// keep the entries themselves.
  func locallyFetchedEntries(of feed: Feed, limit: Int) async -> [Post]
  /// Returns the ids of the fetched entries in each of several timelines, such as those of saved
  /// searches, among the entries of some web feeds.
  func fetchedEntryIDsPerTimeline(inEach feeds: [Feed], of webFeeds: Set<Person.ID>) async -> [[Post
    .ID]]
  /// Returns the stored entry of a web feed, or the link saved to read later, whose web page has
  /// the given address; nil if neither is stored.
  func alreadyFetchedEntry(at address: String) async -> Post?
  /// Searches the fetched entries of all web feeds, also hidden ones, and the saved entries, with
  /// their full texts; nil for services that keep the entries themselves.
  func searchFetchedEntries(_ query: SearchQuery) async -> FetchedEntrySearchResult?
  /// Subscribes to web feeds by their addresses, or by the path of an OPML file, and returns the
  /// new subscriptions and the feeds that were not added. Addresses of the local network are left
  /// out unless the list is the user's own.
  func addSubscriptions(_ typed: String, isTrustedList: Bool) async throws(FeedError)
    -> AddSubscriptionsResult
  /// Returns the web feeds that are linked on the page at an address typed by the user, feeds of
  /// comments last; empty if the user typed the address of a feed, several addresses or the path of
  /// a file.
  func feedCandidates(at typed: String) async throws(FeedError) -> [FeedCandidate]
  /// Returns the entries of an OPML file that cannot be added as web feeds, in the order of the
  /// file.
  func rejectedImportEntries(in path: String) async throws(FeedError) -> [RejectedImportEntry]
  func unsubscribe(from id: Subscription.ID) async throws(FeedError)
  func opmlText() async throws(FeedError) -> String
  /// Returns the user's web feeds in each of several timelines; empty for a timeline without web
  /// feeds.
  func subscriptions(inEach feeds: [Feed]) async -> [[Subscription]]
  func timeline(of subscription: Subscription) -> Feed
  func timeline(ofFolder name: String) -> Feed
  /// True if a slash in the name of a folder separates it from the folder that contains it.
  var nestsFolders: Bool { get }
  /// Renames a folder with its sub-folders. If a folder has the new name already, its feeds and
  /// those of the renamed folder are together then.
  func renameFolder(_ old: String, to new: String) async throws(FeedError)
  /// Renames a web feed, moves it to another folder, or changes its settings. Throws `refused` for
  /// a change that the list of feeds cannot store.
  func changeSubscription(_ id: Subscription.ID, _ change: SubscriptionChange)
    async throws(FeedError)
  /// Subscribes again to a web feed that was unsubscribed.
  func restoreSubscription(_ subscription: Subscription) async throws(FeedError)
  /// Fetches web feeds at once, even if no refresh is due.
  func refreshSubscriptions(_ ids: [Subscription.ID]) async throws(FeedError)
}

extension SubscriptionGateway {
  /// Returns the user's web feeds in a timeline; empty for timelines without feeds.
  public func subscriptions(in feed: Feed) async -> [Subscription] {
    await subscriptions(inEach: [feed]).first ?? []
  }

  public var storedSubscriptions: [Subscription] {
    get async { (try? await subscriptions()) ?? [] }
  }

  public func subscriptions(inEach feeds: [Feed]) async -> [[Subscription]] {
    // If the list cannot be fetched now, the result names no feeds.
    subscriptions(inEach: feeds, among: (try? await subscriptions()) ?? [])
  }

  /// Returns those of the given web feeds that are in each of several timelines.
  package func subscriptions(
    inEach feeds: [Feed], among all: [Subscription]
  ) -> [[Subscription]] {
    feeds.map { feed in
      if feed == .home { return all }
      return all.filter { subscription in
        timeline(of: subscription) == feed
          || subscription.folders.contains { timeline(ofFolder: $0) == feed }
          || feed == .person(Person.ID(subscription.id.rawValue))
      }
    }
  }

  public func timeline(of subscription: Subscription) -> Feed {
    .list(id: "feed/\(subscription.id.rawValue)", name: subscription.name)
  }

  public func timeline(ofFolder name: String) -> Feed {
    .list(id: "folder/\(name)", name: name.shortened(to: .name))
  }

  public var nestsFolders: Bool { false }

  public func renameFolder(_ old: String, to new: String) async throws(FeedError) {
    throw .refused(nil)
  }

  public func changeSubscription(
    _ id: Subscription.ID, _ change: SubscriptionChange
  ) async throws(FeedError) {
    throw .refused(nil)
  }

  public func restoreSubscription(_ subscription: Subscription) async throws(FeedError) {
    _ = try await addSubscriptions(subscription.address, isTrustedList: true)
  }

  public func refreshSubscriptions(_ ids: [Subscription.ID]) async throws(FeedError) {}

  public func locallyFetchedEntries(of feed: Feed, limit: Int) async -> [Post] { [] }

  public func fetchedEntryIDsPerTimeline(
    inEach feeds: [Feed], of webFeeds: Set<Person.ID>
  ) async -> [[Post.ID]] {
    var ids: [[Post.ID]] = []
    for feed in feeds {
      ids.append(
        await locallyFetchedEntries(of: feed, limit: .max).filter {
          webFeeds.contains($0.author.id)
        }
        .map(\.id))
    }
    return ids
  }

  public func alreadyFetchedEntry(at address: String) async -> Post? { nil }

  public func searchFetchedEntries(_ query: SearchQuery) async -> FetchedEntrySearchResult? { nil }
}

/// A result of a search of fetched entries of web feeds.
public struct FetchedEntrySearchResult: Equatable, Sendable {
  /// The entries that the search finds, the newest first; read states are not set.
  public var matching: [Post] = []
  /// The ids of the fetched entries that the search does not find.
  public var nonMatching: Set<Post.ID> = []

  package init(matching: [Post] = [], nonMatching: Set<Post.ID> = []) {
    (self.matching, self.nonMatching) = (matching, nonMatching)
  }
}

extension SubscriptionGateway {
  public func feedCandidates(at typed: String) async throws(FeedError) -> [FeedCandidate] { [] }
}

/// A result of adding web feeds to the user's list, with the new subscriptions and the feeds that
/// were not added.
public struct AddSubscriptionsResult: Equatable, Sendable {
  public var new: [Subscription]
  /// The addresses of web feeds that were not added because they lead to this machine or its local
  /// network, and the list is another person's.
  public var withheld: [String]
  /// The saved searches of an imported list of web feeds, which are stored with the settings.
  public var searches: [SavedSearch]
  /// The names of the user's own saved searches that an imported list of web feeds has with another
  /// query, and that stay as they are.
  public var keptSearches: [String] = []
  /// The web feeds of an imported list of web feeds that the service did not add, each with its
  /// error; the others were added.
  public var failures: [RefusedSubscription]
  /// The states of entries that were imported from another program's database; nil if a list of web
  /// feeds or an address was added.
  public var entryStates: ImportedEntryStates?

  package init(
    _ new: [Subscription] = [], withheld: [String] = [], searches: [SavedSearch] = [],
    failures: [RefusedSubscription] = []
  ) {
    (self.new, self.withheld, self.searches) = (new, withheld, searches)
    self.failures = failures
  }
}

/// The read states and bookmarks of entries of web feeds that were imported from another program's
/// database.
public struct ImportedEntryStates: Equatable, Sendable {
  /// The number of entries that are read, including those that are not fetched yet.
  public var readCount = 0
  /// The number of entries that are bookmarked.
  public var bookmarkCount = 0
  /// The ids of the fetched entries that are to be marked as read.
  public var fetchedReadEntries: [Post.ID] = []
  /// The tags to put on bookmarked entries, by the entry's id.
  public var bookmarkTags: [Post.ID: [BookmarkTag]] = [:]

  package init() {}
}

/// An entry in the database of the program newsboat that is read or has flags.
public struct NewsboatEntry: Equatable, Sendable {
  /// The address of the web feed with the entry, as in newsboat's list of feeds.
  public var feedAddress: String
  /// The id that the web feed states for the entry; without one, the entry's address followed by
  /// the text of its date.
  public var id: String
  public var link: String
  /// The letters with which the user flagged the entry; empty for an entry that is only read. The
  /// following properties are set for flagged entries only.
  public var flags = ""
  public var title = ""
  public var author = ""
  public var html = ""
  public var writtenAt: Timestamp?
  /// The address of the file attached to the entry; empty without one.
  public var attachmentAddress = ""
  public var attachmentType = ""

  package init(feedAddress: String, id: String, link: String) {
    (self.feedAddress, self.id, self.link) = (feedAddress, id, link)
  }
}

/// A protocol of readers of the database in which the program newsboat keeps entries of web feeds.
public protocol NewsboatDatabaseReading: Sendable {
  /// Passes the read or deleted entries of a database to a closure, then the newest flagged ones,
  /// without a change or a lock of the file; an entry that is read and flagged is
  /// passed twice. Throws `busy` if another process changes the file.
  func visitNewsboatEntries(
    ofDatabase path: String, _ visit: (NewsboatEntry) -> Void
  ) throws(StoreError)
}
