internal import FeedDomain

@MainActor
struct OfflineFeedCopier {
  private enum FeedPageToCopy: Hashable {
    case fillGapDownwards(TimelineGap)
    case goDown(Cursor)
  }

  private let feed: Feed
  private let startTime: Timestamp?
  private let ledger: OfflineCopyProgressAndBudget

  /// Creates a copier for offline reading of a timeline's newest posts, or of those since a time.
  init(_ feed: Feed, startTime: Timestamp?, on ledger: OfflineCopyProgressAndBudget) {
    (self.feed, self.startTime, self.ledger) = (feed, startTime, ledger)
  }

  func copyFeed() async {
    let fetch = FeedFetcher(session: ledger.session, feed: feed) { [ledger] _ in
      ledger.countRequest()
    }
    await ledger.sendBudgetedRequest { () async throws(FetchFailure) in
      try await fetch.fetchNewerEntries()
    }
    var known: Set<FeedPageToCopy> = []
    // A repeated step would fetch nothing new, and ends the loop.
    while ledger.isOpen, let step = await nextFeedPageToCopy(), known.insert(step).inserted {
      await ledger.sendBudgetedRequest { () async throws(FetchFailure) in
        switch step {
        case .fillGapDownwards(let gap): try await fetch.fillGapByPageFromAbove(gap)
        case .goDown(let cursor): try await fetch.fetchOlderPages(cursor)
        }
      }
    }
  }

  /// Reads the stored posts of the timeline that belong to the offline copy, from the top down.
  func postsInOfflineCopy() async -> [Post] {
    let rows = await storedFeedWindow()?.rows ?? []
    return rows.prefix { !isTooOldToCopy($0) }.compactMap { $0.entry?.post }
  }
}

extension OfflineFeedCopier {
  /// Returns the next page to fetch for a timeline's offline copy: at the uppermost gap, else below
  /// the stored posts; nil if enough is stored.
  private func nextFeedPageToCopy() async -> FeedPageToCopy? {
    guard let window = await storedFeedWindow() else { return nil }
    let wanted = window.rows.prefix { !isTooOldToCopy($0) }
    if let gap = wanted.lazy.compactMap(\.gap).first { return .fillGapDownwards(gap) }
    guard wanted.count == window.rows.count, wanted.count < ledger.budget.posts,
      !window.hasMoreBelow
    else { return nil }
    return window.status.older.map { .goDown($0) }
  }

  private func storedFeedWindow() async -> FeedWindow? {
    await ledger.readStoreForOfflineCopy { () async throws(StoreError) in
      try await ledger.session.stores.feeds.feedWindow(
        of: feed, account: ledger.session.account.id, around: .top, above: 0,
        below: ledger.budget.posts)
    }
  }

  /// Returns true if a timeline row is older than the offline copy's start; false for boosts, whose
  /// time is unknown.
  private func isTooOldToCopy(_ row: FeedRow) -> Bool {
    guard let startTime, feed.isByTime, let entry = row.entry else { return false }
    return entry.boostedBy == nil && entry.post.createdAt < startTime
  }
}

extension Feed {
  fileprivate var isByTime: Bool {
    switch self {
    case .home, .everything, .local, .federated, .photos, .tag, .person, .answers, .portfolio,
      .list:
      true
    case .trending, .nearby, .search, .likes, .bookmarks: false
    }
  }
}

@MainActor
struct OfflineConversationCopier {
  private let ledger: OfflineCopyProgressAndBudget

  init(_ ledger: OfflineCopyProgressAndBudget) { self.ledger = ledger }

  /// Copies the conversations of those posts that have ancestors or replies; returns the other
  /// posts of these conversations.
  func copyConversationsReturningOtherPosts(for posts: [Post]) async -> [Post] {
    let wanted = Dictionary(posts.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
    var begun: Set<Post.ID> = []
    var found: [Post.ID: Post] = [:]
    func recordCopiedConversation(_ conversation: Conversation) {
      if let first = conversation.nodes.first?.post.id { begun.insert(first) }
      for node in conversation.nodes where wanted[node.post.id] == nil {
        found[node.post.id] = node.post
      }
      ledger.offlineCopy.conversations = begun.count
    }
    // The topmost post of a conversation comes first: its conversation includes the others, which
    // need no request.
    var looked: Set<Post.ID> = []
    for post in posts.flatMap({ [$0.topmostPost(among: wanted), $0] })
    where post.isInConversation && looked.insert(post.id).inserted {
      guard let held = await storedConversation(post.id) else { break }
      if await !session.mayHaveNewReplies(of: post.id, holding: held) {
        recordCopiedConversation(held)
      } else if let told = await ledger.sendBudgetedRequest({
        () async throws(FetchFailure) -> Conversation? in
        try await fetchAndStoreVisibleConversation(of: post)
      }), let told {
        recordCopiedConversation(told)
      }
    }
    return Array(found.values)
  }
}

extension OfflineConversationCopier {
  private var session: AccountSession { ledger.session }

  private func storedConversation(_ post: Post.ID) async -> Conversation? {
    await ledger.readStoreForOfflineCopy { () async throws(StoreError) in
      try await session.stores.feeds.storedConversation(of: post, account: session.account.id)
    } ?? nil
  }

  private func fetchAndStoreVisibleConversation(of post: Post) async throws(FetchFailure)
    -> Conversation?
  {
    ledger.countRequest()
    let told: Conversation
    do throws(FeedError) {
      told = try await session.connection.feeds.conversation(of: post.id, knownPost: post)
    } catch {
      // The post is deleted or not visible to the account; the other conversations are still
      // fetched.
      guard error == .notFound || error.isRefusal else { throw .service(error) }
      return nil
    }
    guard !Task.isCancelled, !session.isOver else { throw .cancelledOrSignedOut }
    do throws(StoreError) { return try await session.storeConversation(told) } catch {
      throw .store(error)
    }
  }
}

extension Post {
  fileprivate var isInConversation: Bool { reply != nil || (counts.replies ?? 0) > 0 }

  fileprivate func topmostPost(among posts: [ID: Post]) -> Post {
    var (top, seen) = (self, Set([id]))
    while let above = top.reply.flatMap({ posts[$0.post] }), seen.insert(above.id).inserted {
      top = above
    }
    return top
  }
}

/// A copier of the articles from the web pages of entries for offline reading.
@MainActor
struct OfflineArticleCopier {
  /// Maximum number of web pages that one copy of the full texts of all feeds fetches.
  private static let mostPages = 200

  private let ledger: OfflineCopyProgressAndBudget

  init(_ ledger: OfflineCopyProgressAndBudget) { self.ledger = ledger }

  /// Copies the articles of those posts that are new entries of web feeds whose settings ask for
  /// full texts; if `ofAllFeeds`, of all entries that are excerpts.
  func copyArticles(for posts: [Post], ofAllFeeds: Bool) async {
    switch ledger.offlineCopy.missingPart {
    case nil, .budget: break
    case .service, .store, .calledOff: return
    }
    let pages = FullTextFetcher(session: ledger.session)
    let (wanted, most) =
      ofAllFeeds
      ? (await entriesStoredAsExcerpts(among: posts), Self.mostPages)
      : (await pages.entriesWantingFullText { posts }, FullTextFetcher.mostPages)
    if ofAllFeeds { await countWebPagesAwaitingRetry(of: wanted) }
    await pages.fetchWebPages(of: wanted, most: most) { error in
      if let error {
        ledger.offlineCopy.missingArticles[MissingArticleReason(error), default: 0] += 1
      } else {
        ledger.offlineCopy.articles += 1
      }
    }
  }

  private func countWebPagesAwaitingRetry(of posts: [Post]) async {
    guard let gateway = ledger.session.connection.articles else { return }
    let paused = await gateway.webPageRetryTimes(among: posts.map(\.id))
    ledger.offlineCopy.skippedPages += paused.count
    ledger.offlineCopy.skippedUntil = paused.values.max()
  }

  private func entriesStoredAsExcerpts(among posts: [Post]) async -> [Post] {
    guard let gateway = ledger.session.connection.articles else { return [] }
    var excerpts: [Post] = []
    for post in posts {
      // An entry that is gone meanwhile has no page.
      let article = try? await gateway.storedArticle(post.id, from: nil)
      if article?.isExcerpt == true { excerpts.append(post) }
    }
    return excerpts
  }
}

/// A copier of the pictures of posts for offline reading, each in one size that fills the screen.
@MainActor
struct OfflinePictureCopier {
  private static let picturesAtOnce = 4
  /// The number of failures in a row after which an offline copy fetches no more pictures.
  private static let mostFailures = 8

  private let ledger: OfflineCopyProgressAndBudget

  init(_ ledger: OfflineCopyProgressAndBudget) { self.ledger = ledger }

  func copyPictures(for posts: [Post], filling screen: PhotoSize) async {
    guard let cache = session.stores.photos, cache.outlivesProgram,
      let gateway = session.connection.photos
    else { return }
    var known: Set<Photo.ID> = []
    let photos = posts.flatMap(\.content.photos)
      .filter { $0.hasPicture && known.insert($0.id).inserted }
    var missing: [Photo.PhotoRendition] = []
    for photo in photos {
      let sizes = photo.renditions(filling: screen)
      if let count = await cache.firstCachedRenditionByteCount(
        ofAnyOf: sizes, for: session.account.id)
      {
        ledger.offlineCopy.pictures += 1
        ledger.offlineCopy.bytes += count
      } else if let size = sizes.first {
        missing.append(size)
      }
    }
    await copyRenditionsToCache(missing, from: gateway, to: cache)
  }
}

extension OfflinePictureCopier {
  private var session: AccountSession { ledger.session }

  private func copyRenditionsToCache(
    _ renditions: [Photo.PhotoRendition], from gateway: any PhotoGateway, to cache: any PhotoCache
  ) async {
    // At most half of the cache is filled, since more would displace the pictures copied before.
    let most = min(ledger.budget.bytes, cache.room.map { $0 / 2 } ?? .max)
    var (rest, failures) = (renditions[...], 0)
    while !rest.isEmpty, ledger.isOpen {
      guard ledger.offlineCopy.bytes < most else {
        return ledger.offlineCopy.missingPart = .budget
      }
      let batch = rest.prefix(Self.picturesAtOnce)
      rest = rest.dropFirst(batch.count)
      let answers = await RequestPriority.automatic.runActionWithPriority {
        await Self.fetchRenditions(batch, from: gateway)
      }
      guard !Task.isCancelled, !session.isOver else {
        return ledger.offlineCopy.missingPart = .calledOff
      }
      for (rendition, answer) in zip(batch, answers) {
        switch answer {
        case .success(let bytes):
          failures = 0
          await cache.storePhotoBytes(bytes, of: rendition, for: session.account.id)
          ledger.offlineCopy.pictures += 1
          ledger.offlineCopy.bytes += bytes.count
        case .failure(let error):
          failures += 1
          ledger.offlineCopy.missingPictures += 1
          if failures >= Self.mostFailures || error == .signedOut {
            ledger.offlineCopy.missingPart = .service(error)
          }
        }
      }
    }
  }

  private nonisolated static func fetchRenditions(
    _ renditions: ArraySlice<Photo.PhotoRendition>, from gateway: any PhotoGateway
  ) async -> [Result<[UInt8], FeedError>] {
    await withTaskGroup(of: (Int, Result<[UInt8], FeedError>).self) { group in
      for (place, rendition) in renditions.enumerated() {
        // Each task returns a Result: if the error is caught inside the task, the optimiser loses
        // the position beside it.
        group.addTask { await (place, fetchRendition(to: rendition, from: gateway)) }
      }
      var answers = [Result<[UInt8], FeedError>](
        repeating: .failure(.cancelled), count: renditions.count)
      for await (place, answer) in group { answers[place] = answer }
      return answers
    }
  }

  private nonisolated static func fetchRendition(
    to rendition: Photo.PhotoRendition, from gateway: any PhotoGateway
  ) async -> Result<[UInt8], FeedError> {
    do throws(FeedError) {
      return .success(try await gateway.fetchPhotoBytes(of: rendition) { _ in })
    } catch {
      return .failure(error)
    }
  }
}

extension PhotoCache {
  /// Returns the size in bytes of the first of some renditions of a photo that is in the cache, and
  /// marks it as used; nil if the cache has none of them.
  fileprivate func firstCachedRenditionByteCount(
    ofAnyOf sizes: ArraySlice<Photo.PhotoRendition>, for account: Account.ID
  ) async -> Int? {
    for size in sizes {
      if let bytes = await cachedPhotoBytes(of: size, for: account) { return bytes.count }
    }
    return nil
  }
}

extension Photo {
  /// Returns the renditions of a photo that fill a screen, smallest first; the largest rendition
  /// for display if none does.
  func renditions(filling screen: PhotoSize) -> ArraySlice<PhotoRendition> {
    let shown = renditions.filter { !$0.isForKeeping && !$0.isOwnFile }
    guard let first = shown.firstIndex(where: { $0.size.fillsScreen(screen) }) else {
      return shown.suffix(1)
    }
    return shown[first...]
  }
}

extension PhotoSize {
  /// The percentage of the screen's size from which a photo counts as filling the screen; the next
  /// larger size would have twice the bytes.
  private static let tolerance = 93

  fileprivate func fillsScreen(_ screen: PhotoSize) -> Bool {
    width * 100 >= screen.width * Self.tolerance || height * 100 >= screen.height * Self.tolerance
  }
}
