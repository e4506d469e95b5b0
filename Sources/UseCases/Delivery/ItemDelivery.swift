internal import FeedDomain

extension OutboxDelivery {
  /// Maximum number of attempts to send a post before the post waits in the outbox for its author's
  /// decision.
  private static let maximumPostAttempts = 5
  private static let pauseAfterLostReply = Duration.seconds(5)

  /// Sends an outbox item, records the result in the outbox, and reports it to the performer of the
  /// user's actions.
  func sendItemAndRecordResult(_ item: OutboxItem) async {
    guard !Task.isCancelled else {
      return await keepItemInOutbox(item, as: .queued(notBefore: nil, after: nil))
    }
    actions?.showSendingItem(item.replacingState(.sending))
    guard let publishing = session.connection.publishing,
      session.connection.abilities.supportsChange(item.change)
    else {
      return await keepOrRemoveRefusedItem(of: item, .refused(nil))
    }
    // Some services would publish a late scheduled post at once, so it is not sent. A post that may
    // have arrived before is still sent, since the service recognises it.
    if item.earlierAttempts == nil, let last = item.lastMoment, last < session.world.now {
      return await keepOrRemoveRefusedItem(of: item, .refused(nil))
    }
    let sender = session.signedIn
    do throws(FeedError) {
      let outcome = try await RequestBudget.runActionWithNewBudget { () async throws(FeedError) in
        try await sendItemUnlessAlreadyArrived(item, to: publishing)
      }
      await recordConfirmedDelivery(of: item, outcome)
    } catch {
      await handleSendingFailure(item, error, from: sender)
    }
  }

  /// Writes the unwritten results of sent outbox items; returns false if that fails again.
  func writeUnwrittenDeliveryResults() async -> Bool {
    for (id, result) in unwrittenResults {
      do throws(StoreError) {
        try await session.stores.outbox.writeDeliveryResult(id, result)
        unwrittenResults[id] = nil
      } catch {
        pauseDeliveryAfterStoreError(error, doing: "update an item")
        return false
      }
    }
    return true
  }
}

extension OutboxDelivery {
  private func sendItemUnlessAlreadyArrived(
    _ item: OutboxItem, to publishing: any PublishingGateway
  ) async throws(FeedError) -> ChangeOutcome {
    if let arrived = try await outcomeOfEarlierSendAttempt(item, at: publishing) { return arrived }
    do throws(FeedError) {
      return try await uploadPicturesAndSendItem(item, to: publishing)
    } catch {
      // Services delete uploaded pictures that no post uses for a while: these are uploaded again
      // once.
      guard error.isRefusal || error == .notFound, let again = item.forgettingPictures else {
        throw error
      }
      session.log.writeLogLine(.outbox, .info, "earlier pictures are uploaded again: \(error)")
      return try await uploadPicturesAndSendItem(again, to: publishing)
    }
  }

  private func uploadPicturesAndSendItem(
    _ item: OutboxItem, to publishing: any PublishingGateway
  ) async throws(FeedError) -> ChangeOutcome {
    phase = .pictures
    var item = item
    switch item.change {
    case .publish(let draft):
      item.change = .publish(try await makingDirectIfAnsweringDirect(of: draft))
      item.change = try await uploadPostPictures(of: item)
    case .serviceAction(let action): try await uploadProfilePictures(of: action, by: publishing)
    default: break
    }
    if item.change.publishesAgainIfResent { try await recordSendingStart(item) }
    phase = .onTheWire
    return try await publishing.sendChange(item.change.alone, of: item)
  }

  /// Returns the outcome of an earlier attempt to send an outbox item; nil if the item has to be
  /// sent.
  ///
  /// An outbox item that must arrive only once is sent again only if that has no second effect, or
  /// if the user was asked and agreed.
  private func outcomeOfEarlierSendAttempt(
    _ item: OutboxItem, at publishing: any PublishingGateway
  ) async throws(FeedError) -> ChangeOutcome? {
    (phase, earlierAttemptResult, needsUserDecision) = (.pictures, nil, false)
    guard var tries = item.earlierAttempts else { return nil }
    do throws(StoreError) {
      let published = try await session.stores.outbox.outboxItemIDsByPublishedPost(of: item.account)
      tries.otherItemsPosts = Set(published.filter { $0.value != item.id }.keys)
    } catch {
      pauseDeliveryAfterStoreError(error, doing: "read the result of")
      throw .cancelled
    }
    let found = try await publishing.askWhetherDelivered(
      item.change.alone, key: item.id, after: tries)
    earlierAttemptResult = found
    switch found {
    case .arrived(let outcome): return outcome
    case .repeatable: return nil
    case .undecided, .unknown:
      if tries.isConfirmed { return nil }
      needsUserDecision = found == .unknown
      throw .outcomeUnknown
    }
  }

  /// Records in the outbox that the sending of an item begins, which must arrive only once, such as
  /// a post. After a crash the delivery first looks for the item at the service, among posts that
  /// were not known before.
  private func recordSendingStart(_ item: OutboxItem) async throws(FeedError) {
    phase = .recordingAttempt
    guard !session.isOver else { throw .cancelled }
    do throws(StoreError) {
      var known: Set<Post.ID> = []
      if item.earlierAttempts == nil {
        known.formUnion(
          try await session.stores.outbox.outboxItemIDsByPublishedPost(of: item.account).keys)
        for feed in [Feed.home, .person(session.account.person)] {
          known.formUnion(await latestOwnPostIDs(in: feed))
        }
      }
      try await session.stores.outbox.recordSendingStart(
        item.id, at: session.world.now, knowing: known)
    } catch {
      pauseDeliveryAfterStoreError(error, doing: "record an attempt in")
      throw .cancelled
    }
  }

  /// Returns the ids of the user's latest own posts that are stored for a stream.
  private func latestOwnPostIDs(in feed: Feed) async -> [Post.ID] {
    do throws(StoreError) {
      let window = try await session.stores.feeds.feedWindow(
        of: feed, account: session.account.id, around: .top, above: 0, below: 40)
      return window.rows.compactMap(\.entry?.post)
        .filter { $0.author.id == session.account.person }.map(\.id)
    } catch {
      // The known posts only make the later check for the item more reliable, so an error is
      // ignored.
      session.logStoreError(error, doing: "read your own posts")
      return []
    }
  }

  /// Returns a draft whose reply is made direct if the answered post is direct; that post is
  /// fetched if it is not stored. Other drafts are unchanged.
  private func makingDirectIfAnsweringDirect(of draft: Draft) async throws(FeedError) -> Draft {
    guard draft.isWide, let answered = draft.replyTo,
      session.connection.draftLimits?.canBeDirect == true
    else { return draft }
    var post: Post?
    do throws(StoreError) {
      post = try await session.answeredPostLimitingVisibility(of: draft)
    } catch {
      session.logStoreError(error, doing: "read the answered post")
    }
    do throws(FeedError) {
      if post == nil { post = try await session.connection.feeds.post(answered) }
    } catch {
      // If the answered post is gone, the item is sent anyway, and the service refuses it.
      guard error == .notFound else { throw error }
    }
    return draft.keepingDirectReplyDirect(to: post)
  }

  private func keepItemInOutbox(_ item: OutboxItem, as state: OutboxItem.OutboxItemState) async {
    await writeDeliveryResult(item, .keptInOutbox(state))
  }

  private func writeDeliveryResult(_ item: OutboxItem, _ result: DeliveryResult) async {
    guard !session.isOver else { return }
    do throws(StoreError) {
      try await session.stores.outbox.writeDeliveryResult(item.id, result)
    } catch {
      unwrittenResults[item.id] = result
      pauseDeliveryAfterStoreError(error, doing: "update an item")
    }
  }

  private func recordConfirmedDelivery(of item: OutboxItem, _ outcome: ChangeOutcome) async {
    guard !session.isOver else { return }
    if await isPostOfOtherItem(outcome, than: item) {
      needsUserDecision = true
      return await handleSendingFailure(item, .outcomeUnknown, from: session.signedIn)
    }
    let feeds = session.stores.feeds
    let result = item.deliveryResult(after: outcome, at: session.world.now)
    do throws(StoreError) {
      // The outcome is stored before the item is removed: after a crash in between, the change is
      // repeated with its key, rather than missing on the screen.
      let (confirmed, changes) = try await feeds.storeChangeOutcome(
        outcome, of: item, now: session.world.now)
      if item.change.publishesAgainIfResent {
        let post: Post.ID? = if case .post(let post) = outcome { post.id } else { nil }
        try await session.stores.outbox.recordPublishedPost(
          post, publishedBy: item.id, of: item.account)
      }
      await writeDeliveryResult(item, result)
      session.log.writeLogLine(.outbox, .info, "a change was sent, attempt \(item.attempts)")
      showNextPendingThreadPost(result)
      actions?.showDeliveredItem(item, confirmed, changes, isStored: true)
    } catch {
      session.logStoreError(error, doing: "store the confirmed change")
      await writeDeliveryResult(item, result)
      showNextPendingThreadPost(result)
      actions?.showDeliveredItem(item, outcome, StoreChangeSet(), isStored: false)
    }
  }

  /// Returns true if the post found at the service was sent by another outbox item, so that this
  /// item did not arrive.
  private func isPostOfOtherItem(_ outcome: ChangeOutcome, than item: OutboxItem) async -> Bool {
    guard item.change.publishesAgainIfResent, case .post(let post) = outcome else { return false }
    do throws(StoreError) {
      let owner = try await session.stores.outbox.outboxItemIDsByPublishedPost(of: item.account)[
        post.id]
      return owner.map { $0 != item.id } ?? false
    } catch {
      session.logStoreError(error, doing: "read the result of", on: .outbox)
      return false
    }
  }

  private func showNextPendingThreadPost(_ result: DeliveryResult) {
    if case .followed(let next) = result { actions?.recordItemState(next) }
  }

  private func handleSendingFailure(
    _ item: OutboxItem, _ error: FeedError, from sender: SignedInAccount
  ) async {
    session.log.writeLogLine(
      .outbox, .info, "a change was not sent, attempt \(item.attempts): \(error)")
    await recordItemNotSentIfCertain(item, after: error)
    switch error {
    case .cancelled where Task.isCancelled || phase == .recordingAttempt:
      await keepItemInOutbox(
        item, as: phase == .onTheWire ? .ambiguous : .queued(notBefore: nil, after: nil))
    case .signedOut where sender != session.signedIn,
      .invalidCredentials where sender != session.signedIn:
      // The user signed in again meanwhile: the item is sent with the new token.
      await keepItemInOutbox(item, as: .queued(notBefore: nil, after: nil))
    case .signedOut, .invalidCredentials:
      isTokenRejected = true
      await keepItemInOutbox(item, as: .queued(notBefore: nil, after: .signedOut))
      actions?.showPostponedItem(
        item.replacingState(.queued(notBefore: nil, after: .signedOut)), .signedOut)
      actions?.notifyScenesOfTokenRejection()
    case .notFound where item.change.isDeletion: await recordConfirmedDelivery(of: item, .done)
    case .refused, .limited, .membersOnly, .notFound, .endless:
      await keepOrRemoveRefusedItem(of: item, error)
    case .outcomeUnknown where needsUserDecision: await keepOrRemoveRefusedItem(of: item, error)
    case .unreachable, .untrusted, .rateLimited, .serverFailed, .badReply, .tooLarge,
      .misconfigured, .missingLibrary, .cancelled, .outcomeUnknown, .storeFailed:
      await postponeOrRefuseItem(item, error)
    }
  }

  /// Records in the outbox that a first attempt to send an item certainly had no effect. An attempt
  /// that may have had an effect stays recorded.
  private func recordItemNotSentIfCertain(_ item: OutboxItem, after error: FeedError) async {
    guard item.change.publishesAgainIfResent, phase == .onTheWire, item.earlierAttempts == nil,
      !error.mayHaveTakenEffect
    else { return }
    do throws(StoreError) {
      try await session.stores.outbox.recordItemNotSent(item.id)
    } catch {
      // If the record stays, the delivery looks for the item at the service before it sends the
      // item again.
      session.logStoreError(error, doing: "record an attempt in", on: .outbox)
    }
  }

  private func keepOrRemoveRefusedItem(of item: OutboxItem, _ error: FeedError) async {
    var isKept = item.change.keepsTextUntilDecided || error == .outcomeUnknown
    if !isKept { isKept = await isDeletionBeforeReplacement(item) }
    guard isKept else {
      actions?.showRefusedItem(item, error, isKept: false)
      return await writeDeliveryResult(item, .done)
    }
    // Text that the user wrote stays in the outbox until the user decides.
    await keepItemInOutbox(item, as: .refused(error))
    actions?.showRefusedItem(item.replacingState(.refused(error)), error, isKept: true)
  }

  /// Returns true if an outbox item deletes a post that a draft or an unsent post is to replace. A
  /// refused deletion then stays in the outbox, so that the replacement is not published beside the
  /// old post.
  private func isDeletionBeforeReplacement(_ item: OutboxItem) async -> Bool {
    guard item.change.isDeletion, let post = item.change.post else { return false }
    do throws(StoreError) {
      let items = try await session.stores.outbox.outboxItems(of: item.account)
      if items.contains(where: { $0.change.replacedPost == post }) { return true }
      return try await session.drafts.unsentDrafts().contains { $0.replaces == post }
    } catch {
      // On an error the deletion is held back, since an old post that stays is better than two
      // posts.
      session.logStoreError(error, doing: "read the drafts", on: .outbox)
      return true
    }
  }

  private func postponeOrRefuseItem(_ item: OutboxItem, _ error: FeedError) async {
    let isInDoubt =
      item.change.publishesAgainIfResent && item.earlierAttempts != nil
      && earlierAttemptResult != .repeatable
    // An item that may have arrived is looked for once more before the user is asked.
    let isFirstDoubt =
      item.change.publishesAgainIfResent && item.earlierAttempts == nil && phase == .onTheWire
      && error.mayHaveTakenEffect
    // Without a connection an item waits, however many attempts there were.
    if item.change.keepsTextUntilDecided || isInDoubt, item.attempts >= Self.maximumPostAttempts,
      !isFirstDoubt,
      !error.isOutOfReach
    {
      return await keepOrRemoveRefusedItem(of: item, isInDoubt ? .outcomeUnknown : error)
    }
    // Marked as in doubt, so that the service is asked for the item before it is sent again.
    let error = isFirstDoubt ? .outcomeUnknown : error
    let now = session.world.now
    let delay = Backoff.delivery.retryDelay(
      afterFailures: item.attempts, random: session.world.randomFraction())
    var next = now.timeAdvanced(by: delay)
    if case .rateLimited(let until) = error {
      next = Backoff.endOfRateLimit(until, now: now)
      pause = DeliveryPause(until: next, endsEarly: false)
    } else if error.isOutOfReach {
      pause = DeliveryPause(until: next, endsEarly: true)
    } else if error == .outcomeUnknown, phase == .onTheWire {
      // The connection may be down: the other items pause for a short time as well, but do not wait
      // for this one.
      pause = DeliveryPause(
        until: min(next, now.timeAdvanced(by: Self.pauseAfterLostReply)), endsEarly: true)
    }
    let state = OutboxItem.OutboxItemState.queued(notBefore: next, after: error)
    await keepItemInOutbox(item, as: state)
    actions?.showPostponedItem(item.replacingState(state), error)
  }
}

extension PendingChange {
  /// True if the pending change has text that stays in the outbox until its author decides, as a
  /// post or a direct message has.
  fileprivate var keepsTextUntilDecided: Bool {
    if case .publish = self { true } else { publishesAgainIfResent }
  }

  /// The pending change with the first post of a thread alone; the following posts are sent later.
  fileprivate var alone: PendingChange {
    if case .publish(let draft) = self { .publish(draft.firstPostOnly) } else { self }
  }
}

extension OutboxItem {
  /// The outbox item after a refusal, with all of its pictures to be uploaded again; nil if no
  /// picture was uploaded before this attempt.
  fileprivate var forgettingPictures: OutboxItem? {
    guard case .publish(var draft) = change,
      draft.attachments.contains(where: { $0 != $0.unsent })
    else { return nil }
    draft.attachments = draft.attachments.map(\.unsent)
    var copy = self
    copy.change = .publish(draft)
    copy.refusals += 1
    return copy
  }
}

// MARK: - Outcomes in the store

extension FeedStore {
  /// Stores the outcome of a sent outbox item; returns the outcome with the whole post or person,
  /// and the set of posts and streams that changed. If the service returned only a part, the rest
  /// comes from the store, as the change leaves it.
  func storeChangeOutcome(
    _ outcome: ChangeOutcome, of item: OutboxItem, now: Timestamp
  ) async throws(StoreError) -> (outcome: ChangeOutcome, changes: StoreChangeSet) {
    switch (item.change, outcome) {
    case (.delete(let id), _):
      return (outcome, try await removePost(id, account: item.account))
    case (.mark(let id, _, _), .post(let told)) where id == told.id,
      (.vote(let id, _), .post(let told)) where id == told.id:
      let (posts, changes) = try await storePosts(
        [told], fetchedAs: .actionReply, account: item.account, now: now)
      return (posts.first.map { .post($0) } ?? outcome, changes)
    case (.mark(let id, _, _), .overruled(let count, let told?)) where id == told.id:
      let (posts, changes) = try await storePosts(
        [told], fetchedAs: .actionReply, account: item.account, now: now)
      return (.overruled(count, posts.first ?? told), changes)
    default: break
    }
    let whole = try await outcomeFilledFromStore(outcome, of: item)
    switch whole {
    // A published post is stored as the service returns it.
    case .post(let post):
      return (whole, try await storePosts([post], account: item.account, now: now))
    case .person(let person): try await storePeople([person], account: item.account)
    case .relationship, .overruled, .done: break
    }
    return (whole, StoreChangeSet())
  }

  /// Returns the outcome of a change for which the service returned no post or person with the
  /// stored one, as the change leaves it.
  private func outcomeFilledFromStore(
    _ outcome: ChangeOutcome, of item: OutboxItem
  ) async throws(StoreError) -> ChangeOutcome {
    let change = item.change
    switch outcome {
    case .post, .person, .overruled: return outcome
    case .relationship(let id, let relationship):
      let person = try await storedPerson(id, account: item.account)
      return person.map {
        .person($0.applyingPendingChange(change).replacingRelationship(relationship))
      } ?? outcome
    case .done:
      if let id = change.person {
        let person = try await storedPerson(id, account: item.account)
        return person.map { .person($0.applyingPendingChange(change)) } ?? outcome
      }
      guard let id = change.post else { return outcome }
      return try await storedPost(id, account: item.account).map {
        .post($0.applyingPendingChange(change))
      } ?? outcome
    }
  }
}
