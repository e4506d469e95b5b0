extension StreamInteractor {
  /// How many rows are held at most on either side of the reader.
  private static let reach = (above: 150, below: 250)

  /// Shows the rows as the store has them now; the reader stays where they are.
  func reload(around entry: FeedEntry.ID? = nil) async {
    await read { interactor in
      let fallback = interactor.rows.window.rows.first?.entry?.id
      return (entry ?? interactor.reader?.entry ?? fallback).map { .entry($0) } ?? .top
    } place: { _ in
      nil
    }
  }

  /// Moves the reader.
  func jump(to target: StreamReading.Target) async {
    let lastRead = rows.window.status.lastRead
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
      return goal.map { ReadingPlace(entry: $0.id, row: 0) }
    }
  }

  /// Reads how the stream stands, where no row changed.
  func rereadStatus() async {
    guard let feed else { return }
    let opening = openings
    do throws(StoreError) {
      let top = try await session.shelf.feeds.window(
        of: feed, account: session.account.id, around: .top, above: 0, below: 1)
      guard opening == openings else { return }
      present(rows.adopt(top.status))
      presentStatus()
    } catch {
      guard opening == openings else { return }
      presenter.present(.storeFailed(error))
    }
  }

  func presentStatus() {
    let window = rows.window
    let status = StreamReading.Status(
      unread: unread, notices: notices?.unread ?? 0, fetchedAt: window.status.fetchedAt,
      isEmpty: window.rows.isEmpty && window.status.fetchedAt != nil)
    guard status != shownStatus else { return }
    shownStatus = status
    presenter.present(.status(status))
  }

  /// How many entries have not been seen; what the reader put there needs no reading.
  private var unread: Int {
    let status = rows.window.status
    let entries = rows.window.rows.compactMap(\.entry)
    guard status.unread > 0, let end = entries.firstIndex(where: { $0.id == status.lastRead })
    else { return status.unread }
    return max(0, status.unread - entries[..<end].count { isOwn($0) })
  }

  private func isOwn(_ entry: FeedEntry) -> Bool {
    (entry.boostedBy ?? entry.post.author).id == session.account.person
  }

  func presentActivity() {
    let activity: StreamReading.Activity =
      if locating != nil {
        .locating
      } else if let refresh = jobs[.refresh] {
        isStalled
          ? .stalled(since: refresh.lastSign)
          : rows.window.rows.isEmpty && rows.window.status.fetchedAt == nil ? .opening : .refreshing
      } else if jobs[.older] != nil {
        .loadingOlder
      } else if case .gap(let gap)? = jobs.keys.first {
        .filling(gap)
      } else {
        .none
      }
    guard activity != shownActivity else { return }
    shownActivity = activity
    presenter.present(.activity(activity))
  }
}

extension StreamInteractor: NewsReading {
  /// Asks for what is new, soon; the reader stays where they are.
  public func hear(newsOf feed: Feed) {
    guard feed == self.feed, !session.isOver else { return }
    schedule.hurry()
  }

  /// Asks whether something was missed.
  public func hearOfGap() {
    guard feed != nil, !session.isOver else { return }
    schedule.hurry()
  }
}

extension StreamInteractor: NoticeObserving {
  /// Counts anew what happened to the reader.
  public func noticesChanged() {
    guard feed != nil else { return }
    presentStatus()
  }
}

extension StreamInteractor: ActionObserving {
  /// Shows what happened to the reader's actions, in the same turn.
  public func hear(_ news: ActionNews) {
    guard let feed else { return }
    switch news {
    case .changed(let changes):
      present(rows.overlay(actions))
      if changes.feeds.contains(feed) { Task { await reload() } }
    case .delivered(let change, let outcome):
      if case .post(let post) = outcome { rows.confirm(post) }
      presenter.present(.action(news))
      // One's own post appears where it belongs: where the service puts it. What is being asked
      // now may have been answered before.
      if case .publish = change { refreshOnTime() }
    case .changedElsewhere: Task { await catchUp() }
    case .signedOut:
      // What waits goes out as soon as anything is answered again.
      isLineDown = true
      presenter.present(.action(news))
    default: presenter.present(.action(news))
    }
  }

  /// Shows what is stored now; where that is nothing any more, it is fetched.
  private func catchUp() async {
    await reload()
    if rows.window.rows.isEmpty, rows.window.status.fetchedAt == nil { refresh() }
  }
}

extension StreamInteractor {
  private func read(
    around anchor: @escaping @MainActor (StreamInteractor) -> WindowAnchor,
    place: @escaping @MainActor (FeedWindow) -> ReadingPlace?
  ) async {
    let opening = openings
    // One after the other: a late answer to an early question must not have the last word.
    await reads.add { [self] in
      guard let feed, opening == openings else { return }
      do throws(StoreError) {
        let window = try await session.shelf.feeds.window(
          of: feed, account: session.account.id, around: anchor(self), above: Self.reach.above,
          below: Self.reach.below)
        guard opening == openings else { return }
        let news = rows.adopt(window, through: actions)
        if let place = place(window) {
          reader = place
          presenter.present(.rows(rows.rows(place: place)))
        } else {
          present(news)
        }
        presentStatus()
      } catch {
        guard opening == openings else { return }
        presenter.present(.storeFailed(error))
      }
    }.value
  }

  private func present(_ news: StreamRows.News) {
    switch news {
    case .nothing: break
    case .posts(let posts): presenter.present(.changed(posts))
    case .rows: presenter.present(.rows(rows.rows(place: nil)))
    }
  }
}

extension FeedWindow {
  func with(_ status: FeedStatus) -> FeedWindow {
    FeedWindow(rows, hasMoreAbove: hasMoreAbove, hasMoreBelow: hasMoreBelow, status: status)
  }
}
