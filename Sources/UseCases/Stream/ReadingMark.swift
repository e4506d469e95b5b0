internal import FeedDomain

/// Keeps how far a stream was read the same here and at its service, for all of somebody's programs.
///
/// It only moves towards what is newer, in the order in which posts are held: what was read in one
/// program is read in all of them, and the reader is not moved.
@MainActor final class ReadingMark {
  /// What is read meanwhile is told together.
  private static let patience = Duration.seconds(5)
  /// How often the service is asked at most, unless the reader asks.
  private static let interval = Duration.seconds(60)
  /// When the service was told last because something was read here.
  private var toldAt: Timestamp?

  private let session: Session
  private let feed: Feed
  private var comparedAt: Timestamp?
  /// Whether the last comparison failed.
  private var isUncertain = false
  private var waiting: Task<Void, Never>?

  /// Nil where the service keeps no such thing.
  init?(_ session: Session, of feed: Feed) {
    guard session.connection.markers?.keepsMarks(in: feed) == true else { return nil }
    (self.session, self.feed) = (session, feed)
  }

  /// The next comparison is made however short a while ago the last one was: the reader asks.
  func hurry() { comparedAt = nil }

  /// The reader has seen something newer; the service is told a moment later, and once in an
  /// interval while they read on.
  func advanced() {
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

  /// Tells at once what waits to be told, and no more after that.
  func end() {
    guard let waiting else { return }
    waiting.cancel()
    self.waiting = nil
    Task { await compare() }
  }

  /// Whether it is to be looked whether something was read elsewhere, as now and then.
  var isDue: Bool {
    get async {
      let now = session.world.now
      guard comparedAt.map({ now.since($0) >= Self.interval }) ?? true else { return false }
      return await !isAllRead
    }
  }

  /// Follows what was read elsewhere; true where there was something.
  func follow() async -> Bool {
    comparedAt = session.world.now
    return await compare()
  }

  /// Takes over what the service knows or tells it what is known here, whichever is further on.
  private func compare() async -> Bool { await RequestPurpose.due.asking { await bringTogether() } }

  private func bringTogether() async -> Bool {
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

  /// Whether that entry was newer than what was read here, and what the service is to be told.
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
