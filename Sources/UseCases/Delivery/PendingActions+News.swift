internal import FeedDomain

extension PendingActions {
  /// Hears what the delivery did, and passes it on.
  func hear(_ event: DeliveryEvent) {
    switch event {
    case .sending(let item):
      overlay.update(item)
      // None of its pictures are on their way yet, but it is.
      listeners.tell(.uploading(item.id, nil))
    case .uploading(let item, let part):
      listeners.tell(.uploading(item.id, part < 1 ? part : nil))
    case .following(let next): overlay.update(next)
    case .delivered(let item, let outcome, let changes, let isStored):
      // What could not be stored stays laid over the old, so that the screen is right for now.
      if isStored { overlay.remove(item.id) }
      if item.change.inverse == nil { history.forget(item.id) }
      waiting.failure = nil
      listeners.tell(.delivered(item.change, outcome))
      tellChanged(changes.posts.union(item.change.affected), feeds: changes.feeds)
      tellWaiting()
    case .refused(let item, let error, let isKept):
      if isKept { overlay.update(item) } else { overlay.remove(item.id) }
      history.forget(item.id)
      let reason = session.connection.abilities.reason(forRefusing: item.change, error)
      listeners.tell(
        reason.map { .withheld(item.change, $0) } ?? .refused(item.change, error))
      tellChanged(item.change.affected)
      tellWaiting()
    case .postponed(let item, let error):
      overlay.update(item)
      waiting.failure = error
      tellWaiting()
    case .signedOut: listeners.tell(.signedOut)
    case .reading: revisionRead = writes.added
    case .waiting(let items):
      // A look from before the latest write would bring back what was undone.
      guard revisionRead == writes.added, writes.unfinished == 0 else { return }
      adopt(items)
    }
  }

  /// Has everybody show posts as the store holds them.
  func tellOfStored(_ posts: Set<Post.ID>) async {
    guard !session.isOver else { return }
    var held: [Post] = []
    for id in posts { if let post = await session.held(id) { held.append(post) } }
    tellOfKept(held)
  }

  /// Reads the outbox: the screen must show what is in it.
  func reread() async {
    do throws(StoreError) {
      let items = try await session.shelf.outbox.items(of: session.account.id)
      let later = overlay.items.filter { held in !items.contains { $0.id == held.id } }
      adopt(items + later.filter { writes.unfinished > 1 && $0.isUntouched })
    } catch {
      session.note(error, doing: "read what waits", on: .outbox)
    }
  }

  func tellChanged(_ posts: Set<Post.ID>, feeds: Set<Feed> = []) {
    guard !posts.isEmpty || !feeds.isEmpty else { return }
    listeners.tell(.changed(ChangeSet(feeds: feeds, posts: posts)))
  }

  func tellWaiting() {
    if let news = waiting.news(of: overlay.items) { listeners.tell(news) }
  }

  private func adopt(_ items: [OutboxItem]) {
    guard items != overlay.items else { return }
    tellChanged(overlay.adopt(items))
    tellWaiting()
  }
}

extension OutboxItem {
  /// Whether it waits for nothing but a line that works.
  var waitsForTheLine: Bool {
    switch state {
    case .queued(_, .rateLimited), .queued(_, nil), .sending, .ambiguous: false
    case .queued(_, .some): true
    case .refused(let error): error.mayPass
    }
  }

  /// The state in which it is sent at once.
  var releasedState: State {
    switch state {
    case .queued(_, let error): .queued(notBefore: nil, after: error)
    case .refused(let error): .queued(notBefore: nil, after: error)
    case .sending, .ambiguous: state
    }
  }
}
