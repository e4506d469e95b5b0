internal import FeedDomain

/// The reader's position in a stream and how far they have read, which are stored here and at the
/// service.
@MainActor final class ReadingPositions {
  /// A position in a stream, and the newest entry that was seen.
  private struct Step: Sendable {
    let feed: Feed
    let place: ReadingPosition
    let seen: FeedEntry.ID
  }

  /// The reader's position; nil until the reader has one.
  var place: ReadingPosition?
  /// How far the stream was read in any program; nil if the service does not store that.
  private(set) var mark: ReadingMark?

  private let session: Session
  private let group: AccountGroup?
  private let stored: @MainActor (FeedEntry.ID) async -> Void
  private let failed: @MainActor (StoreError) -> Void
  private var hasFailed = false
  private var last: Step?
  private lazy var writes = LatestWrite<Step> { [weak self] in await self?.store($0) }

  /// - Parameters:
  ///   - stored: hears which entry was seen, once that is stored.
  ///   - failed: hears why nothing is stored: once, not at every step through the stream.
  init(
    _ session: Session, with group: AccountGroup?,
    stored: @escaping @MainActor (FeedEntry.ID) async -> Void,
    failed: @escaping @MainActor (StoreError) -> Void
  ) {
    (self.session, self.group, self.stored, self.failed) = (session, group, stored, failed)
  }

  func begin(in feed: Feed) { mark = ReadingMark(session, of: feed) }

  /// Stores that the reader is at a position, and sees an entry and what is older.
  func reach(_ place: ReadingPosition, seen: FeedEntry.ID, in feed: Feed) {
    self.place = place
    let step = Step(feed: feed, place: place, seen: seen)
    last = step
    writes.submit(step)
  }

  /// Stores the last position in a stream once more, for the rows that it did not have then.
  func storeAgain(in feed: Feed) {
    if let last, last.feed == feed { writes.submit(last) }
  }

  /// Waits until the last position is stored.
  func finish() async { await writes.finish() }

  /// Leaves the stream.
  func end() {
    mark?.end()
    mark = nil
  }

  private func store(_ step: Step) async {
    guard !session.isOver else { return }
    do throws(StoreError) {
      try await StreamLocation(step.feed, of: session, with: group)
        .setPlace(step.place, lastRead: step.seen)
      hasFailed = false
      await stored(step.seen)
    } catch {
      guard !hasFailed else { return }
      hasFailed = true
      failed(error)
    }
  }
}

/// The mark that tells all of a person's programs how far a stream was read.
///
/// The mark only moves towards what is newer, in the order in which posts are stored: a post that was
/// read in one program is read in all of them. The reader is not moved.
@MainActor final class ReadingMark {
  /// The delay with which the service is told: what is read meanwhile is told together.
  private static let patience = Duration.seconds(5)
  /// The shortest time between two comparisons, unless the reader asks.
  private static let interval = Duration.seconds(60)
  /// The time when the service was told last.
  private var toldAt: Timestamp?

  private let session: Session
  private let feed: Feed
  private var comparedAt: Timestamp?
  /// Whether the last comparison failed.
  private var isUncertain = false
  private var waiting: Task<Void, Never>?

  /// Returns nil if the service does not store how far the stream was read.
  init?(_ session: Session, of feed: Feed) {
    guard session.connection.markers?.keepsMarks(in: feed) == true else { return nil }
    (self.session, self.feed) = (session, feed)
  }

  /// Makes the next comparison due at once: the reader asks.
  func hurry() { comparedAt = nil }

  /// Tells the service a moment later that the reader has seen something newer: once in an interval
  /// while they read on.
  func advance() {
    guard waiting == nil else { return }
    let now = session.world.now
    let pause = toldAt.map { Self.interval - now.since($0) } ?? .zero
    let wait = min(max(pause, Self.patience), Self.interval)
    waiting = Task { [world = session.world, weak self] in
      do throws(CancellationError) { try await world.sleep(for: wait) } catch { return }
      self?.waiting = nil
      self?.toldAt = world.now
      _ = await self?.compare()
    }
  }

  /// Tells the service at once what waits to be told, and nothing after that.
  func end() {
    guard let waiting else { return }
    waiting.cancel()
    self.waiting = nil
    Task { await compare() }
  }

  /// Whether the service is to be asked what was read in another program.
  var isDue: Bool {
    get async {
      let now = session.world.now
      guard comparedAt.map({ now.since($0) >= Self.interval }) ?? true else { return false }
      return await !isAllRead
    }
  }

  /// Takes over what was read in another program; true if something was.
  func follow() async -> Bool {
    comparedAt = session.world.now
    return await compare()
  }

  /// Takes over the service's mark or tells it the one here, whichever is newer.
  private func compare() async -> Bool { await RequestPurpose.due.asking { await exchange() } }

  private func exchange() async -> Bool {
    guard !session.isOver, let markers = session.connection.markers else { return false }
    var isFollowed = false
    do throws(FeedError) {
      // Another program may write at the same moment: what it wrote is compared then, once.
      for _ in 0..<2 {
        let there = try await markers.lastRead(in: feed)
        guard !session.isOver, let (isFurther, mine) = await take(there) else { break }
        isFollowed = isFollowed || isFurther
        guard let mine, try await !markers.setLastRead(mine, in: feed) else { break }
      }
      isUncertain = false
      return isFollowed
    } catch {
      isUncertain = true
      // What is known here stands: at worst something that was read counts as unread.
      session.log.note(.network, .info, "could not compare how far was read: \(error)")
      return isFollowed
    }
  }

  /// Takes over the service's mark if it is newer; returns the entry that the service is to be told
  /// otherwise. Nil if nothing is to be done.
  private func take(_ there: FeedEntry.ID?) async -> (isFollowed: Bool, mine: FeedEntry.ID?)? {
    do throws(StoreError) {
      let (feeds, account) = (session.shelf.feeds, session.account.id)
      let before = try await status()
      guard there != before.lastRead else { return nil }
      guard let there else { return (false, before.lastRead) }
      let row = try await feeds.window(
        of: feed, account: account, around: .entry(there), above: 0, below: 1
      ).rows.first
      guard row?.entry?.id == there else {
        // Nobody can say which of the two is newer, but for the top of the stream.
        return before.unread == 0 ? (false, before.lastRead) : nil
      }
      try await feeds.setLastRead(there, in: .stream(feed, account))
      let after = try await status().lastRead
      return after == there ? (true, nil) : (false, after)
    } catch {
      session.note(error, doing: "compare how far was read")
      return nil
    }
  }

  /// Whether everything that is held was read here, so that nobody can have read further.
  private var isAllRead: Bool {
    get async {
      // Where the store cannot be read, the service is asked.
      guard !isUncertain, let held = try? await status() else { return false }
      return held.lastRead != nil && held.unread == 0
    }
  }

  private func status() async throws(StoreError) -> FeedStatus {
    try await session.shelf.feeds.status(of: feed, account: session.account.id)
  }
}
