internal import FeedDomain
internal import Groundwork

/// A connection of an account that follows web feeds, which all gateways of the account share.
struct LocalWebFeedConnection: Sendable {
  /// The person id of the user of an account that follows web feeds; it is empty, since no account
  /// at a service is needed.
  static let emptyPersonID = Person.ID("")
  static let handle = "feeds"
  static let account = Account(service: .rss, person: emptyPersonID, handle: handle)

  let refresher: WebFeedRefresher
  let intake: SubscriptionImporter
  /// The closure that returns those of some entries' ids that are marked as read.
  let readPosts: @Sendable ([Post.ID]) async -> Set<Post.ID>
  /// The closure that returns the user's tags of bookmarks.
  let bookmarkTags: @Sendable () async -> BookmarkTagIndex

  var cache: WebFeedFileCache { refresher.cache }

  /// Returns the web feed's entry that a post id names, and the converter of the feed's entries to
  /// posts; throws `notFound` if there is no such entry.
  func webFeedEntryAndConverter(_ post: Post.ID) async throws(FeedError) -> (
    item: WebFeedEntry, posts: WebFeedEntryConverter
  ) {
    guard let id = WebFeedEntryID(post) else { throw .notFound }
    let kept = cache.cachedWebFeed(id.subscription)
    let subscription =
      id.subscription == Subscription.saved.id
      ? .saved : await refresher.list[id.subscription]
    if let subscription, let item = kept.webFeed.entries.first(where: { $0.id == id.item }) {
      return (item, WebFeedEntryConverter(subscription, kept.webFeed, cache.marks))
    }
    guard let entry = cache.marks.likedOrBookmarkedEntry(id) else { throw .notFound }
    return (entry.item, WebFeedEntryConverter(entry, subscription, cache.marks))
  }
}

/// A converter of the entries of one web feed to posts.
struct WebFeedEntryConverter {
  private let id: Subscription.ID
  private let author: Person
  private let marks: LikedAndBookmarkedEntries

  init(_ subscription: Subscription, _ webFeed: WebFeed, _ marks: LikedAndBookmarkedEntries) {
    (id, self.marks) = (subscription.id, marks)
    author = Person(subscription, webFeed)
  }

  /// Creates the converter of a liked or bookmarked entry to a post. `subscription` is nil if the
  /// entry's web feed is no longer followed.
  init(
    _ entry: LikedAndBookmarkedEntries.LikedOrBookmarkedEntry, _ subscription: Subscription?,
    _ marks: LikedAndBookmarkedEntries
  ) {
    (id, self.marks) = (entry.subscription, marks)
    author =
      subscription.map { Person($0, WebFeed()) }
      ?? Person(id: Person.ID(entry.subscription.rawValue), handle: entry.name, name: entry.name)
  }

  var name: String { author.name }

  func entryPost(_ item: WebFeedEntry) -> Post {
    entryPost(item, item.text, WebFeedEntryID(id, item.id).post)
  }

  /// Returns a post with the full text of a web feed's entry, which is shown as an answer below the
  /// entry's post; nil if the entry's post has the full text.
  func fullTextReplyPost(_ item: WebFeedEntry) -> Post? {
    item.fullText.map { text in
      var bare = item
      (bare.title, bare.media) = ("", [])
      return entryPost(
        bare, text, WebFeedEntryID(id, item.id).fullTextID,
        reply: Post.ReplyTarget(to: WebFeedEntryID(id, item.id).post, handle: author.handle))
    }
  }

  private func entryPost(
    _ item: WebFeedEntry, _ text: RichText, _ post: Post.ID, reply: Post.ReplyTarget? = nil
  ) -> Post {
    var runs: [RichText.RichTextRun] = []
    let isTitled = !item.title.isEmpty && !text.plain.hasPrefix(item.title)
    if isTitled { runs.append(.init(item.title, .emphasis)) }
    if isTitled, !text.runs.isEmpty { runs.append(.init("\n")) }
    runs += text.runs
    if let author = item.author, author != self.author.name {
      runs.append(.init("\n— \(author)"))
    }
    return Post(
      id: post, author: author, createdAt: item.writtenAt ?? Timestamp(milliseconds: 0),
      content: Post.PostContent(text: RichText(runs: runs), photos: item.media.compactMap(\.photo)),
      reply: reply, url: item.link,
      counts: Post.PostCounts(replies: item.commentCount, boosts: nil, likes: nil),
      userMarks: marks.likeAndBookmarkOfEntry(WebFeedEntryID(id, item.id)).union(
        item.isReadWhenFetched ? .read : []),
      // An undated entry has the time at which it was first seen, in every stream.
      canBeAnswered: false, canBeQuoted: false, isDated: item.writtenAt != nil)
  }
}

extension Person {
  /// Creates a person from a web feed, who is shown as the author of the feed's entries.
  init(
    _ subscription: Subscription, _ webFeed: WebFeed, _ relationship: Relationship? = nil
  ) {
    // A feed of an imported list is named by its host until the end of its first refresh.
    let isUnnamed = subscription.name == subscription.host
    let name = isUnnamed ? webFeed.name.flatMap { $0.isEmpty ? nil : $0 } : nil
    self.init(
      id: ID(subscription.id.rawValue), handle: subscription.host,
      name: name ?? subscription.name,
      bio: RichText(webFeed.about), url: webFeed.site ?? subscription.address,
      relationship: relationship,
      pictures: webFeed.icon.map {
        [Photo.PhotoRendition(url: $0, size: PhotoSize(width: 96, height: 96))]
      } ?? [])
  }
}

extension EntryMediaFile {
  /// The size in pixels that is assumed for a web feed's picture without a stated size.
  private static let usual = PhotoSize(width: 1200, height: 800)

  var photo: Photo? {
    var size = Self.usual
    if let width, let height, width > 0, height > 0 {
      size = PhotoSize(width: width, height: height)
    }
    let picture = (kind == .still ? url : cover).flatMap(LinkBaseAddress.addressWithHTTPS)
    return Photo(
      id: Photo.ID(url), kind: kind, address: url,
      renditions: picture.map { [Photo.PhotoRendition(url: $0, size: size)] } ?? [], size: size,
      altText: words)
  }
}

/// A gateway that presents web feeds as people: their profiles, search, and collections.
struct LocalWebFeedPeople: PeopleFetchingGateway {
  let connection: LocalWebFeedConnection

  var lists: PeopleListKinds { .matching }

  func person(_ id: Person.ID) async throws(FeedError) -> Person {
    guard id != LocalWebFeedConnection.emptyPersonID else {
      return Person(
        id: id, handle: LocalWebFeedConnection.handle, name: LocalWebFeedConnection.handle,
        relationship: .oneself)
    }
    let subscription = Subscription.ID(id.rawValue)
    let list = await connection.refresher.list
    guard let known = list.currentOrFormerSubscription(subscription) else { throw .notFound }
    let kept = connection.cache.cachedWebFeedWithoutEntries(subscription)
    var person = Person(known, kept.webFeed, list[subscription] == nil ? .stranger : .followed)
    // Another feed of the server may have made it ask for a pause.
    person.subscription = await connection.refresher.addingPauseOfServer(
      to: known.addingLastRefreshState(kept, at: connection.refresher.network.world.now))
    return person
  }

  func person(called handle: String) async throws(FeedError) -> Person {
    let known = await connection.refresher.list.subscriptions.first {
      $0.host == handle || $0.name == handle || $0.id.rawValue == handle
    }
    guard handle != LocalWebFeedConnection.handle else {
      return try await person(LocalWebFeedConnection.emptyPersonID)
    }
    guard let known else { throw .notFound }
    return try await person(Person.ID(known.id.rawValue))
  }

  func people(_ list: PeopleList, after cursor: Cursor?) async throws(FeedError) -> Page<Person> {
    guard case .matching(let words) = list else { throw .notFound }
    let sought = words.lowercased()
    return Page(
      await connection.refresher.list.subscriptions.filter {
        $0.name.lowercased().contains(sought) || $0.host.contains(sought)
      }.map { Person($0, connection.cache.cachedWebFeedWithoutEntries($0.id).webFeed, .followed) })
  }

  var hasCollections: Bool { true }

  func personsCollectionFeeds(
    of person: Person.ID, after cursor: Cursor?
  ) async throws(FeedError) -> Page<Feed> {
    guard
      person == LocalWebFeedConnection.emptyPersonID
        || person.rawValue == LocalWebFeedConnection.handle
    else { return Page([]) }
    return Page(await connection.refresher.list.subscriptions.map(\.stream))
  }
}

/// A gateway that downloads the pictures of web feeds' entries, and returns the addresses of
/// full-size photos, videos and audio files.
struct LocalWebFeedPhotos: PhotoGateway {
  let connection: LocalWebFeedConnection

  func fetchPhotoBytes(
    of rendition: Photo.PhotoRendition, progress: @escaping @Sendable (ByteTransferProgress) -> Void
  ) async throws(FeedError) -> [UInt8] {
    // In the user's own network, only files on the server of a feed whose address the user typed
    // are fetched.
    let own = await connection.refresher.list.subscriptions.first {
      !$0.isElsewhere && WebFeedFinder.isSameOriginOrLoopback($0.address, as: rendition.url)
    }
    let origin = own.flatMap { _ in WebAddress(rendition.url)?.origin } ?? ""
    return try await connection.refresher.network.pictureClient(at: origin).downloadPicture(
      at: rendition.url, isForKeeping: rendition.isForKeeping, progress: progress)
  }

  func photoDetails(ofPhoto photo: Photo.ID, in post: Post.ID) async throws(FeedError)
    -> PhotoDetails
  {
    let (item, _) = try await connection.webFeedEntryAndConverter(post)
    guard let media = item.media.first(where: { $0.url == photo.rawValue }) else {
      throw .notFound
    }
    return PhotoDetails(
      original: media.kind.isPlayed ? nil : LinkBaseAddress.addressWithHTTPS(media.url),
      film: media.kind.isPlayed ? media.url : nil)
  }
}

/// A gateway that stores likes and bookmarks of web feeds' entries, and changes subscriptions; both
/// are kept on this machine alone.
struct LocalWebFeedChanges: PublishingGateway {
  let connection: LocalWebFeedConnection

  func sendChange(_ change: PendingChange, of item: OutboxItem) async throws(FeedError)
    -> ChangeOutcome
  {
    switch change {
    case .mark(let post, let mark, let isDone) where mark == .liked || mark == .bookmarked:
      guard let id = WebFeedEntryID(post) else { throw .refused(nil) }
      let (item, posts) = try await connection.webFeedEntryAndConverter(id.post)
      try await connection.refresher.setLikeOrBookmark(
        LikedAndBookmarkedEntries.LikedOrBookmarkedEntry(
          subscription: id.subscription, name: posts.name, item: item), mark, isDone)
      return .done
    case .follow(let person, let isFollowed):
      let id = Subscription.ID(person.rawValue)
      try await connection.refresher.changeSubscriptionList {
        isFollowed ? $0.restoreSubscription(id) : $0.removeSubscription(id)
      }
      return .person(try await LocalWebFeedPeople(connection: connection).person(person))
    default: throw .refused(nil)
    }
  }
}

extension WebFeedRefresher {
  /// Stores or removes the like or bookmark of a web feed's entry.
  func setLikeOrBookmark(
    _ entry: LikedAndBookmarkedEntries.LikedOrBookmarkedEntry, _ mark: Post.UserPostMarks,
    _ isDone: Bool
  ) throws(FeedError) {
    do throws(FileOperationError) {
      try cache.changeLikesAndBookmarks {
        $0.setLikeOrBookmark(entry, mark, isDone, at: network.world.now)
      }
    } catch {
      network.log.writeLogLine(
        .storage, .error, "likes and bookmarks are not stored: \(error.step): \(error.reason)")
      throw .storeFailed(.failed(step: error.step, reason: error.reason))
    }
  }
}
