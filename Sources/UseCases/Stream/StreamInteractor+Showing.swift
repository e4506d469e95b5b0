internal import FeedDomain

extension StreamInteractor {
  /// How many rows are held at most on either side of the reader.
  private static let reach = (above: 150, below: 250)

  /// Shows the rows as the store has them now; the reader stays where they are.
  func reload(around entry: FeedEntry.ID? = nil) async {
    await read { interactor in
      let fallback = interactor.rows.confirmed.first?.entry?.id
      return (entry ?? interactor.places.place?.entry ?? fallback).map { .entry($0) } ?? .top
    } place: { _ in
      nil
    }
  }

  /// Moves the reader.
  func jump(to target: StreamReading.Target) async {
    let lastRead = rows.status.lastRead
    let isUnread = unread > 0
    await read { _ in
      switch target {
      case .top: .top
      case .bottom: .bottom
      case .firstUnread: isUnread ? lastRead.map { .entry($0) } ?? .top : .top
      }
    } place: { window in
      let entries = window.rows.compactMap(\.entry)
      let goal: FeedEntry? =
        switch target {
        case .top: entries.first
        case .bottom: entries.last
        case .firstUnread:
          isUnread
            ? entries.prefix { $0.id != lastRead }.last { !self.isOwn($0) } ?? entries.first
            : entries.first
        }
      return goal.map { ReadingPosition(entry: $0.id, row: 0) }
    }
  }

  /// Reads how the stream stands, where no row changed.
  func rereadStatus() async {
    guard let feed = opening.feed else { return }
    let number = opening.number
    do throws(StoreError) {
      let status = try await held(feed).status()
      guard number == opening.number else { return }
      present(rows.adopt(status))
      presentStatus()
    } catch {
      guard number == opening.number else { return }
      presenter.present(.storeFailed(error))
    }
  }

  /// Goes on with what is left after something was read elsewhere; else the reader stays.
  func goOn() async {
    let before = rows.status.lastRead
    await rereadStatus()
    if rows.status.lastRead != before { await jump(to: .firstUnread) }
  }

  func presentStatus() {
    let (held, isEmpty, unread) = (rows.status, rows.confirmed.isEmpty, unread)
    let status = StreamReading.Status(
      unread: unread,
      awaySince: schedule.pacing.away(held, unread: unread, now: session.world.now),
      isUncounted: held.hasUnreadGap, notifications: notifications?.unread ?? 0,
      fetchedAt: held.fetchedAt,
      isEmpty: isEmpty && held.fetchedAt != nil)
    if told.isNews(status) { presenter.present(.status(status)) }
  }

  /// How many entries have not been seen; what the reader put there needs no reading.
  private var unread: Int {
    let status = rows.status
    // Asked with every step of the reader, mostly to find nothing.
    guard status.unread > 0 else { return 0 }
    var own = 0
    for case .entry(let entry) in rows.confirmed {
      if entry.id == status.lastRead { return max(0, status.unread - own) }
      if isOwn(entry) { own += 1 }
    }
    return status.unread
  }

  private func isOwn(_ entry: FeedEntry) -> Bool {
    opening.together?.isOwn(entry)
      ?? ((entry.boostedBy ?? entry.post.author).id == session.account.person)
  }

  func presentActivity() {
    let isFirst = rows.isUnknown
    let activity = opening.locating == nil ? errands.activity(isFirst: isFirst) : .locating
    if told.isNews(activity) { presenter.present(.activity(activity)) }
  }
}

extension StreamInteractor {
  /// Whether the service tells what is new in the stream by itself.
  var isTold: Bool { opening.feed.map { line.told.contains($0) } ?? false }

  /// Hears what the service tells by itself; the reader stays where they are.
  package func listen(to wire: LiveUpdates) { wire.tell(self) { $0.hear($1) } }

  /// Takes what the service tells by itself.
  func hear(_ news: LiveUpdates.Update) {
    guard opening.feed != nil, !session.isOver else {
      if case .told(let feeds) = news { line.told = feeds }
      return
    }
    switch news {
    // What is told by itself is looked at now and then alone.
    case .told(let feeds):
      let wasTold = isTold
      line.told = feeds
      if wasTold, !isTold { schedule.noLongerTold() }
    case .newer(let feed):
      let isHome = opening.together != nil && feed == .home
      if feed == opening.feed || isHome { schedule.hurry(after: LiveCoverage.spacing) }
    case .kept(let feed):
      if feed == opening.feed { schedule.kept() }
    // The rows at the top may be folded or not by now, though none is new.
    case .listed(.wordFilters):
      line.wantsLatest = true
      schedule.hurry(after: LiveCoverage.spacing)
    case .listed: break
    case .gap: schedule.hurry()
    }
  }

  /// Counts anew what happened to the reader.
  func notificationsChanged() {
    guard opening.feed != nil else { return }
    presentStatus()
  }

  /// Where several are read together, each is heard of by itself.
  func hear(_ news: ActionEvent) {
    if opening.together == nil { take(news) }
  }

  /// Hears what is done as any of those who are read together.
  func hear(of company: AccountGroup) {
    opening.news.listen(to: company.desks) { [weak self] news, account in
      guard let self, opening.together != nil else { return }
      let isOthers = account != session.account.id
      switch news {
      // Whoever is in front tells that for all, and is asked to sign in again here alone.
      case .changedElsewhere where isOthers, .signedOut where isOthers: break
      case .delivered(.publish, _) where isOthers: presenter.present(.action(news))
      default: take(news)
      }
    }
  }

  private func take(_ news: ActionEvent) {
    guard let feed = opening.feed else { return }
    switch news {
    case .stored(let posts): for post in posts { rows.confirm(post) }
    case .changed(let changes):
      present(rows.overlay(changes, through: look))
      if changes.feeds.contains(feed) { Task { await reload() } }
    case .delivered(let change, let outcome):
      if case .post(let post) = outcome { rows.confirm(post) }
      presenter.present(.action(news))
      switch change {
      case .publish(let draft): posted(draft, outcome)
      case .delete(let id):
        session.freshPosts.forget([id.own])
        Task { await reload() }
      default: break
      }
    case .changedElsewhere: Task { await catchUp() }
    case .signedOut:
      // What waits goes out as soon as anything is answered again.
      line.isDown = true
      presenter.present(.action(news))
    default: presenter.present(.action(news))
    }
  }

  /// Shows a post of one's own at once where it is known that it belongs into the stream; elsewhere
  /// the service is asked, which knows.
  private func posted(_ draft: Draft, _ outcome: Outcome) {
    if case .post(let post) = outcome, draft.replyTo == nil, draft.editing == nil {
      session.freshPosts.add(post.asOwn)
      if opening.feed == .home { return showPosted() }
    }
    // What is being asked now may have been answered before.
    refreshOnTime()
  }

  private func showPosted() {
    let number = opening.number
    let top = rows.confirmed.first?.entry?.id
    let isAtTop = places.place.map { $0.entry == top && $0.row >= 0 } ?? true
    Task {
      await reload()
      if isAtTop, number == opening.number { presenter.present(.postedAtTop) }
    }
  }

  /// Shows what is stored now; where that is nothing any more, it is fetched.
  private func catchUp() async {
    await reload()
    if rows.isUnknown { refresh() }
  }
}

extension StreamInteractor {
  private func read(
    around anchor: @escaping @MainActor (StreamInteractor) -> WindowAnchor,
    place: @escaping @MainActor (FeedWindow) -> ReadingPosition?
  ) async {
    let number = opening.number
    // One after the other: a late answer to an early question must not have the last word.
    await reads.add { [self] in
      guard let feed = opening.feed, number == opening.number else { return }
      do throws(StoreError) {
        let window = try await held(feed).window(
          around: anchor(self), above: Self.reach.above, below: Self.reach.below)
        guard number == opening.number else { return }
        let news = adopt(window, of: feed)
        if let place = place(window) {
          places.place = place
          presenter.present(.rows(rows.shown(place: place)))
        } else {
          present(news)
        }
        presentStatus()
      } catch {
        guard number == opening.number else { return }
        presenter.present(.storeFailed(error))
      }
    }.value
  }

  /// Takes other rows, and with those at home what the reader posted a moment ago.
  func adopt(_ window: FeedWindow, of feed: Feed) -> RowChange {
    let fresh = feed == .home ? session.freshPosts : NewOwnPosts()
    return rows.adopt(window, with: fresh, now: session.world.now, through: look)
  }

  /// How what waits to be sent makes posts look.
  private var look: any Overlaying { opening.together ?? actions }

  private func present(_ news: RowChange) {
    switch news {
    case .nothing: break
    case .posts(let posts): presenter.present(.changed(posts))
    case .rows: presenter.present(.rows(rows.shown(place: nil)))
    }
  }
}

// MARK: - Tabs and arrangements

extension StreamInteractor {
  /// Which streams are tabs, which may have been chosen elsewhere.
  func showTabs() {
    guard opening.feed != nil || opening.isNearby else { return }
    // Whoever goes from photo to photo does so along what has the keys.
    session.reads(opening.feed, insteadOf: opening.feed)
    presentStreams()
  }

  /// Makes the stream that is read a tab, or takes that back.
  func toggleTab() async {
    guard let feed = opening.feed, !session.isOver else { return }
    let tab = session.tabs.first { $0.offers(feed) } ?? .feed(feed)
    guard let tabs = session.tabs(toggling: tab) else { return presenter.present(.lastTab) }
    session.choose(tabs)
    presentStreams()
    presenter.present(.tab(feed, isShown: tabs.contains(tab)))
    // It is the tab that is read from now on, where no other is.
    if opening.together != nil, tabs.contains(tab) { await remember(feed) }
    do throws(StoreError) { try await session.keepTabs(tabs) } catch {
      presenter.present(.storeFailed(error))
    }
  }

  /// Has the posts with the tag that is read come home, or no longer.
  func followTag(_ isFollowed: Bool) {
    guard case .tag(let tag)? = opening.feed, !session.isOver else { return }
    let change = PendingChange.act(ServiceAction(.followTag, tag, isDone: isFollowed))
    guard session.connection.abilities.takes(change) else { return }
    actions.perform(change)
  }

  /// Lays the stream out differently, at once; that it is remembered comes after.
  func arrange(_ arrangement: Arrangement) async {
    guard let feed = opening.feed else { return }
    presenter.present(.arranged(arrangement))
    guard !session.isOver else { return }
    do throws(StoreError) {
      try await held(feed).setArrangement(arrangement)
    } catch {
      guard feed == opening.feed else { return }
      presenter.present(.storeFailed(error))
    }
  }

  /// Tells how many are still unread, once it is stored how far was read.
  func placeKept(_ seen: FeedEntry.ID) async {
    let status = rows.status
    guard status.unread > 0 || status.lastRead == nil else { return }
    if rows.isUnread(seen) { places.mark?.advanced() }
    await rereadStatus()
  }
}
