internal import FeedDomain

/// A gateway that sends stars, read states and subscriptions to a feed server.
struct FeedServerPublishing: PublishingGateway {
  let connection: FeedServerConnection

  @concurrent
  func sendChange(_ change: PendingChange, of item: OutboxItem) async throws(FeedError)
    -> ChangeOutcome
  {
    let (isInsisted, isRepeated) = (item.refusals > 0, item.earlierAttempts != nil)
    switch change {
    case .mark(let post, .bookmarked, let isDone):
      guard let name = FeedServerEntryConverter.entryID(of: post) else { throw .refused(nil) }
      let later = try await sendFlagChangeLoggingSkipped(
        EntryFlagChange(
          flag: .starred, isSet: isDone, ids: [name], madeAt: item.createdAt,
          isInsisted: isInsisted, isRepeated: isRepeated))
      guard !later.isEmpty else { return .done }
      // The star is shown as the server has it.
      let converter = await connection.converter
      return .overruled(1, connection.cache.cachedEntry(name).map(converter.shortenedEntryPost))
    case .markRead(let posts, let isRead, let feeds):
      let change = EntryFlagChange(
        flag: .read, isSet: isRead, ids: posts.compactMap(FeedServerEntryConverter.entryID),
        madeAt: item.createdAt, isInsisted: isInsisted, isRepeated: isRepeated)
      let later: [FeedServerEntryID]
      if isRead, !feeds.isEmpty,
        let streams = await connection.lists.list.fewestStreamsIfAllFeedsKnown(of: feeds)
      {
        later = try await markEntriesReadUpToChange(in: streams, change)
      } else {
        later = try await sendFlagChangeLoggingSkipped(change)
      }
      return later.isEmpty ? .done : .overruled(later.count, nil)
    case .follow(let person, let isFollowed):
      if isFollowed {
        try await connection.lists.refollowFeed(person.rawValue)
      } else {
        try await connection.lists.unfollowFeed(person.rawValue)
      }
      // A feed that was followed by its address has another id now.
      let feed = try? await FeedServerPeople(connection: connection).person(person)
      return feed.map { .person($0) } ?? .done
    case .serviceAction(let act):
      if let name = act.newFolderName {
        try await connection.renameFolder(act.target, to: name)
        return .done
      }
      let id = Subscription.ID(act.target)
      guard let change = act.subscriptionChange else { throw .refused(nil) }
      try await connection.lists.changeFeed(id, change)
      return .done
    case .mark, .mute, .block, .answerFollowRequest, .vote, .publish, .delete: throw .refused(nil)
    }
  }

  /// Marks all entries of streams as read; returns the ids of those that are known to keep a later
  /// state of the feed server.
  private func markEntriesReadUpToChange(
    in streams: [FeedServerStream], _ change: EntryFlagChange
  ) async throws(FeedError) -> [FeedServerEntryID] {
    do throws(FeedError) {
      try await connection.calls.markEntriesReadUpToChange(in: streams, change)
      return []
    } catch {
      // A folder may have been renamed or deleted elsewhere: the entries are marked one by one.
      guard error == .notFound || error.isRefusal else { throw error }
      return try await sendFlagChangeLoggingSkipped(change)
    }
  }

  private func sendFlagChangeLoggingSkipped(
    _ change: EntryFlagChange
  ) async throws(FeedError) -> [FeedServerEntryID] {
    let later = try await connection.calls.sendFlagChangeReturningSkippedIDs(change)
    if !later.isEmpty {
      connection.log.writeLogLine(
        .outbox, .info, "\(later.count) entries were changed elsewhere later, and stay so")
    }
    return later
  }
}

struct FeedServerSubscriptions: SubscriptionGateway {
  let connection: FeedServerConnection
  let outlines: any FeedListImportExportCoder

  /// Returns the feeds followed at the feed server, which are fetched if the user asked for them,
  /// or if the last ones are older than a quarter of an hour. Without a connection, the stored
  /// feeds are returned; throws if there are none.
  func subscriptions() async throws(FeedError) -> [Subscription] {
    do throws(FeedError) {
      return try await connection.lists.currentFeedList(
        refetching: RequestPriority.current == .userRequest
      )
      .subscriptions
    } catch {
      let stored = await connection.lists.list.subscriptions
      guard error.isOutOfReach, !stored.isEmpty else { throw error }
      return stored
    }
  }

  var storedSubscriptions: [Subscription] {
    get async { await connection.lists.list.subscriptions }
  }

  /// Returns the feeds in each of several timelines. Without a connection, the stored list of feeds
  /// is used, so that unread entries can still be counted.
  func subscriptions(inEach feeds: [Feed]) async -> [[Subscription]] {
    let stored = await connection.lists.list
    let list = (try? await connection.lists.currentFeedList()) ?? stored
    return subscriptions(inEach: feeds, among: list.subscriptions)
  }

  func failingSubscriptions(in feed: Feed) async -> [Subscription] {
    let list = await connection.lists.list
    guard let stream = list.feedServerStream(for: feed) else { return [] }
    return list.subscriptions.filter { subscription in
      guard subscription.problem != nil else { return false }
      switch stream {
      case .all: return true
      case .folder(let name): return subscription.folders.contains(name)
      case .feed(let id): return subscription.id.rawValue == id
      case .unread, .starred: return false
      }
    }
  }

  /// Returns the cached entries that a saved search finds; empty for other streams, whose entries
  /// the feed server keeps.
  func locallyFetchedEntries(of feed: Feed, limit: Int) async -> [Post] {
    guard case .list(let id, _) = feed,
      let name = SavedSearch.savedSearchName(ofID: id)
    else { return [] }
    return Array((await connection.savedSearchPosts(ofSavedSearch: name) ?? []).prefix(limit))
  }

  @concurrent
  func fetchedEntryIDsPerTimeline(
    inEach feeds: [Feed], of webFeeds: Set<Person.ID>
  ) async -> [[Post.ID]] {
    let names = feeds.map { feed in
      if case .list(let id, _) = feed { SavedSearch.savedSearchName(ofID: id) ?? "" } else { "" }
    }
    return await connection.savedSearchPosts(
      ofSavedSearches: names, inFeeds: Set(webFeeds.map(\.rawValue))
    ).map { $0?.map(\.id) ?? [] }
  }

  /// Searches the cached entries, with their whole texts and stored web pages. Entries that the
  /// search does not find are not named, since the posts that the server found may match by words
  /// that the cache lacks.
  @concurrent
  func searchFetchedEntries(_ query: SearchQuery) async -> FetchedEntrySearchResult? {
    let converter = await connection.converter
    let withPage = connection.articles.postsWithPage
    return FetchedEntrySearchResult(
      matching: connection.cache.shownEntries.compactMap { entry in
        let post = converter.shortenedEntryPost(entry)
        let isMatch = query.matchesPost(post) {
          connection.searchableTextsMissingInPost(of: entry, withPage: withPage)
        }
        return isMatch ? post : nil
      })
  }

  func alreadyFetchedEntry(at address: String) async -> Post? {
    let sought = ComparableAddress(address)
    let entry = connection.cache.shownEntries.first { entry in
      entry.link.map { ComparableAddress($0) == sought } ?? false
    }
    guard let entry else { return nil }
    return await connection.converter.shortenedEntryPost(entry)
  }

  func addSubscriptions(_ typed: String, isTrustedList: Bool) async throws(FeedError)
    -> AddSubscriptionsResult
  {
    let before = Set(
      try await connection.lists.currentFeedList(refetching: true).subscriptions.map(\.id))
    var failures: [RefusedSubscription] = []
    if let listed = try outlines.subscriptionsInFile(at: typed) {
      if try await !connection.calls.importOPMLIfSupported(outlines.opmlText(of: listed)) {
        failures = try await subscribeToFeeds(at: listed.map { ($0.address, $0.folder) })
      }
    } else {
      failures = try await subscribeToFeeds(
        at: outlines.typedAddresses(in: typed).map { ($0, nil) })
    }
    let after = try await connection.lists.currentFeedList(refetching: true).subscriptions
    let new = after.filter { !before.contains($0.id) }
    if new.isEmpty, let failure = failures.first { throw failure.error }
    let searches = try await outlines.importSavedSearches(ofFile: typed)
    var added = AddSubscriptionsResult(new, searches: searches.new, failures: failures)
    added.keptSearches = searches.kept
    return added
  }

  /// Follows feeds one by one; returns those that the feed server refused, each with its error.
  /// Throws at an error that concerns every feed, such as a lost connection.
  private func subscribeToFeeds(
    at places: [(address: String, folder: String?)]
  ) async throws(FeedError) -> [RefusedSubscription] {
    var failures: [RefusedSubscription] = []
    for (address, folder) in places {
      do throws(FeedError) {
        _ = try await connection.calls.subscribeReturningNewFeedID(to: address, folder: folder)
      } catch {
        switch error {
        case .refused, .notFound, .badReply, .tooLarge, .serverFailed:
          failures.append(RefusedSubscription(address, error))
        default: throw error
        }
      }
    }
    return failures
  }

  func rejectedImportEntries(in path: String) async throws(FeedError) -> [RejectedImportEntry] {
    try outlines.rejectedImportEntries(path)
  }

  func unsubscribe(from id: Subscription.ID) async throws(FeedError) {
    try await connection.lists.unfollowFeed(id.rawValue)
  }

  /// Renames a feed at the feed server, or moves the feed to a folder. Throws for other changes,
  /// which feed servers do not support.
  func changeSubscription(
    _ id: Subscription.ID, _ change: SubscriptionChange
  ) async throws(FeedError) {
    try await connection.lists.changeFeed(id, change)
  }

  func renameFolder(_ old: String, to new: String) async throws(FeedError) {
    try await connection.renameFolder(old, to: new)
  }

  func restoreSubscription(_ subscription: Subscription) async throws(FeedError) {
    _ = try await connection.calls.subscribeReturningNewFeedID(
      to: subscription.address, folder: subscription.folder)
    _ = try await connection.lists.currentFeedList(refetching: true)
  }

  func opmlText() async throws(FeedError) -> String {
    outlines.opmlText(of: try await connection.lists.currentFeedList().subscriptions)
  }
}

/// A protocol for reading and writing files with lists of feeds (OPML), implemented by the service
/// for web feeds.
protocol FeedListImportExportCoder: Sendable {
  /// Returns the feeds listed in the OPML file at a typed path; nil if the text is no path.
  func subscriptionsInFile(at typed: String) throws(FeedError) -> [Subscription]?
  /// Returns the entries in the OPML file at a typed path that cannot be followed as feeds.
  func rejectedImportEntries(_ typed: String) throws(FeedError) -> [RejectedImportEntry]
  /// Stores the saved searches in the file at a typed path with the user's own. Returns the
  /// searches of the file, without those that the user has with another query, and the names of the
  /// latter; empty if the text is no path.
  func importSavedSearches(ofFile typed: String) async throws(FeedError)
    -> (new: [SavedSearch], kept: [String])
  /// Returns the web addresses in typed text, with "https://" before those without a scheme.
  func typedAddresses(in typed: String) -> [String]
  func opmlText(of subscriptions: [Subscription]) -> String
}

extension FeedServerConnection {
  /// Renames a folder at the feed server; its feeds join those of a folder that has the new name.
  func renameFolder(_ old: String, to new: String) async throws(FeedError) {
    let list = try await lists.currentFeedList(refetching: true)
    var isTaken = list.folders.contains(new)
    if !isTaken {
      do throws(FeedError) { try await calls.renameFolder(old, to: new) } catch {
        // A folder without feeds, which the list does not name, may have the name.
        guard error.isRefusal else { throw error }
        isTaken = true
      }
    }
    if isTaken {
      // Feed servers refuse a name that is taken, so the feeds are moved to the other folder.
      for feed in list.subscriptions where feed.folders.contains(old) {
        try await calls.moveFeedToFolder(feed.id.rawValue, from: old, to: new)
      }
    }
    _ = try await lists.currentFeedList(refetching: true)
  }

  /// Sends the marks that rules set on new entries to the feed server. Marks that cannot be sent
  /// now are sent by the next call; marks that the server refuses are dropped.
  func sendMarksSetByRules() async {
    await cache.runUnlessAlreadySendingMarks {
      for change in [EntryFlag.read, .starred].flatMap(cache.unsentMarksSetByRules) {
        do throws(FeedError) {
          let later = try await RequestBudget.runActionWithNewBudget {
            () async throws(FeedError) -> [FeedServerEntryID] in
            try await calls.sendFlagChangeReturningSkippedIDs(change)
          }
          cache.setEntryFlag(change.flag, isSet: true, of: change.ids)
          cache.setEntryFlag(change.flag, isSet: false, of: later)
        } catch {
          log.writeLogLine(.network, .error, "marks by rules are not sent: \(error)")
          guard error.isRefusal || error == .notFound else { return }
          cache.setEntryFlag(change.flag, isSet: false, of: change.ids)
        }
      }
    }
  }
}

struct FeedServerReadStates: ReadStateFetchingGateway {
  let connection: FeedServerConnection

  @concurrent
  func readStates(since moment: Timestamp?) async throws(FeedError) -> [ServiceEntryReadState] {
    try await connection.calls.refreshEntryCache()
    await connection.sendMarksSetByRules()
    await markCachedEntriesOfRemovedFeedsRead(refetchingList: moment == nil)
    return connection.cache.marks.compactMap { name, mark in
      if let moment, mark.readStateFetchedAt < moment { return nil }
      return ServiceEntryReadState(
        ReadStateEntryReference(
          Post.ID(name.text), of: Person.ID(mark.feed), writtenAt: mark.writtenAt,
          isRead: mark.isRead || mark.isHidden), changedAt: mark.changedAt)
    }
  }

  /// Marks the cached entries of feeds that left the feed server's list as read, since the server
  /// does not report these entries any more. If the list cannot be fetched, nothing is marked.
  /// `refetchingList` is true for the first comparison of local and server read states, for which
  /// the list is fetched again.
  private func markCachedEntriesOfRemovedFeedsRead(refetchingList: Bool) async {
    guard let list = try? await connection.lists.currentFeedList(refetching: refetchingList) else {
      return
    }
    let feeds = Set(list.subscriptions.map(\.id.rawValue))
    let marks = connection.cache.marks
    // An empty list, or one whose feed ids differ from those in entries, says nothing about removed
    // feeds.
    guard marks.values.contains(where: { feeds.contains($0.feed) }) else { return }
    let left = marks.filter { !$1.isRead && !$1.feed.isEmpty && !feeds.contains($1.feed) }
    if !left.isEmpty { connection.cache.setEntryFlag(.read, isSet: true, of: Array(left.keys)) }
  }
}
