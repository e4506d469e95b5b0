internal import FeedDomain

/// Empties the outbox of one account, patiently.
///
/// Sends one change at a time, sleeps until the next one is due, and does nothing at all while
/// nothing waits. However it ends, each item is on disk in a state from which it goes on.
@MainActor final class OutboxDelivery {
  let session: Session
  let report: @MainActor (DeliveryEvent) -> Void
  /// Nothing is sent before that moment.
  var pause: DeliveryPause?
  /// Whether the token was refused.
  var isSignedOut = false
  /// How far what is sent has come.
  var stage = Phase.pictures
  /// What was read back of the item, where it is sent again; nil where it was not looked for.
  var readBack: DeliveryCheck?
  /// Whether nobody but the person can say what is to become of the item.
  var asksPerson = false
  /// What became of items, where the outbox could not be told yet.
  var unsettled: [OutboxItem.ID: DeliveryResult] = [:]

  /// How far something that is sent has come.
  enum Phase {
    /// Its pictures are sent, if it has any, but not yet it itself.
    case pictures
    /// A picture has arrived, which could not be noted: it is kept back.
    case unnoted
    /// It has been handed to the service.
    case onTheWire
  }

  private var run: Task<Void, Never>?
  private var nap: Task<Void, Never>?
  private var isWoken = false
  private var isStopped = false
  private var waitingForPass: [CheckedContinuation<Void, Never>] = []

  init(_ session: Session, report: @escaping @MainActor (DeliveryEvent) -> Void) {
    (self.session, self.report) = (session, report)
  }

  /// Looks at the outbox again: something was queued or released.
  func wake() {
    guard !isStopped else { return }
    isWoken = true
    if pause?.endsEarly == true { pause = nil }
    nap?.cancel()
    if run == nil { run = Task { await deliver() } }
  }

  /// Goes on with a new token.
  func resume() {
    isSignedOut = false
    wake()
  }

  /// Sends what is due, and returns once each item has been tried, whatever was refused before.
  func pass() async {
    guard !isStopped else { return }
    isSignedOut = false
    await withCheckedContinuation { continuation in
      waitingForPass.append(continuation)
      wake()
    }
  }

  /// Ends; what is on the wire is called off and becomes ambiguous, what is not yet goes on waiting.
  func stop() async {
    isStopped = true
    nap?.cancel()
    run?.cancel()
    await run?.value
  }
}

extension OutboxDelivery {
  private func deliver() async {
    repeat {
      isWoken = false
      let waiting = waitingForPass
      waitingForPass = []
      await drain()
      for continuation in waiting { continuation.resume() }
      let next = await nextMoment()
      // Not a moment between this look and the end of the run: a wake-up cannot be lost.
      if isWoken { continue }
      guard let next else { break }
      await sleep(until: next)
    } while !Task.isCancelled
    run = nil
    for continuation in waitingForPass { continuation.resume() }
    waitingForPass = []
  }

  private func drain() async {
    while !Task.isCancelled, !isSignedOut, !session.isOver, await settleLeftovers() {
      if let pause, pause.until > session.world.now { return }
      pause = nil
      do throws(StoreError) {
        let account = session.account.id
        let item = try await session.shelf.outbox.claim(of: account, now: session.world.now)
        guard let item else { return }
        await send(item)
      } catch {
        storeFailed(error, doing: "claim")
        return
      }
    }
  }

  private func sleep(until moment: Timestamp) async {
    let duration = moment.since(session.world.now)
    let world = session.world
    // Being woken and being stopped both end the sleep; either way the loop looks again.
    let nap = Task { _ = try? await world.sleep(for: duration) }
    self.nap = nap
    await withTaskCancellationHandler {
      await nap.value
    } onCancel: {
      nap.cancel()
    }
    self.nap = nil
  }
}

extension OutboxDelivery {
  /// While another process sends for the account, how often to look whether it is done or dead.
  private static let patienceWithOthers = Duration.seconds(2)

  /// When to look at the outbox again; nil while nothing waits that could be sent.
  func nextMoment() async -> Timestamp? {
    guard !Task.isCancelled, !isSignedOut, !session.isOver else { return nil }
    let now = session.world.now
    do throws(StoreError) {
      report(.reading)
      let items = try await session.shelf.outbox.items(of: session.account.id)
      report(.waiting(items))
      guard let due = try await earliest(of: items, now: now) else { return nil }
      let moment = max(due, pause?.until ?? due)
      return moment > now ? moment : now.advanced(by: Self.patienceWithOthers)
    } catch {
      storeFailed(error, doing: "look through")
      return pause?.until
    }
  }

  /// Notes that remembering failed; everything is tried again in a while.
  func storeFailed(_ error: StoreError, doing step: String) {
    session.note(error, doing: "\(step) the outbox", on: .outbox)
    pause = DeliveryPause(until: session.world.now.advanced(by: .seconds(30)), endsEarly: true)
  }

  private func earliest(
    of items: [OutboxItem], now: Timestamp
  ) async throws(StoreError) -> Timestamp? {
    var queue = OutboxQueue()
    var moments: [OutboxItem.ID: Timestamp] = [:]
    for item in items {
      var due: Timestamp
      switch item.state {
      case .refused: continue
      case .ambiguous, .sending: due = now
      case .queued(let notBefore, let error):
        due = notBefore ?? now
        if item.waitsForAnotherClock(now: now) {
          try await session.shelf.outbox.settle(item.id, as: .queued(notBefore: nil, after: error))
          due = now
        }
      }
      let held = queue.add(item).compactMap { moments[$0.id] }.max()
      moments[item.id] = max(due, held ?? due)
    }
    return moments.values.min()
  }
}

extension OutboxItem {
  /// Whether taking it out of the outbox undoes it. What was tried may have arrived, and is undone
  /// by its inverse; a post has none, and becomes a draft again.
  var canBeTakenOut: Bool {
    guard case .queued = state, tries == nil else { return false }
    return isUntouched || change.inverse == nil
  }

  /// Whether it has not been sent, nor tried to be: taking it back leaves nothing behind.
  var isUntouched: Bool {
    if case .queued = state { attempts == 0 } else { false }
  }

  /// Whether the clock was set back since it was told until when to wait: nobody meant that long.
  func waitsForAnotherClock(now: Timestamp) -> Bool {
    guard case .queued(let until?, let error) = state else { return false }
    // What is held back so that it can be undone waits as long as the person chose.
    guard error != nil else { return createdAt > now.advanced(by: .seconds(60)) }
    return until > now.advanced(by: Backoff.longest * 2)
  }

  /// Whether the other makes it pointless: same subject, and this one is not on the wire.
  func isReplaced(by other: OutboxItem) -> Bool {
    guard let subject = change.subject, subject == other.change.subject else { return false }
    return id != other.id && state != .sending
  }

  /// The same item, as far as that.
  func with(_ state: State) -> OutboxItem { changed(self) { $0.state = state } }
}

extension PendingChange {
  /// The posts that look different because of it.
  var affected: Set<Post.ID> { post.map { [$0] } ?? [] }
}
