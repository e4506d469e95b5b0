internal import FeedDomain

/// A writer of the user's reading position in a stream to the store and the service.
@MainActor
final class ReadingPositionWriter {
  /// A reading position in a stream that is to be stored, with the newest entry seen.
  private struct UnwrittenPosition: Sendable {
    let feed: Feed
    let position: ReadingPosition
    let newestSeenEntry: FeedEntry.ID
  }

  /// The user's position in the open stream; nil before the first move.
  var currentPosition: ReadingPosition?
  /// The synchronizer of the open stream's reading mark with the service; nil if the service stores
  /// none.
  private(set) var markSynchronizer: ReadingMarkSynchronizer?

  private let session: AccountSession
  private let group: AccountGroup?
  private let stored: @MainActor (FeedEntry.ID) async -> Void
  private let failed: @MainActor (StoreError) -> Void
  private var hasFailed = false
  private var unwrittenPosition: UnwrittenPosition?
  private lazy var writes = LatestValueWriter<UnwrittenPosition> { [weak self] in
    await self?.writePosition($0)
  }

  /// Creates a writer of reading positions. `stored` is called with the newest seen entry, once its
  /// position is stored; `failed` with the error of storing a position, once and not at every step.
  init(
    _ session: AccountSession, with group: AccountGroup?,
    stored: @escaping @MainActor (FeedEntry.ID) async -> Void,
    failed: @escaping @MainActor (StoreError) -> Void
  ) {
    (self.session, self.group, self.stored, self.failed) = (session, group, stored, failed)
  }

  func startSynchronizingReadingMark(in feed: Feed) {
    markSynchronizer = ReadingMarkSynchronizer(session, of: feed)
  }

  /// Stores the user's position in a stream, and marks the entry `seen` and older ones as read.
  func recordStreamPosition(_ place: ReadingPosition, seen: FeedEntry.ID, in feed: Feed) {
    self.currentPosition = place
    let step = UnwrittenPosition(feed: feed, position: place, newestSeenEntry: seen)
    unwrittenPosition = step
    writes.submitValueToWrite(step)
  }

  /// Stores the last reading position again, after rows arrived that the stream lacked when the
  /// position was stored first.
  func storePositionAfterNewRows(in feed: Feed) {
    if let unwrittenPosition, unwrittenPosition.feed == feed {
      writes.submitValueToWrite(unwrittenPosition)
    }
  }

  func waitUntilPositionStored() async { await writes.waitUntilValueIsWritten() }

  /// Sends the waiting reading mark, and forgets it, since the user left the stream.
  func sendMarkAndStopSynchronizing() {
    markSynchronizer?.sendScheduledReadingMarkNow()
    markSynchronizer = nil
  }

  private func writePosition(_ step: UnwrittenPosition) async {
    guard !session.isOver else { return }
    do throws(StoreError) {
      try await SingleOrMergedStreamStorage(step.feed, of: session, with: group)
        .setReadingPosition(step.position, lastRead: step.newestSeenEntry)
      hasFailed = false
      await stored(step.newestSeenEntry)
    } catch {
      guard !hasFailed else { return }
      hasFailed = true
      failed(error)
    }
  }
}

/// A synchronizer of a stream's reading mark, the newest read entry, which all of the user's
/// programs share through the service. The mark moves only towards newer posts; a mark from another
/// program counts posts as read, but does not scroll the stream.
@MainActor
final class ReadingMarkSynchronizer {
  /// The delay before a reading mark is sent to the service; later marks meanwhile replace it.
  private static let sendDelay = Duration.seconds(5)
  /// The shortest time between two comparisons with the service's reading mark without a refresh.
  private static let interval = Duration.seconds(60)
  /// The time at which a reading mark was last sent to the service; nil if never.
  private var markSentAt: Timestamp?

  private let session: AccountSession
  private let feed: Feed
  private var comparedAt: Timestamp?
  /// True if the last comparison with the service's reading mark failed.
  private var isUncertain = false
  private var waiting: Task<Void, Never>?

  /// Creates a synchronizer of a stream's reading mark; nil if the service stores no mark for the
  /// stream.
  init?(_ session: AccountSession, of feed: Feed) {
    guard session.connection.markers?.keepsReadingMarks(in: feed) == true else { return nil }
    (self.session, self.feed) = (session, feed)
  }

  /// Makes the comparison with the service's reading mark due at once, as after a refresh.
  func makeReadingMarkComparisonDue() { comparedAt = nil }

  /// Schedules the sending of the service's reading mark after a short delay, at most once in an
  /// interval.
  func scheduleReadingMarkSending() {
    guard waiting == nil else { return }
    let now = session.world.now
    let pause = markSentAt.map { Self.interval - now.elapsedTime(since: $0) } ?? .zero
    let wait = min(max(pause, Self.sendDelay), Self.interval)
    waiting = Task { [world = session.world, weak self] in
      // The task ends if it is cancelled while it sleeps.
      do throws(CancellationError) { try await world.sleep(for: wait) } catch { return }
      self?.waiting = nil
      self?.markSentAt = world.now
      _ = await self?.adoptOrSendReadingMark()
    }
  }

  /// Sends the service's reading mark at once if its sending waits; does nothing otherwise.
  func sendScheduledReadingMarkNow() {
    guard let waiting else { return }
    waiting.cancel()
    self.waiting = nil
    Task { await adoptOrSendReadingMark() }
  }

  /// True if the service's reading mark is to be fetched, since another program of the user may
  /// have read further.
  var isDue: Bool {
    get async {
      let now = session.world.now
      guard comparedAt.map({ now.elapsedTime(since: $0) >= Self.interval }) ?? true else {
        return false
      }
      return await !isAllRead
    }
  }

  /// Adopts the service's reading mark or sends the local one, whichever is newer, and records the
  /// time; returns true if the service's mark was adopted.
  func adoptOrSendMarkAfterRefresh() async -> Bool {
    comparedAt = session.world.now
    return await adoptOrSendReadingMark()
  }

  /// Adopts the service's reading mark or sends the local one, whichever is newer; returns true if
  /// the service's mark was adopted.
  private func adoptOrSendReadingMark() async -> Bool {
    await RequestPriority.automatic.runActionWithPriority { await adoptServiceMarkOrSendLocal() }
  }

  private func adoptServiceMarkOrSendLocal() async -> Bool {
    guard !session.isOver, let markers = session.connection.markers else { return false }
    var isFollowed = false
    do throws(FeedError) {
      // Another program may write a mark at the same time: then its mark is compared as well, once.
      for _ in 0..<2 {
        let there = try await markers.lastReadEntry(in: feed)
        guard !session.isOver, let (isFurther, mine) = await adoptServiceReadingMarkIfNewer(there)
        else {
          break
        }
        isFollowed = isFollowed || isFurther
        guard let mine, try await !markers.sendLastReadEntryUnlessConflict(mine, in: feed) else {
          break
        }
      }
      isUncertain = false
      return isFollowed
    } catch {
      isUncertain = true
      // On an error the local mark stays: at worst, read entries count as unread.
      session.log.writeLogLine(.network, .info, "could not compare the read position: \(error)")
      return isFollowed
    }
  }

  /// Adopts the service's reading mark if it is newer, and returns whether it did; otherwise
  /// returns the local mark, which is to be sent. Returns nil if both are equal or cannot be
  /// compared, or if the store fails.
  private func adoptServiceReadingMarkIfNewer(_ there: FeedEntry.ID?) async -> (
    isFollowed: Bool, mine: FeedEntry.ID?
  )? {
    do throws(StoreError) {
      let (feeds, account) = (session.stores.feeds, session.account.id)
      let before = try await feedStatus()
      guard there != before.lastRead else { return nil }
      guard let there else { return (false, before.lastRead) }
      let row = try await feeds.feedWindow(
        of: feed, account: account, around: .entry(there), above: 0, below: 1
      ).rows.first
      guard row?.entry?.id == there else {
        // A mark on an entry that is not stored cannot be compared, unless the local mark is at the
        // top of the stream.
        return before.unread == 0 ? (false, before.lastRead) : nil
      }
      try await feeds.advanceLastReadEntry(there, in: .stream(feed, account))
      let after = try await feedStatus().lastRead
      return after == there ? (true, nil) : (false, after)
    } catch {
      session.logStoreError(error, doing: "compare the read position")
      return nil
    }
  }

  /// True if the user's last entry in the stream is known and no stored entry is unread, so that
  /// the service's reading mark need not be fetched.
  private var isAllRead: Bool {
    get async {
      // If the store cannot be read, the service's mark is fetched.
      guard !isUncertain, let held = try? await feedStatus() else { return false }
      return held.lastRead != nil && held.unread == 0
    }
  }

  private func feedStatus() async throws(StoreError) -> FeedStatus {
    try await session.stores.feeds.feedStatus(of: feed, account: session.account.id)
  }
}
