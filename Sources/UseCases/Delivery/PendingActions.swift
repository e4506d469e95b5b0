package import FeedDomain

/// What the reader of one account does, from the key press to the service's answer.
///
/// Shows it at once, keeps it in the outbox a moment later, sends it, and rolls it back when it is
/// refused. What is shown is always what the service confirmed with the waiting changes applied to it,
/// so a rollback is nothing but forgetting the change.
@MainActor package final class PendingActions: Overlaying {
  let session: Session
  let undoWindow: Duration
  private let mutes: MuteList?
  let writes = SerialQueue()
  var overlay = Overlay()
  var history = ActionHistory()
  var listeners = Listeners<ActionEvent>()
  var waiting = OutboxStatus()
  /// Taken back before they were written.
  var neverWritten: Set<OutboxItem.ID> = []
  /// How many writes had been begun when the delivery began to read the outbox.
  var revisionRead = 0
  lazy var delivery = OutboxDelivery(session) { [weak self] in self?.hear($0) }

  /// The actions of an account; what others see is held back for as long as it can be undone.
  package init(
    _ session: Session, undoWindow: Duration = .seconds(5), mutes: MuteList? = nil
  ) {
    (self.session, self.undoWindow, self.mutes) = (session, undoWindow, mutes)
    session.tellOfStored(self) { actions, posts in
      Task { [weak actions] in await actions?.tellOfStored(posts) }
    }
  }

  /// Takes up what waits from before, or from another process, and begins to send it.
  package func start() async {
    await writes.add { await self.reread() }.value
    delivery.wake()
  }

  /// Takes up what another process did meanwhile, and has everybody look again.
  package func noticeOthers() async {
    await start()
    listeners.tell(.changedElsewhere)
  }

  package func shown(_ post: Post, boostedBy booster: Person?) -> Post {
    let post = overlay.shown(post)
    return mutes?.shown(post, boostedBy: booster, to: session.account) ?? post
  }
  /// How a confirmed person looks with the waiting changes.
  package func shown(_ person: Person) -> Person { overlay.shown(person) }
  package func hides(_ post: Post.ID) -> Bool { overlay.hides(post) }
  package func answer(to person: Person.ID) -> Bool? { overlay.answer(to: person) }
  /// Has everybody show posts as they are held now, though nothing waits for them.
  func tellOfKept(_ posts: [Post]) {
    guard !posts.isEmpty else { return }
    listeners.tell(.stored(posts))
    tellChanged(Set(posts.map(\.id)))
  }
  /// Has everybody look at what others changed at the service; it is stored already.
  package func tellOfOthers(_ changes: ChangeSet) {
    tellChanged(changes.posts, feeds: changes.feeds)
  }
  /// Has everybody look again: the reader mutes something else now.
  package func tellOfMutes() { listeners.tell(.changed(ChangeSet())) }
  /// Tells a listener of every later action, as long as it lives; who shows it shows it in the same
  /// turn.
  package func tell<Listener: AnyObject>(
    _ listener: Listener, _ hear: @escaping @MainActor (Listener, ActionEvent) -> Void
  ) {
    listeners.add(listener, hear)
  }

  /// Does it: on the screen before this returns, then in the outbox, then at the service.
  package func perform(_ change: PendingChange) {
    let deed = begin(change, isHeld: true)
    history.add(deed)
    writes.add { await self.keep(deed) }
  }

  /// Does it, and returns once it is on disk.
  package func queue(_ change: PendingChange) async throws(StoreError) -> OutboxItem {
    let deed = begin(change, isHeld: true)
    history.add(deed)
    try await writes.add { await self.keep(deed) }.value.get()
    return deed.item
  }

  /// Returns once all that was done so far is on disk.
  package func finishWriting() async { await writes.finish() }

  /// Takes back the last thing done.
  package func undo() {
    guard let deed = history.takeLast() else { return listeners.tell(.nothingToUndo) }
    guard !deed.hasReplaced, let item = overlay.item(deed.item.id), item.canBeTakenOut else {
      return invert(deed.item.change)
    }
    overlay.remove(deed.item.id)
    tellChanged(deed.item.change.affected)
    writes.add { await self.finishUndoing(deed.item) }
  }

  /// Takes back a waiting item; false where it is on the wire or gone. A post becomes a draft again.
  package func withdraw(_ id: OutboxItem.ID) async throws(StoreError) -> Bool {
    try await writes.add { await self.remove(id) }.value.get() != nil
  }

  /// Takes back a waiting post to go on writing it, saved as a draft under a new id; nil where it is
  /// on the wire or gone.
  package func takeBack(_ id: OutboxItem.ID) async throws(StoreError) -> Draft? {
    guard case .draft(let draft)? = try await writes.add({ await self.remove(id) }).value.get()
    else { return nil }
    return draft
  }

  /// Sends that item now, whatever it waits for; without one, all that waits because a try failed.
  package func deliver(_ id: OutboxItem.ID?) async {
    await writes.finish()
    do throws(StoreError) {
      for item in try await session.shelf.outbox.items(of: session.account.id)
      where id.map({ $0 == item.id && item.state != .sending }) ?? item.waitsForTheLine {
        try await session.shelf.outbox.settle(item.id, as: item.releasedState)
      }
    } catch {
      session.note(error, doing: "release what waits", on: .outbox)
    }
    await delivery.pass()
  }

  /// Goes on sending after the account was signed in to again.
  package func resume() { delivery.resume() }

  /// Has everybody hear that the token is refused, who may not have asked for anything.
  func tellOfRefusal() { listeners.tell(.signedOut) }

  /// Stops sending, and returns once nothing is being written; what waits stays in the outbox.
  package func stop() async {
    await delivery.stop()
    await writes.finish()
  }
}
