extension StreamInteractor {
  /// How often the store is tidied at most.
  private static let tidyingInterval = Duration.seconds(600)

  /// Asks the service for what is new, unless it is being asked.
  func refresh() {
    schedule.stop()
    // What was gathered meanwhile may stand anywhere among what came before.
    let asksForLatest = isUnfinished
    start(.refresh, for: .refresh) { fetch throws(FetchFailure) in
      if asksForLatest { try await fetch.latest() } else { try await fetch.newer() }
    }
  }

  /// Asks for what is new when it is time to; where that is going on, again after it.
  func refreshOnTime() {
    if jobs[.refresh] == nil { refresh() } else { schedule.hurry() }
  }

  /// More rows on that side: from the store, and below its end from the service.
  func more(_ edge: StreamReading.Edge) async {
    switch edge {
    case .above:
      guard rows.window.hasMoreAbove else { return }
      await reload(around: entryNear(.above))
    case .below:
      if rows.window.hasMoreBelow { return await reload(around: entryNear(.below)) }
      guard let cursor = rows.window.status.older,
        olderNotBefore.map({ $0 <= session.world.now }) ?? true
      else { return }
      start(.older, for: .more(.below), near: entryNear(.below)) {
        fetch throws(FetchFailure) in try await fetch.older(cursor)
      }
    }
  }

  /// Fetches what is missing in a gap, next to the side the reader comes from.
  func fill(_ id: Gap.ID, from edge: StreamReading.Edge) {
    guard let gap = rows.gap(id) else { return }
    let neighbour = edge == .below ? gap.below : entry(above: id)
    start(.gap(id), for: .fill(id, from: edge), near: neighbour ?? reader?.entry) {
      fetch throws(FetchFailure) in try await fetch.fill(gap, fromBelow: edge == .below)
    }
  }
}

extension StreamInteractor {
  private func start(
    _ job: StreamJob, for request: StreamReading.Request, near neighbour: FeedEntry.ID? = nil,
    _ work: @escaping @MainActor (FeedFetch) async throws(FetchFailure) -> Void
  ) {
    guard let feed, jobs[job] == nil, !session.isOver else { return }
    let opening = openings
    begunJobs += 1
    let number = begunJobs
    let fetch = FeedFetch(session: session, feed: feed) { [weak self] changes in
      guard let self, opening == self.openings else { return }
      noteSign(of: job, number)
      if changes.isEmpty { await rereadStatus() } else { await reload(around: neighbour) }
    }
    let task = Task {
      do throws(FetchFailure) {
        try await work(fetch)
        finish(job, number) { self.succeeded(job) }
      } catch {
        let isCancelled = Task.isCancelled
        finish(job, number) { self.failed(job, request, error, isCancelled: isCancelled) }
      }
    }
    jobs[job] = StreamWork(number: number, task: task, lastSign: session.world.now)
    if job == .refresh { watch() }
    presentActivity()
  }

  private func finish(_ job: StreamJob, _ number: Int, then tell: () -> Void) {
    // What was called off, or was begun for another stream, has nothing to tell.
    guard jobs[job]?.number == number else { return }
    jobs[job] = nil
    if job == .refresh { watch() }
    presentActivity()
    tell()
  }

  private func succeeded(_ job: StreamJob) {
    guard job == .refresh else { return }
    isUnfinished = false
    schedule.succeeded(at: session.world.now)
    // Now that what is new is on the screen; nobody waits for it.
    Task { await tidy() }
    Task { await refreshNotices() }
    Task { await followMark() }
    guard isLineDown else { return }
    isLineDown = false
    // The line is back: what waits for it need not wait for its own next try.
    Task { await actions.deliver(nil) }
  }

  /// Asks what happened to the reader, at the pace at which the stream is refreshed.
  private func refreshNotices() async {
    do throws(FeedError) {
      try await notices?.refresh()
    } catch {
      // The stream was answered a moment ago: it is tried again with the next one.
      session.log.note(.network, .info, "could not ask for notices: \(error)")
    }
  }

  /// Counts no longer as unread what was read in another program.
  private func followMark() async {
    let opening = openings
    guard let mark, await mark.follow(), opening == openings else { return }
    await rereadStatus()
  }

  /// Has the store drop what is old, now and then: it has to count for that what it holds.
  private func tidy() async {
    let now = session.world.now
    guard !session.isOver, tidiedAt.map({ now.since($0) >= Self.tidyingInterval }) ?? true else {
      return
    }
    tidiedAt = now
    do throws(StoreError) {
      try await session.forgetWhatIsTooOld()
      try await session.shelf.feeds.tidy(account: session.account.id)
    } catch {
      session.note(error, doing: "drop what is old")
    }
  }

  private func failed(
    _ job: StreamJob, _ request: StreamReading.Request, _ failure: FetchFailure, isCancelled: Bool
  ) {
    switch failure {
    case .overtaken: break
    case .unfinished:
      isUnfinished = true
      presenter.present(.unfinished(retryAt: schedule.failed(nil)))
    case .store(let error):
      presenter.present(.storeFailed(error))
      if job == .refresh { schedule.succeeded(at: session.world.now) }
    case .service(.signedOut), .service(.invalidCredentials):
      unanswered.append(request)
      guard job == .refresh else { return presenter.present(.action(.signedOut)) }
      // It may pass, as where a server was confused: what is answered after all is told.
      isLineDown = true
      presenter.present(.failed(.signedOut, retryAt: nil))
    case .service(.cancelled) where isCancelled: break
    case .service(let error):
      isLineDown = isLineDown || job == .refresh
      let retryAt = job == .refresh ? schedule.failed(error) : nil
      if job == .older { olderNotBefore = session.world.now.advanced(by: .seconds(5)) }
      presenter.present(.failed(error, retryAt: retryAt))
    }
  }

  /// An entry close to that side of the rows: the reader is there, or on their way.
  private func entryNear(_ edge: StreamReading.Edge) -> FeedEntry.ID? {
    let entries = rows.window.rows.compactMap(\.entry)
    return edge == .above ? entries.prefix(20).last?.id : entries.suffix(20).first?.id
  }

  private func entry(above gap: Gap.ID) -> FeedEntry.ID? {
    rows.window.rows.prefix { row in
      if case .gap(let other) = row { other.id != gap } else { true }
    }.last(where: { $0.entry != nil })?.entry?.id
  }
}
