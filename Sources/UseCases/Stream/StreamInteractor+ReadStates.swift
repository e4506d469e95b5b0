internal import FeedDomain

extension StreamInteractor {
  /// True if entries of the open stream have a read state: its account keeps one, or an account of
  /// the common stream does.
  var hasReadStates: Bool {
    guard let openAccountGroup else { return session.account.service.hasReadStates }
    return openAccountGroup.runningAccounts.contains { $0.session.account.service.hasReadStates }
  }

  /// Returns those posts of some shown entries that are unread and have a read state.
  private func unreadPosts(among ids: [FeedEntry.ID]) -> [Post] {
    ids.compactMap { shownEntry($0)?.post }.filter {
      !$0.userMarks.contains(.read) && hasReadState($0)
    }
  }

  private func shownEntry(_ id: FeedEntry.ID) -> FeedEntry? {
    state.posts.visibleRows.lazy.compactMap(\.entry).first { $0.id == id }
  }

  private func hasReadState(_ post: Post) -> Bool {
    (post.id.whose ?? session.account.id).hasReadStates
  }

  private func setReadState(_ isRead: Bool, _ posts: [Post.ID], canBeUndone: Bool = true) async {
    if let openAccountGroup {
      let count = await openAccountGroup.setReadState(isRead, posts, canBeUndone: canBeUndone)
      if canBeUndone {
        presenter.perform(.action(.markedRead(count, isRead), of: session.account))
      }
    } else {
      await actions.setReadState(isRead, .entries(posts), canBeUndone: canBeUndone)
    }
  }

  func markPassedEntriesRead(_ entries: [FeedEntry.ID]) async {
    let posts = unreadPosts(among: entries).filter { post in
      marksPassed[post.author.id] ?? schedule.pacing.marksPassed
    }
    guard !posts.isEmpty else { return }
    await setReadState(true, posts.map(\.id), canBeUndone: false)
  }

  func markOpenedEntryRead(_ entry: FeedEntry.ID) async {
    let posts = unreadPosts(among: [entry])
    if !posts.isEmpty { await setReadState(true, posts.map(\.id), canBeUndone: false) }
  }

  func toggleReadState(_ id: FeedEntry.ID) async {
    guard let post = shownEntry(id)?.post, hasReadState(post) else { return }
    await setReadState(!post.userMarks.contains(.read), [post.id])
  }

  func askBeforeMarkingRead(of range: StreamScene.EntryRange) async {
    let turn = generation
    do throws(StoreError) {
      let posts = try await unreadPostIDsInEntryRange(in: range)
      guard turn == self.generation else { return }
      presenter.perform(.say(.confirmsRead(posts.count)))
    } catch {
      presenter.perform(.say(.storeFailed(error)))
    }
  }

  func markRangeRead(_ range: StreamScene.EntryRange) async {
    do throws(StoreError) {
      let posts = try await unreadPostIDsInEntryRange(in: range)
      if posts.isEmpty {
        presenter.perform(.action(.markedRead(0, true), of: session.account))
      } else if let feeds = try await wholeWebFeedsToMarkRead(in: range, with: posts) {
        // If the range is whole web feeds, one request marks all their entries.
        await actions.setReadState(true, .feeds(feeds))
      } else {
        await setReadState(true, posts)
      }
    } catch {
      presenter.perform(.say(.storeFailed(error)))
    }
  }

  /// Returns the web feeds whose unread entries are those of a range, so that the service can mark
  /// each feed as read as a whole; nil for other ranges, and for the common stream.
  private func wholeWebFeedsToMarkRead(
    in range: StreamScene.EntryRange, with posts: [Post.ID]
  ) async throws(StoreError) -> Set<Person.ID>? {
    guard openAccountGroup == nil, let feed else { return nil }
    let feeds: Set<Person.ID>
    switch range {
    case .shown, .above, .below: return nil
    case .feed(let id): feeds = Set([shownEntry(id)?.post.author.id].compactMap(\.self))
    case .stream: feeds = await webFeedIDs(of: feed)
    }
    return try await Set(unreadPostIDsOfWebFeeds(inWebFeeds: feeds)) == Set(posts) ? feeds : nil
  }

  /// Returns the post ids of the unread entries in a range of the open stream, including entries
  /// beyond the rows in memory.
  private func unreadPostIDsInEntryRange(
    in range: StreamScene.EntryRange
  ) async throws(StoreError) -> [Post.ID] {
    guard let feed else { return [] }
    let location = streamStorage(of: feed)
    switch range {
    case .shown(let entries): return unreadPosts(among: entries).map(\.id)
    case .above(let entry): return try await location.unreadPostIDs(in: .above(entry))
    case .below(let id):
      let rows = try await location.unreadPostIDs(in: .below(id))
      guard let post = shownEntry(id)?.post else { return rows }
      let older = try await unreadPostIDsOfWebFeeds(
        inWebFeeds: await webFeedIDs(of: feed), before: post.createdAt)
      let known = Set(rows)
      return rows + older.filter { !known.contains($0) }
    case .feed(let id):
      guard let post = shownEntry(id)?.post, hasReadState(post) else { return [] }
      let (account, author) = (post.id.whose, post.author.id.withoutAccount)
      return try await unreadPostIDsOfWebFeeds(inWebFeeds: [author], of: account).map { post in
        account.map { post.scoped(to: $0) } ?? post
      }
    case .stream:
      let rows = try await location.unreadPostIDs(in: .all)
      let known = try await unreadPostIDsOfWebFeeds(inWebFeeds: await webFeedIDs(of: feed))
      let shown = Set(rows)
      return rows + known.filter { !shown.contains($0) }
    }
  }

  /// Returns the ids of web feeds' unread entries; `account` is nil for the active account.
  private func unreadPostIDsOfWebFeeds(
    inWebFeeds feeds: Set<Person.ID>, of account: Account.ID? = nil, before: Timestamp? = nil
  ) async throws(StoreError) -> [Post.ID] {
    guard !feeds.isEmpty, let readStates = session.stores.readStates else { return [] }
    return try await readStates.unreadPostIDs(
      in: .feeds(feeds, before: before), account: account ?? session.account.id, limit: .max)
  }

  /// Returns the ids of the web feeds whose entries a stream of the active account shows.
  private func webFeedIDs(of feed: Feed) async -> Set<Person.ID> {
    guard feed != .everything, let gateway = session.connection.subscriptions else { return [] }
    return Set(await gateway.subscriptions(in: feed).map { Person.ID($0.id.rawValue) })
  }
}

// MARK: - Unread entries

extension StreamInteractor {
  func toggleShowsUnreadOnly() async {
    guard let feed, !session.isOver else { return }
    do throws(StoreError) {
      await positions.waitUntilPositionStored()
      try await streamStorage(of: feed).setShowsUnreadOnly(!state.showsUnreadOnly)
    } catch {
      return presenter.perform(.say(.storeFailed(error)))
    }
    await reloadRows()
  }

  /// Removes entries read meanwhile from the open stream, if it shows only unread entries.
  func removeReadRows() async {
    guard let feed, state.showsUnreadOnly, !session.isOver else { return }
    do throws(StoreError) {
      try await streamStorage(of: feed).removeReadRowsFromStore()
    } catch {
      presenter.perform(.say(.storeFailed(error)))
    }
    await reloadRows()
  }

  /// Selects the next unread entry below or above the selected one; behind the last of them, the
  /// first one from the stream's other end.
  func selectNextUnreadEntry(_ direction: StreamDirection) async {
    guard let feed, hasReadStates else { return }
    let location = streamStorage(of: feed)
    do throws(StoreError) {
      let place = positions.currentPosition?.entry
      var next = try await location.nextUnreadEntry(direction, from: place)
      if next == nil { next = try await location.nextUnreadEntry(direction, from: nil) }
      guard let next else {
        return presenter.perform(.action(.markedRead(0, true), of: session.account))
      }
      await reloadRowsFromStore { _ in
        .entry(next)
      } selecting: { _ in
        ReadingPosition(entry: next, row: 0)
      }
    } catch {
      presenter.perform(.say(.storeFailed(error)))
    }
  }

  func updateUnreadCounts() async {
    guard let feed, feed != .everything, hasReadStates, let readStates = session.stores.readStates,
      let gateway = session.connection.subscriptions
    else { return }
    let turn = generation
    let counts: [Person.ID: Int]
    do throws(StoreError) {
      counts = try await readStates.unreadCountsByFeed(account: session.account.id)
    } catch {
      return session.logStoreError(error, doing: "count unread entries")
    }
    func unreadEntryCount(_ feeds: [Subscription]) -> Int {
      feeds.reduce(0) { $0 + (counts[Person.ID($1.id.rawValue)] ?? 0) }
    }
    let tabFeeds = state.tabs.map(\.feed)
    let all = await gateway.subscriptions(inEach: [feed] + tabFeeds.map { $0 ?? feed })
    guard turn == self.generation, let subscriptions = all.first else { return }
    let tabs = zip(tabFeeds, all.dropFirst()).map { $0 == nil ? 0 : unreadEntryCount($1) }
    unreadEntries = subscriptions.isEmpty ? nil : unreadEntryCount(subscriptions)
    marksPassed = Dictionary(
      subscriptions.compactMap { subscription in
        subscription.settings.marksPassed.map { (Person.ID(subscription.id.rawValue), $0) }
      }
    ) { first, _ in first }
    updateState {
      if tabs.count == $0.tabs.count { $0.unreadInTabs = tabs }
      $0.status.unread = unreadCount(in: $0)
    }
  }
}

extension SingleOrMergedStreamStorage {
  /// Removes entries read meanwhile from the stored stream, if it shows only unread entries.
  func removeReadRowsFromStore() async throws(StoreError) {
    if try await feedStatus().showsUnreadOnly { try await setShowsUnreadOnly(true) }
  }
}
