/// Listens to what a service tells by itself, for the account in front, and has what is shown follow.
///
/// What is told is no more than a hint: posts and notices are asked for as ever, so that nothing is
/// lost where a stream breaks off, and nobody is moved. Services that tell nothing are asked at the
/// pace of their streams.
@MainActor package final class NewsWire {
  /// A stream of events that lasted so long was a good one: what ended it is no lasting trouble.
  private static let goodLife = Duration.seconds(60)
  /// Events that come within so long are answered together.
  private static let haste = Duration.seconds(2)
  /// So many events may wait; of more than that, the latest.
  private static let mostWaiting = 64

  private let session: Session
  private let actions: PendingActions
  private let notices: NoticeBoard?
  private var listeners = Listeners<News>()
  /// In which streams what is new is told.
  private var told: Set<Feed> = [] {
    didSet { if told != oldValue { listeners.tell(.told(told)) } }
  }
  private var listening: Task<Void, Never>?
  private var asking: Task<Void, Never>?

  /// What it tells.
  package enum News {
    /// From now on what is new in these streams is told, and in no others.
    case told(Set<Feed>)
    /// There is something newer in that stream.
    case newer(Feed)
    /// Something may have been missed, in any stream.
    case gap
  }

  /// What the service of an account tells; begins when it is started.
  package init(_ session: Session, actions: PendingActions, notices: NoticeBoard?) {
    (self.session, self.actions, self.notices) = (session, actions, notices)
  }

  /// Tells a listener of every later piece of news, as long as it lives.
  func tell<Listener: AnyObject>(
    _ listener: Listener, _ hear: @escaping @MainActor (Listener, News) -> Void
  ) {
    listeners.add(listener, hear)
    hear(listener, .told(told))
  }

  /// Begins to listen; doing it twice is doing it once.
  package func start() {
    guard listening == nil, session.connection.live != nil else { return }
    listening = Task { [weak self] in
      var failures = 0
      while let wait = await self?.listen(after: failures) {
        failures = wait.failures
        guard let world = self?.session.world else { return }
        // Calling it off while it waits ends it.
        do throws(CancellationError) { try await world.sleep(for: wait.duration) } catch { return }
      }
    }
  }

  /// Listens again, with a new token.
  package func resume() {
    stop()
    start()
  }

  /// Listens no longer.
  package func stop() {
    listening?.cancel()
    listening = nil
    asking?.cancel()
    asking = nil
  }
}

extension NewsWire {
  /// How long to wait until it is tried again, after so many failures in a row.
  private struct Wait {
    let failures: Int
    let duration: Duration
  }

  /// Listens until the service ends it; nil where nobody is to listen again.
  private func listen(after failures: Int) async -> Wait? {
    guard let live = session.connection.live, !session.isOver, !Task.isCancelled else { return nil }
    let begun = session.world.now
    // What happened while nobody listened is asked for as ever.
    if failures > 0 { missSomething() }
    let (events, heard) = AsyncStream.makeStream(
      of: LiveEvent.self, bufferingPolicy: .bufferingNewest(Self.mostWaiting))
    let taking = Task { [weak self] in for await event in events { await self?.take(event) } }
    var refusal: FeedError?
    do throws(FeedError) {
      try await live.listen { heard.yield($0) }
    } catch {
      refusal = error
    }
    heard.finish()
    await taking.value
    let wasHeard = !told.isEmpty
    told = []
    guard !Task.isCancelled, !session.isOver else { return nil }
    let random = session.world.random()
    switch refusal {
    // Who asks for a page will be told; with a new token it is begun anew. There is nothing to catch
    // up with before it was listened to again.
    case .signedOut, .invalidCredentials, .notFound, .refused:
      if wasHeard { missSomething() }
      return Wait(failures: 0, duration: Backoff.delayAfterRefusal(random: random))
    case nil, .unreachable, .untrusted, .rateLimited, .serverFailed, .badReply, .misconfigured,
      .cancelled:
      break
    }
    let hasLasted = session.world.now.since(begun) >= Self.goodLife
    let count = hasLasted ? 1 : failures + 1
    return Wait(
      failures: count, duration: Backoff.refresh.delay(afterFailures: count, random: random))
  }

  private func take(_ event: LiveEvent) async {
    switch event {
    case .listening(let feeds): told = feeds
    case .news(let feed): listeners.tell(.newer(feed))
    case .notice: askForNotices()
    case .changed(let post): await change(post)
    case .removed(let post): await remove(post)
    }
  }

  private func missSomething() {
    listeners.tell(.gap)
    askForNotices()
  }

  /// Asks what happened to the reader, once for all that is told in a moment.
  private func askForNotices() {
    guard let notices, asking == nil else { return }
    asking = Task { [world = session.world, log = session.log, weak self] in
      do throws(CancellationError) { try await world.sleep(for: Self.haste) } catch { return }
      self?.asking = nil
      do throws(FeedError) {
        try await Purpose.due.asking { () async throws(FeedError) in
          try await notices.refresh(comparing: false)
        }
      } catch {
        // It is asked for again with the next page.
        log.note(.network, .info, "could not ask for notices: \(error)")
      }
    }
  }

  /// Keeps a post as it is now, where it is held.
  private func change(_ post: Post) async {
    do throws(StoreError) {
      let (feeds, account) = (session.shelf.feeds, session.account.id)
      guard try await feeds.post(post.id, account: account) != nil, !session.isOver else { return }
      _ = try await feeds.keep([post], account: account, now: session.world.now)
      actions.tellOfOthers(ChangeSet(feeds: Set(session.openFeeds), posts: [post.id]))
    } catch {
      session.note(error, doing: "keep a post that changed")
    }
  }

  private func remove(_ post: Post.ID) async {
    do throws(StoreError) {
      guard !session.isOver else { return }
      let changes = try await session.shelf.feeds.remove(post, account: session.account.id)
      guard !changes.isEmpty else { return }
      actions.tellOfOthers(changes)
    } catch {
      session.note(error, doing: "forget a post that is gone")
    }
  }
}
