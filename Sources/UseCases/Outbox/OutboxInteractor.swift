internal import FeedDomain

/// Decides what looking through the outbox does.
@MainActor package final class OutboxInteractor: Interacting {
  private let session: Session
  private let actions: PendingActions
  private let presenter: any Presenting<OutboxReading.Response>
  private var isOpen = false
  /// Looks again when something begins to wait for something else.
  private var alarm: Task<Void, Never>?
  /// What was shown that can only be dropped.
  private var unreadable: [OutboxItem.ID] = []
  /// The drafts as they were shown.
  private var shown: [Draft] = []
  private lazy var looks = LatestWrite<Void> { [weak self] in await self?.look() }

  package init(
    _ session: Session, actions: PendingActions, presenter: any Presenting<OutboxReading.Response>
  ) {
    (self.session, self.actions, self.presenter) = (session, actions, presenter)
    actions.tell(self) { $0.hear($1) }
  }

  package func handle(_ request: OutboxReading.Request) async {
    switch request {
    case .open:
      isOpen = true
      looks.submit(())
      await looks.finish()
    case .send(let id):
      // It may take as long as the service takes; what comes of it is heard as news.
      Task { await actions.deliver(id) }
    case .withdraw(let id): await withdraw(id)
    case .discard(let id): await discard(id)
    case .close:
      isOpen = false
      alarm?.cancel()
    }
  }
}

extension OutboxInteractor {
  /// Looks again, whatever happened: several news are one look.
  private func hear(_ news: ActionNews) {
    guard isOpen else { return }
    if case .uploading(let item, let part) = news { presenter.present(.uploading(item, part)) }
    looks.submit(())
  }
}

extension OutboxInteractor {
  private func withdraw(_ id: OutboxItem.ID) async {
    do throws(StoreError) {
      // What cannot be read was never done on the screen: there is nothing to undo.
      let isTaken =
        unreadable.contains(id)
        ? try await session.shelf.outbox.withdraw(id) : try await actions.withdraw(id)
      if !isTaken { presenter.present(.tooLate) }
    } catch {
      presenter.present(.storeFailed(error))
    }
    looks.submit(())
    await looks.finish()
  }

  /// Drops a draft as it was shown: what was written on it meanwhile stays.
  private func discard(_ id: Draft.ID) async {
    guard !session.isOver, let draft = shown.first(where: { $0.id == id }) else { return }
    do throws(StoreError) {
      try await session.shelf.drafts.discard(draft)
    } catch {
      presenter.present(.storeFailed(error))
    }
    looks.submit(())
    await looks.finish()
  }

  private func look() async {
    // What was done a moment ago is among what waits.
    await actions.finishWriting()
    guard isOpen else { return }
    do throws(StoreError) {
      var waiting: [OutboxReading.Waiting] = []
      let items = try await session.shelf.outbox.items(of: session.account.id)
      for item in items {
        let wait = OutboxWait(of: item, among: items, now: session.world.now)
        waiting.append(
          .init(item, post: try await post(item.change.subjectPost), wait: wait))
      }
      unreadable = try await session.shelf.outbox.unreadable(of: session.account.id)
      var drafts: [OutboxReading.Kept] = []
      for draft in try await session.drafts.all() {
        drafts.append(.init(draft, post: try await post(draft.subjectPost)))
      }
      guard isOpen else { return }
      shown = drafts.map(\.draft)
      presenter.present(.items(waiting, drafts: drafts, unreadable: unreadable))
      let later = items.compactMap(\.lastMoment).filter { $0 >= session.world.now }
      lookAgain(at: (waiting.compactMap(\.wait.end) + later).min())
    } catch {
      guard isOpen else { return }
      presenter.present(.storeFailed(error))
    }
  }

  private func lookAgain(at moment: Timestamp?) {
    alarm?.cancel()
    let world = session.world
    alarm = moment.map { moment in
      Task { [weak self] in
        // Called off, there was another look meanwhile, or the scene is closed.
        guard (try? await world.sleep(for: moment.since(world.now))) != nil else { return }
        self?.looks.submit(())
      }
    }
  }

  private func post(_ id: Post.ID?) async throws(StoreError) -> Post? {
    guard let id else { return nil }
    return try await session.shelf.feeds.post(id, account: session.account.id)
  }
}

extension Change {
  /// The post it is about: what it marks, changes, deletes, answers or quotes.
  fileprivate var subjectPost: Post.ID? {
    if case .publish(let draft) = self { draft.subjectPost } else { post }
  }
}

extension Draft {
  /// The post that it changes, answers or quotes.
  fileprivate var subjectPost: Post.ID? { editing ?? replyTo ?? quoting }
}
