internal import FeedDomain

extension OutboxDelivery {
  /// After so many tries a post waits for its author to say what to do, or for a sign that the line
  /// is back.
  private static let triesForPosts = 5
  private static let pauseAfterLostReply = Duration.seconds(5)

  /// Sends a claimed item and says what became of it, to the outbox and to the reporter.
  func send(_ item: OutboxItem) async {
    guard !Task.isCancelled else {
      return await settle(item, as: .queued(notBefore: nil, after: nil))
    }
    report(.sending(item.with(.sending)))
    guard let publishing = session.connection.publishing,
      session.connection.abilities.takes(item.change)
    else {
      return await refuse(item, .refused(nil))
    }
    // Some services would post it at once. One that may have it already knows what to do.
    if item.tries == nil, let last = item.lastMoment, last < session.world.now {
      return await refuse(item, .refused(nil))
    }
    do throws(FeedError) {
      let outcome = try await RequestBudget.separateAction { () async throws(FeedError) in
        try await deliver(item, to: publishing)
      }
      await confirm(item, outcome)
    } catch {
      await fail(item, error)
    }
  }

  /// Tells the outbox what it could not be told before; false while it still cannot.
  func settleLeftovers() async -> Bool {
    for (id, settlement) in unsettled {
      do throws(StoreError) {
        try await session.shelf.outbox.settle(id, settlement)
        unsettled[id] = nil
      } catch {
        storeFailed(error, doing: "bring up to date")
        return false
      }
    }
    return true
  }
}

extension OutboxDelivery {
  private func deliver(
    _ item: OutboxItem, to publishing: any PublishingGateway
  ) async throws(FeedError) -> Outcome {
    if let arrived = try await arrived(item, at: publishing) { return arrived }
    do throws(FeedError) {
      return try await publish(item, to: publishing)
    } catch {
      // Services drop pictures that no post has shown for a while: those are sent once more.
      guard error.isRefusal || error == .notFound, let again = item.forgettingPictures else {
        throw error
      }
      session.log.note(.outbox, .info, "pictures sent earlier are sent again: \(error)")
      return try await publish(again, to: publishing)
    }
  }

  private func publish(
    _ item: OutboxItem, to publishing: any PublishingGateway
  ) async throws(FeedError) -> Outcome {
    stage = .pictures
    let item = try await bounded(item)
    let change = try await sendPictures(of: item)
    try await showPictures(of: item, by: publishing)
    try await noteSending(item)
    stage = .onTheWire
    return try await publishing.deliver(change.alone, of: item)
  }

  /// What came of an earlier try; nil where the item is to be sent, for the first time or again.
  ///
  /// What must happen once is sent again only where that has no second effect, or where the person was
  /// asked and wants it.
  private func arrived(
    _ item: OutboxItem, at publishing: any PublishingGateway
  ) async throws(FeedError) -> Outcome? {
    (stage, readBack, asksPerson) = (.pictures, nil, false)
    guard var tries = item.tries else { return nil }
    do throws(StoreError) {
      let published = try await session.shelf.outbox.published(of: item.account)
      tries.taken = Set(published.filter { $0.value != item.id }.keys)
    } catch {
      storeFailed(error, doing: "read what came of")
      throw .cancelled
    }
    let found = try await publishing.readBack(item.change.alone, key: item.id, after: tries)
    readBack = found
    switch found {
    case .arrived(let outcome): return outcome
    case .repeatable: return nil
    case .undecided, .unknown:
      if tries.isConfirmed { return nil }
      asksPerson = found == .unknown
      throw .outcomeUnknown
    }
  }

  /// Notes that something that must happen once is about to be sent: whoever finds it after a crash
  /// looks for it first, and does not take for it what was there before.
  private func noteSending(_ item: OutboxItem) async throws(FeedError) {
    guard item.change.saysSomethingNew else { return }
    stage = .unnoted
    guard !session.isOver else { throw .cancelled }
    do throws(StoreError) {
      var known: Set<Post.ID> = []
      if item.tries == nil {
        known.formUnion(try await session.shelf.outbox.published(of: item.account).keys)
        for feed in [Feed.home, .person(session.account.person)] {
          known.formUnion(await ownPosts(in: feed))
        }
      }
      try await session.shelf.outbox.noteSending(item.id, at: session.world.now, knowing: known)
    } catch {
      storeFailed(error, doing: "note a try in")
      throw .cancelled
    }
  }

  /// The latest posts of the reader's in a stream, as far as they are held.
  private func ownPosts(in feed: Feed) async -> [Post.ID] {
    do throws(StoreError) {
      let window = try await session.shelf.feeds.window(
        of: feed, account: session.account.id, around: .top, above: 0, below: 40)
      return window.rows.compactMap(\.entry?.post)
        .filter { $0.author.id == session.account.person }.map(\.id)
    } catch {
      // It is held to know more, and not needed.
      session.note(error, doing: "read the reader's posts")
      return []
    }
  }

  /// The item for no more eyes than what it answers, however it came here: the last door. Where that is
  /// not held, the service is asked.
  private func bounded(_ item: OutboxItem) async throws(FeedError) -> OutboxItem {
    guard case .publish(let draft) = item.change, draft.isWide, let answered = draft.replyTo,
      session.connection.draftLimits?.canBeDirect == true
    else { return item }
    var post: Post?
    do throws(StoreError) {
      post = try await session.bounds(of: draft)
    } catch {
      session.note(error, doing: "read what is answered")
    }
    do throws(FeedError) {
      if post == nil { post = try await session.connection.feeds.post(answered) }
    } catch {
      // What is gone the service will refuse.
      guard error == .notFound else { throw error }
    }
    return item.publishing(draft.bounded(by: post))
  }

  private func settle(_ item: OutboxItem, as state: OutboxItem.State) async {
    await settle(item, .kept(state))
  }

  private func settle(_ item: OutboxItem, _ settlement: DeliveryResult) async {
    guard !session.isOver else { return }
    do throws(StoreError) {
      try await session.shelf.outbox.settle(item.id, settlement)
    } catch {
      unsettled[item.id] = settlement
      storeFailed(error, doing: "bring up to date")
    }
  }

  private func confirm(_ item: OutboxItem, _ outcome: Outcome) async {
    guard !session.isOver else { return }
    if await isTaken(outcome, from: item) {
      asksPerson = true
      return await fail(item, .outcomeUnknown)
    }
    let feeds = session.shelf.feeds
    let settlement = item.settlement(after: outcome, at: session.world.now)
    do throws(StoreError) {
      // What is confirmed is stored before the change is forgotten: a crash between the two repeats
      // the change, under its key, instead of showing the past.
      let confirmed = try await outcome.completed(item.change, in: feeds, of: item.account)
      let changes = try await feeds.keep(
        confirmed, after: item.change, account: item.account, now: session.world.now)
      if item.change.saysSomethingNew, case .post(let post) = outcome {
        try await session.shelf.outbox.note(post.id, publishedBy: item.id, of: item.account)
      }
      await settle(item, settlement)
      session.log.note(.outbox, .info, "a change was delivered, try \(item.attempts)")
      report(settlement)
      report(.delivered(item, confirmed, changes, isStored: true))
    } catch {
      session.note(error, doing: "keep what the service confirmed")
      await settle(item, settlement)
      report(settlement)
      report(.delivered(item, outcome, ChangeSet(), isStored: false))
    }
  }

  /// Whether what came of something new came of another item before, so that nothing new came.
  private func isTaken(_ outcome: Outcome, from item: OutboxItem) async -> Bool {
    guard item.change.saysSomethingNew, case .post(let post) = outcome else { return false }
    do throws(StoreError) {
      let owner = try await session.shelf.outbox.published(of: item.account)[post.id]
      return owner.map { $0 != item.id } ?? false
    } catch {
      session.note(error, doing: "read what came of", on: .outbox)
      return false
    }
  }

  private func report(_ settlement: DeliveryResult) {
    if case .followed(let next) = settlement { report(.following(next)) }
  }

  private func fail(_ item: OutboxItem, _ error: FeedError) async {
    session.log.note(.outbox, .info, "a change was not delivered, try \(item.attempts): \(error)")
    await noteUnsent(item, after: error)
    switch error {
    case .cancelled where Task.isCancelled || stage == .unnoted:
      await settle(
        item, as: stage == .onTheWire ? .ambiguous : .queued(notBefore: nil, after: nil))
    case .signedOut, .invalidCredentials:
      isSignedOut = true
      await settle(item, as: .queued(notBefore: nil, after: .signedOut))
      report(.postponed(item.with(.queued(notBefore: nil, after: .signedOut)), .signedOut))
      report(.signedOut)
    case .notFound where item.change.isDeletion: await confirm(item, .done)
    case .refused, .notFound, .endless: await refuse(item, error)
    case .outcomeUnknown where asksPerson: await refuse(item, error)
    case .unreachable, .untrusted, .rateLimited, .serverFailed, .badReply, .misconfigured,
      .missingLibrary, .cancelled, .outcomeUnknown:
      await postpone(item, error)
    }
  }

  /// Notes that nothing came of a first try; where anything did or may have, it stays noted.
  private func noteUnsent(_ item: OutboxItem, after error: FeedError) async {
    guard item.change.saysSomethingNew, stage == .onTheWire, item.tries == nil, !error.leavesDoubt
    else { return }
    do throws(StoreError) {
      try await session.shelf.outbox.noteUnsent(item.id)
    } catch {
      // Then it is looked for before it is sent again.
      session.note(error, doing: "note a try in", on: .outbox)
    }
  }

  private func refuse(_ item: OutboxItem, _ error: FeedError) async {
    guard item.change.keepsWords || error == .outcomeUnknown else {
      report(.refused(item, error, isKept: false))
      return await settle(item, .done)
    }
    // What a person wrote stays until they say what to do with it.
    await settle(item, as: .refused(error))
    report(.refused(item.with(.refused(error)), error, isKept: true))
  }

  private func postpone(_ item: OutboxItem, _ error: FeedError) async {
    let isInDoubt = item.change.saysSomethingNew && item.tries != nil && readBack != .repeatable
    // What may have arrived is looked for once more before anybody is asked.
    let isFirstDoubt =
      item.change.saysSomethingNew && item.tries == nil && stage == .onTheWire && error.leavesDoubt
    if item.change.keepsWords || isInDoubt, item.attempts >= Self.triesForPosts, !isFirstDoubt {
      return await refuse(item, isInDoubt ? .outcomeUnknown : error)
    }
    let now = session.world.now
    let delay = Backoff.delivery.delay(
      afterFailures: item.attempts, random: session.world.random())
    var next = now.advanced(by: delay)
    if case .rateLimited(let until) = error {
      next = Backoff.end(ofLimit: until, now: now)
      pause = DeliveryPause(until: next, endsEarly: false)
    } else if error.isOutOfReach {
      pause = DeliveryPause(until: next, endsEarly: true)
    } else if error == .outcomeUnknown, stage == .onTheWire {
      // The line may be down; what waits behind must not fare the same, nor wait for this one.
      pause = DeliveryPause(
        until: min(next, now.advanced(by: Self.pauseAfterLostReply)), endsEarly: true)
    }
    let state = OutboxItem.State.queued(notBefore: next, after: error)
    await settle(item, as: state)
    report(.postponed(item.with(state), error))
  }
}

extension PendingChange {
  /// Whether it is something written that is kept until its author says what to do with it.
  fileprivate var keepsWords: Bool {
    if case .publish = self { true } else { false }
  }

  /// The same without the posts that follow in a thread, which have their turns.
  fileprivate var alone: PendingChange {
    if case .publish(let draft) = self { .publish(draft.alone) } else { self }
  }
}

extension OutboxItem {
  /// The same after a refusal, as if none of its pictures had been sent; nil where none was before
  /// this try.
  fileprivate var forgettingPictures: OutboxItem? {
    guard case .publish(let draft) = change,
      draft.attachments.contains(where: { $0 != $0.unsent })
    else { return nil }
    let anew = draft.attachments.map(\.unsent)
    return publishing(draft.attaching(anew), refusals: refusals + 1)
  }

  /// The same with another draft in it.
  fileprivate func publishing(_ draft: Draft, refusals: Int? = nil) -> OutboxItem {
    OutboxItem(
      id: id, account: account, change: .publish(draft), state: state, attempts: attempts,
      refusals: refusals ?? self.refusals, createdAt: createdAt, tries: tries)
  }
}
