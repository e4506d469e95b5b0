internal import FeedDomain

/// Sends the outbox of one account.
///
/// Sends one change at a time, sleeps until the next one is due, and does nothing at all while
/// nothing waits. However it ends, each item is on disk in a state from which sending goes on.
@MainActor final class OutboxDelivery {
  let session: Session
  /// The actions that show the progress of each item.
  private(set) weak var actions: PendingActions?
  /// A time in which nothing is sent; nil if there is none.
  var pause: Pause?
  /// Whether the service rejected the token.
  var isSignedOut = false
  /// The progress of the item that is being sent.
  var phase = Phase.pictures
  /// The answer of the service about an item that is sent again; nil if the service was not asked.
  var readBack: DeliveryCheck?
  /// Whether the person has to decide about the item.
  var asksPerson = false
  /// Results of items that could not be written to the outbox yet.
  var unsettled: [OutboxItem.ID: DeliveryResult] = [:]

  /// The progress of an item that is being sent.
  enum Phase {
    /// The pictures of the item are sent, if it has any, but not yet the item itself.
    case pictures
    /// A picture has arrived, which could not be noted in the outbox: the item is kept back.
    case unnoted
    /// The item was handed to the service.
    case onTheWire
  }

  /// A time in which nothing is sent.
  struct Pause: Equatable {
    let until: Timestamp
    /// Whether a new item ends the pause: a line may be back, but a rate limit stays.
    let endsEarly: Bool
  }

  private var run: Task<Void, Never>?
  private var nap: Task<Void, Never>?
  private var isWoken = false
  private var isStopped = false
  private var waitingForPass: [CheckedContinuation<Void, Never>] = []

  init(_ session: Session, for actions: PendingActions) {
    (self.session, self.actions) = (session, actions)
  }

  /// Reads the outbox again: an item was queued or released.
  func wake() {
    guard !isStopped else { return }
    isWoken = true
    if pause?.endsEarly == true { pause = nil }
    nap?.cancel()
    if run == nil { run = Task { await deliver() } }
  }

  /// Goes on sending with a new token.
  func resume() {
    isSignedOut = false
    wake()
  }

  /// Sends all due items, and returns once each has been tried, whatever was refused before.
  func pass() async {
    guard !isStopped else { return }
    isSignedOut = false
    await withCheckedContinuation { continuation in
      waitingForPass.append(continuation)
      wake()
    }
  }

  /// Ends sending. An item on the wire is cancelled and becomes ambiguous; the others go on waiting.
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
  /// The interval of looking whether another process that sends for the account is done or dead.
  private static let otherProcessInterval = Duration.seconds(2)

  /// Returns the time at which to read the outbox again; nil if no item can be sent.
  func nextMoment() async -> Timestamp? {
    guard !Task.isCancelled, !isSignedOut, !session.isOver else { return nil }
    let now = session.world.now
    do throws(StoreError) {
      let revision = actions?.writeCount
      let items = try await session.shelf.outbox.items(of: session.account.id)
      if let revision { actions?.adopt(items, readAt: revision) }
      guard let due = try await earliest(of: items, now: now) else { return nil }
      let moment = max(due, pause?.until ?? due)
      return moment > now ? moment : now.advanced(by: Self.otherProcessInterval)
    } catch {
      storeFailed(error, doing: "look through")
      return pause?.until
    }
  }

  /// Logs an error of the store; everything is tried again in a while.
  func storeFailed(_ error: StoreError, doing step: String) {
    session.note(error, doing: "\(step) the outbox", on: .outbox)
    pause = Pause(until: session.world.now.advanced(by: .seconds(30)), endsEarly: true)
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
  /// Whether removing the item from the outbox undoes its change. A change that was tried may have
  /// arrived, and is undone by its inverse; a post has none, and becomes a draft again.
  var canBeTakenOut: Bool {
    guard case .queued = state, tries == nil else { return false }
    return isUntouched || change.inverse == nil
  }

  /// Whether sending the item was never tried, so that removing it leaves nothing behind.
  var isUntouched: Bool {
    if case .queued = state { attempts == 0 } else { false }
  }

  /// Whether the clock was set back since the item got its time, so that it would wait far too long.
  func waitsForAnotherClock(now: Timestamp) -> Bool {
    guard case .queued(let until?, let error) = state else { return false }
    // An item that can be undone waits as long as the person chose.
    guard error != nil else { return createdAt > now.advanced(by: .seconds(60)) }
    return until > now.advanced(by: Backoff.longest * 2)
  }

  /// Whether another item makes this one pointless: same subject, and this one is not on the wire.
  func isReplaced(by other: OutboxItem) -> Bool {
    guard let subject = change.subject, subject == other.change.subject else { return false }
    return id != other.id && state != .sending
  }

  func with(_ state: State) -> OutboxItem { changed(self) { $0.state = state } }
}

extension PendingChange {
  /// The posts that look different because of the change.
  var affected: Set<Post.ID> { post.map { [$0] } ?? [] }
}

// MARK: - Results

/// The result of an item that was claimed from the outbox.
enum DeliveryResult {
  /// The item is done and can be removed.
  case done
  /// The item is done, and the next post of its thread takes its place.
  case followed(by: OutboxItem)
  /// The item stays, in a state.
  case kept(OutboxItem.State)
}

extension Outbox {
  /// Writes the result of an item.
  func settle(_ id: OutboxItem.ID, _ result: DeliveryResult) async throws(StoreError) {
    switch result {
    case .done: try await settle(id, as: nil)
    case .followed(let next): try await follow(id, with: next)
    case .kept(let state): try await settle(id, as: state)
    }
  }
}

extension OutboxItem {
  /// Returns the result once the service has the item: a post of a thread is followed by the next one,
  /// which answers it. The next id follows from this one: where two windows send the same thread, each
  /// of its posts is there once.
  func result(after outcome: Outcome, at now: Timestamp) -> DeliveryResult {
    guard case .publish(let draft) = change else { return .done }
    var answered: Post.ID?
    if case .post(let post) = outcome { answered = post.id }
    let id = Draft.ID(TimedKey.following(self.id.rawValue))
    guard let rest = draft.rest(answering: answered, as: id) else { return .done }
    // If the service does not tell which post the next one answers, its author decides.
    let state: State =
      answered == nil ? .refused(.badReply) : .queued(notBefore: nil, after: nil)
    return .followed(
      by: OutboxItem(
        id: ID(id.rawValue), account: account, change: .publish(rest), state: state,
        createdAt: now))
  }
}
