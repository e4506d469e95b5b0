internal import FeedDomain

/// Keeps where the reader is in a stream, and how far they have read, here and at the service.
@MainActor final class ReadingPositions {
  /// Where the reader is in a stream, and what they have seen.
  private struct Step: Sendable {
    let feed: Feed
    let place: ReadingPosition
    let seen: FeedEntry.ID
  }

  /// Where the reader is; nil for nowhere in particular.
  var place: ReadingPosition?
  /// How far the stream was read in any program; nil where the service keeps no such thing.
  private(set) var mark: ReadingMark?

  private let session: Session
  private let company: AccountGroup?
  private let kept: @MainActor (FeedEntry.ID) async -> Void
  private let lost: @MainActor (StoreError) -> Void
  private var isLost = false
  /// Where they were last.
  private var last: Step?
  private lazy var writes = LatestWrite<Step> { [weak self] in await self?.keep($0) }

  /// Keeps places in a session's store. `kept` hears what was seen once that is stored, and `lost`
  /// why it is not: once, not at every step through the stream.
  init(
    _ session: Session, with company: AccountGroup?,
    kept: @escaping @MainActor (FeedEntry.ID) async -> Void,
    lost: @escaping @MainActor (StoreError) -> Void
  ) {
    (self.session, self.company, self.kept, self.lost) = (session, company, kept, lost)
  }

  /// The reader is in that stream from now on.
  func begin(in feed: Feed) { mark = ReadingMark(session, of: feed) }

  /// The reader is there now, and the newest entry they see is that one.
  func reach(_ place: ReadingPosition, seen: FeedEntry.ID, in feed: Feed) {
    self.place = place
    let step = Step(feed: feed, place: place, seen: seen)
    last = step
    writes.submit(step)
  }

  /// Keeps once more where they are in that stream, for what came to it since.
  func again(in feed: Feed) {
    if let last, last.feed == feed { writes.submit(last) }
  }

  /// Returns once it is stored where the reader was.
  func finish() async { await writes.finish() }

  /// The reader leaves the stream.
  func end() {
    mark?.end()
    mark = nil
  }

  private func keep(_ step: Step) async {
    guard !session.isOver else { return }
    do throws(StoreError) {
      try await StreamLocation(step.feed, of: session, with: company)
        .setPlace(step.place, lastRead: step.seen)
      isLost = false
      await kept(step.seen)
    } catch {
      guard !isLost else { return }
      isLost = true
      lost(error)
    }
  }
}
