internal import FeedDomain

/// A list of an account's feeds with their folders at a feed server; it is stored with the
/// account's secret, for the tabs of the next start.
struct FeedServerFeedList: Equatable, Sendable {
  /// Maximum number of stream tabs for a feed server's feeds outside of folders; further feeds are
  /// in the list of feeds alone.
  private static let mostSingle = 30
  private static let folderPrefix = "folder/"
  private static let feedPrefix = "feed/"

  var subscriptions: [Subscription] = []

  subscript(id: String) -> Subscription? {
    subscriptions.first { $0.id.rawValue == id }
  }

  /// The names of the folders at the feed server, in the order of their first feeds.
  var folders: [String] {
    var known: Set<String> = []
    return subscriptions.flatMap(\.folders).filter { known.insert($0).inserted }
  }

  /// The streams of the feed server account that are shown as tabs: all entries, unread ones,
  /// starred ones, each folder, and each feed outside of folders.
  var streams: [Feed] {
    let single = subscriptions.filter { $0.folder == nil }.prefix(Self.mostSingle)
    return [.home, .unread, .bookmarks] + folders.map(Self.folderFeed(named:))
      + single.map(Self.subscriptionFeed(of:))
  }

  static func folderFeed(named folder: String) -> Feed {
    .list(id: folderPrefix + folder, name: folder)
  }

  static func subscriptionFeed(of subscription: Subscription) -> Feed {
    .list(id: feedPrefix + subscription.id.rawValue, name: subscription.name)
  }

  /// Returns the feed server's stream that the program's stream `feed` shows; nil for streams that
  /// feed servers do not have.
  func feedServerStream(for feed: Feed) -> FeedServerStream? {
    switch feed {
    case .home: return .all
    case .bookmarks: return .starred
    case .person(let id): return .feed(id.rawValue)
    case .list(let id, _):
      if feed == .unread { return .unread }
      if id.hasPrefix(Self.folderPrefix) {
        return .folder(String(id.dropFirst(Self.folderPrefix.count)))
      }
      guard id.hasPrefix(Self.feedPrefix) else { return nil }
      return .feed(String(id.dropFirst(Self.feedPrefix.count)))
    case .everything, .local, .federated, .photos, .trending, .nearby, .tag, .search, .likes,
      .answers, .portfolio:
      return nil
    }
  }

  /// Returns as few streams of the feed server as possible that contain the entries of exactly
  /// these feeds; nil if a feed is not in the list.
  func fewestStreamsIfAllFeedsKnown(of feeds: Set<Person.ID>) -> [FeedServerStream]? {
    let wanted = subscriptions.filter { feeds.contains(Person.ID($0.id.rawValue)) }
    guard wanted.count == feeds.count else { return nil }
    if wanted.count == subscriptions.count { return [.all] }
    let others = Set(
      subscriptions.filter { !feeds.contains(Person.ID($0.id.rawValue)) }.flatMap(\.folders))
    let whole = folders.filter { folder in
      !others.contains(folder) && wanted.contains { $0.folders.contains(folder) }
    }
    return whole.map { .folder($0) }
      + wanted.filter { feed in !feed.folders.contains { whole.contains($0) } }
      .map { .feed($0.id.rawValue) }
  }

  /// Returns a feed server's feed as a person, who is shown as the author of the feed's entries;
  /// `title` is the person's name if the feed is not in the list.
  func feedAuthor(_ feed: String, titled title: String = "") -> Person {
    let known = self[feed]
    let host = (known?.address).flatMap(Self.hostName) ?? ""
    let name = [known?.name ?? "", title, host, feed].first { !$0.isEmpty } ?? feed
    return Person(
      id: Person.ID(feed), handle: host.isEmpty ? feed : host, name: name, url: known?.address,
      relationship: known == nil ? .stranger : .followed)
  }

  static func hostName(of address: String) -> String? {
    address.split(separator: "/").dropFirst().first.map(String.init)
  }
}

extension FeedServerFeedList {
  init(cacheJSON json: JSON) {
    subscriptions = json.array.compactMap { json in
      guard let id = json["id"].nonEmptyString else { return nil }
      var subscription = Subscription(
        id: Subscription.ID(id), address: json["url"].string ?? "",
        name: json["name"].string ?? id, folder: json["folder"].nonEmptyString)
      subscription.otherFolders = json["folders"].array.compactMap(\.nonEmptyString)
      return subscription
    }
  }

  var cacheJSON: JSON {
    .array(
      subscriptions.map {
        [
          "id": .string($0.id.rawValue), "url": .string($0.address), "name": .string($0.name),
          "folder": JSON(text: $0.folder),
          "folders": .array($0.otherFolders.map { .string($0) }),
        ]
      })
  }
}

enum FeedServerStream: Equatable, Sendable {
  case all, unread, starred
  /// A kind of stream of a feed server: the entries of the feeds in a folder, by the folder's name.
  case folder(String)
  /// A kind of stream of a feed server: the entries of one feed, by the server's id of the feed.
  case feed(String)
}

struct FeedServerEntryPage: Equatable, Sendable {
  /// The entries of a page of a feed server's stream, the newest first.
  var entries: [FeedServerEntry] = []
  /// The feed server's cursor of the page after this one; nil at the end of the stream.
  var nextCursor: String?
}

/// A state of a feed server's entry that the user can change: read or starred.
enum EntryFlag: Sendable {
  case read, starred
}

/// A change by the user of the read state or star of several entries at a feed server.
struct EntryFlagChange: Equatable, Sendable {
  let flag: EntryFlag
  let isSet: Bool
  let ids: [FeedServerEntryID]
  let madeAt: Timestamp
  /// True if the change is to be sent also for entries that were changed later at the feed server.
  var isInsisted = false
  /// True if the change of entries may have reached the feed server in an earlier attempt.
  var isRepeated = false
}

/// A protocol for the calls that a feed server supports, by whichever of its APIs: Google Reader's
/// or Miniflux's own.
protocol FeedServerCalls: Sendable {
  /// True if the feed server can search the texts of entries.
  var canSearch: Bool { get }
  func fetchSubscriptions() async throws(FeedError) -> [Subscription]
  /// Fetches a page of a feed server's stream, with the full texts of its entries.
  func fetchEntryPage(
    of stream: FeedServerStream, after cursor: String?, limit: Int
  ) async throws(FeedError) -> FeedServerEntryPage
  func fetchFoundEntryPage(
    matching words: String, after cursor: String?, limit: Int
  ) async throws(FeedError) -> FeedServerEntryPage
  func fetchEntry(_ name: FeedServerEntryID) async throws(FeedError) -> FeedServerEntry
  /// Sends a change of entries' states to the feed server in as few requests as possible. Returns
  /// the ids of the entries that were changed at the server later, and keep the later state; empty
  /// by Google Reader's API, which does not tell.
  func sendFlagChangeReturningSkippedIDs(_ change: EntryFlagChange) async throws(FeedError)
    -> [FeedServerEntryID]
  /// Marks all entries of streams as read at the feed server, except entries that are newer than
  /// those of `change` or, at Miniflux, were changed after it.
  func markEntriesReadUpToChange(in streams: [FeedServerStream], _ change: EntryFlagChange)
    async throws(FeedError)
  /// Follows the feed at an address, or the feed that the web page at the address links to. Returns
  /// the feed server's id of the feed; nil if the feed was followed before.
  func subscribeReturningNewFeedID(to address: String, folder: String?) async throws(FeedError)
    -> String?
  func unsubscribe(from feed: String) async throws(FeedError)
  func renameFeed(_ feed: String, to name: String) async throws(FeedError)
  func renameFolder(_ old: String, to new: String) async throws(FeedError)
  /// Moves a feed to a folder of the feed server, which is created if missing; without a folder,
  /// out of the old folder, or to the server's default folder.
  func moveFeedToFolder(_ feed: String, from old: String?, to folder: String?)
    async throws(FeedError)
  /// Fetches the entries of the feed server that the cache lacks, and the states of cached entries
  /// that changed; stores both in the cache, with the time from which the next call continues, also
  /// in a later run of the program.
  func refreshEntryCache() async throws(FeedError)
  /// Sends a list of feeds as OPML text to the feed server, which follows the feeds; returns false
  /// if the server cannot import lists, or the list is too large.
  func importOPMLIfSupported(_ text: String) async throws(FeedError) -> Bool
}

extension ServiceClient {
  /// Sends a list of feeds as OPML text to a path of the feed server; returns false if the server
  /// does not have the path.
  func sendOPMLForImport(_ text: String, at path: String) async throws(FeedError) -> Bool {
    do throws(FeedError) {
      _ = try await sendRequest(
        HTTPRequest(
          .post, path, body: .bytes(Array(text.utf8), type: "text/xml"), isRepeatable: true))
      return true
    } catch {
      guard error == .notFound else { throw error }
      return false
    }
  }
}
