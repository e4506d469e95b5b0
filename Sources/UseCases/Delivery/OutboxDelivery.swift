internal import FeedDomain

/// A worker that sends the changes in one account's outbox to the service, one at a time, and
/// sleeps until the next one is due. After a crash or cancellation each item is on disk in a state
/// from which delivery continues.
@MainActor
final class OutboxDelivery {
  let session: AccountSession
  private(set) weak var actions: UserActionPerformer?
  /// The pause of the outbox delivery after a failure; nil if deliveries go on.
  var pause: DeliveryPause?
  /// True if the service rejected the account's token, so that the outbox is not sent.
  var isTokenRejected = false
  /// The progress of sending the current outbox item: pictures, recording in the outbox, or the
  /// item itself.
  var phase = SendingPhase.pictures
  /// The service's answer about an earlier attempt to send the outbox item, such as that it
  /// arrived; nil if the service was not asked.
  var earlierAttemptResult: DeliveryCheckResult?
  /// True if the user has to decide whether the outbox item is sent again.
  var needsUserDecision = false
  /// The results of sent outbox items that could not be written to the outbox yet.
  var unwrittenResults: [OutboxItem.ID: DeliveryResult] = [:]

  enum SendingPhase {
    /// A phase of sending an outbox item: its pictures are being uploaded, before the item itself.
    case pictures
    /// A phase of sending an outbox item: a record is being written to the outbox; the item is sent
    /// only after that.
    case recordingAttempt
    /// A phase of sending an outbox item: the item was handed to the service.
    case onTheWire
  }

  struct DeliveryPause: Equatable {
    let until: Timestamp
    /// True if queueing a new item ends the pause of the delivery. False for a rate limit, which
    /// stays; after another failure, the connection may be back.
    let endsEarly: Bool
  }

  private var deliveryTask: Task<Void, Never>?
  private let pauseUntilDue = WakeableSleep()
  private var isWoken = false
  private var isStopped = false
  private var waitingForPass: [CheckedContinuation<Void, Never>] = []

  init(_ session: AccountSession, for actions: UserActionPerformer) {
    (self.session, self.actions) = (session, actions)
  }

  /// Wakes the delivery, so that it reads the outbox again, after an item was queued or may be sent
  /// earlier; starts the delivery if it has ended.
  func wakeDeliveryLoop() {
    guard !isStopped else { return }
    isWoken = true
    if pause?.endsEarly == true { pause = nil }
    pauseUntilDue.wakeSleeper()
    if deliveryTask == nil { deliveryTask = Task { await runDeliveryLoop() } }
  }

  /// Continues sending the outbox after the user signed in again.
  func resumeDeliveryAfterSignIn() {
    isTokenRejected = false
    wakeDeliveryLoop()
  }

  /// Sends all due outbox items; returns once each was attempted, even if some were refused.
  func sendDueItems() async {
    guard !isStopped else { return }
    isTokenRejected = false
    await withCheckedContinuation { continuation in
      waitingForPass.append(continuation)
      wakeDeliveryLoop()
    }
  }

  /// Stops sending the outbox. The request for the item being sent is cancelled, which makes the
  /// item ambiguous; the other items stay queued.
  func stopDelivery() async {
    isStopped = true
    pauseUntilDue.wakeSleeper()
    deliveryTask?.cancel()
    await deliveryTask?.value
  }
}

extension OutboxDelivery {
  private func runDeliveryLoop() async {
    repeat {
      isWoken = false
      let waiting = waitingForPass
      waitingForPass = []
      await claimAndSendDueItems()
      for continuation in waiting { continuation.resume() }
      let next = await nextOutboxReadTime()
      // There is no suspension between this check and the end of the run, so that no wake-up is
      // lost.
      if isWoken { continue }
      guard let next else { break }
      // Both a wake-up and a stop end the sleep; the loop then reads the outbox again.
      await pauseUntilDue.sleepUnlessWoken(
        for: next.elapsedTime(since: session.world.now), in: session.world)
    } while !Task.isCancelled
    deliveryTask = nil
    for continuation in waitingForPass { continuation.resume() }
    waitingForPass = []
  }

  private func claimAndSendDueItems() async {
    while !Task.isCancelled, !isTokenRejected, !session.isOver,
      await writeUnwrittenDeliveryResults()
    {
      if let pause, pause.until > session.world.now { return }
      pause = nil
      do throws(StoreError) {
        let account = session.account.id
        let item = try await session.stores.outbox.claimNextItem(
          of: account, now: session.world.now)
        guard let item else { return }
        await sendItemAndRecordResult(item)
      } catch {
        pauseDeliveryAfterStoreError(error, doing: "claim")
        return
      }
    }
  }
}

extension OutboxDelivery {
  /// The interval of checks whether another process that sends the account's outbox has ended.
  private static let otherProcessInterval = Duration.seconds(2)

  /// Returns the time at which the outbox is read again; nil if no item can be sent.
  func nextOutboxReadTime() async -> Timestamp? {
    guard !Task.isCancelled, !isTokenRejected, !session.isOver else { return nil }
    let now = session.world.now
    do throws(StoreError) {
      let revision = actions?.writeCount
      let items = try await session.stores.outbox.outboxItems(of: session.account.id)
      if let revision { actions?.replacePendingItems(with: items, readAt: revision) }
      guard let due = try await earliestItemDueTime(of: items, now: now) else { return nil }
      let moment = max(due, pause?.until ?? due)
      return moment > now ? moment : now.timeAdvanced(by: Self.otherProcessInterval)
    } catch {
      pauseDeliveryAfterStoreError(error, doing: "look through")
      return pause?.until
    }
  }

  /// Logs a store error of the outbox delivery, and plans another attempt.
  func pauseDeliveryAfterStoreError(_ error: StoreError, doing step: String) {
    session.logStoreError(error, doing: "\(step) the outbox", on: .outbox)
    pause = DeliveryPause(until: session.world.now.timeAdvanced(by: .seconds(30)), endsEarly: true)
  }

  private func earliestItemDueTime(
    of items: [OutboxItem], now: Timestamp
  ) async throws(StoreError) -> Timestamp? {
    var queue = BlockingItemSearch()
    var moments: [OutboxItem.ID: Timestamp] = [:]
    for item in items {
      var due: Timestamp
      switch item.state {
      case .refused:
        _ = queue.addItemReturningBlockers(item)
        continue
      case .ambiguous, .sending: due = now
      case .queued(let notBefore, let error):
        due = notBefore ?? now
        if item.wasScheduledBeforeClockSetBack(now: now) {
          try await session.stores.outbox.setItemStateOrDelete(
            item.id, as: .queued(notBefore: nil, after: error))
          due = now
        }
      }
      let holders = queue.addItemReturningBlockers(item).map { moments[$0.id] }
      // Behind a refused deletion, the user decides first.
      guard !holders.contains(nil) else { continue }
      moments[item.id] = max(due, holders.compactMap(\.self).max() ?? due)
    }
    return moments.values.min()
  }
}

extension OutboxItem {
  /// True if removing the item from the outbox undoes its change. An attempted change may have
  /// arrived, and is undone by its inverse; a post has no inverse, and becomes a draft again.
  var isUndoneByRemoval: Bool {
    guard case .queued = state, earlierAttempts == nil else { return false }
    return isUntouched || change.inverse == nil
  }

  /// True if no attempt was made to send the outbox item: removing it has no effect at the service.
  var isUntouched: Bool {
    if case .queued = state { attempts == 0 } else { false }
  }

  /// Returns true if the system clock was set back since the outbox item was scheduled, so that the
  /// item would wait far too long.
  func wasScheduledBeforeClockSetBack(now: Timestamp) -> Bool {
    guard case .queued(let until?, let error) = state else { return false }
    // An item that can be undone waits as long as the user chose.
    guard error != nil else { return createdAt > now.timeAdvanced(by: .seconds(60)) }
    return until > now.timeAdvanced(by: Backoff.longest * 2)
  }

  /// Returns true if another outbox item with the same subject replaces this item; false while this
  /// item is being sent.
  func isReplaced(by other: OutboxItem) -> Bool {
    guard let subject = change.subject, subject == other.change.subject else { return false }
    return id != other.id && state != .sending
  }

  func replacingState(_ state: OutboxItemState) -> OutboxItem {
    changedCopy(self) { $0.state = state }
  }
}

extension PendingChange {
  /// The ids of the posts that look different because of the pending change.
  var affectedPostIDs: Set<Post.ID> { post.map { [$0] } ?? [] }
}

// MARK: - Results

enum DeliveryResult {
  /// A result of sending an outbox item: sent or dropped, and to be removed from the outbox.
  case done
  /// A result of sending an outbox item: sent, and replaced by the next post of its thread.
  case followed(by: OutboxItem)
  /// A result of sending an outbox item: kept in the outbox, in this state.
  case keptInOutbox(OutboxItem.OutboxItemState)
}

extension Outbox {
  func writeDeliveryResult(_ id: OutboxItem.ID, _ result: DeliveryResult) async throws(StoreError) {
    switch result {
    case .done: try await setItemStateOrDelete(id, as: nil)
    case .followed(let next): try await replaceSentItemWithNextPost(id, with: next)
    case .keptInOutbox(let state): try await setItemStateOrDelete(id, as: state)
    }
  }
}

extension OutboxItem {
  /// Returns the result of a delivered outbox item: a post of a thread is followed by the next
  /// post, which answers it. The next item's id is derived from this one's, so that two windows
  /// sending a thread publish each post once.
  func deliveryResult(after outcome: ChangeOutcome, at now: Timestamp) -> DeliveryResult {
    guard case .publish(let draft) = change else { return .done }
    var answered: Post.ID?
    if case .post(let post) = outcome { answered = post.id }
    let id = Draft.ID(TimedIdempotencyKey.idempotencyKeySortedAfter(self.id.rawValue))
    guard let rest = draft.threadAfterFirstPost(answering: answered, as: id) else { return .done }
    // If the service returned no id for the next post to answer, the user decides about the other
    // posts.
    let state: OutboxItemState =
      answered == nil ? .refused(.badReply) : .queued(notBefore: nil, after: nil)
    return .followed(
      by: OutboxItem(
        id: ID(id.rawValue), account: account, change: .publish(rest), state: state,
        createdAt: now))
  }
}
