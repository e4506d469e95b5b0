/// The reader's actions of one account: on the screen at once, in the outbox a moment later, at the
/// service when it answers.
@MainActor package final class PendingActions: Acting {
  let session: Session
  let undoWindow: Duration
  private let mutes: MuteBook?
  let writes = SerialWork()
  var overlay = Overlay()
  var history = ActionHistory()
  var observers = ObserverList()
  var waiting = WaitingNews()
  /// Taken back before they were written.
  var neverWritten: Set<OutboxItem.ID> = []
  /// How many writes had been begun when the delivery began to read the outbox.
  var revisionRead = 0
  lazy var delivery = OutboxDelivery(session) { [weak self] in self?.hear($0) }

  /// The actions of an account; what others see is held back for as long as it can be undone.
  package init(
    _ session: Session, undoWindow: Duration = .seconds(5), mutes: MuteBook? = nil
  ) {
    (self.session, self.undoWindow, self.mutes) = (session, undoWindow, mutes)
  }

  /// Takes up what waits from before, or from another process, and begins to send it.
  package func start() async {
    await writes.add { await self.reread() }.value
    delivery.wake()
  }

  /// Takes up what another process did meanwhile, and has everybody look again.
  package func noticeOthers() async {
    await start()
    observers.tell(.changedElsewhere)
  }

  package func shown(_ post: Post, boostedBy booster: Person?) -> Post {
    let post = overlay.shown(post)
    return mutes?.shown(post, boostedBy: booster, to: session.account) ?? post
  }
  package func shown(_ person: Person) -> Person { overlay.shown(person) }
  /// Whether a waiting change deletes the post.
  package func hides(_ post: Post.ID) -> Bool { overlay.hides(post) }
  package func answer(to person: Person.ID) -> Bool? { overlay.answer(to: person) }
  package func tellOfKept(_ post: Post) {
    // To those who show it, it is as if a change that changes nothing had been confirmed.
    observers.tell(.delivered(.mark(post.id, [], true), .post(post)))
    tellChanged([post.id])
  }
  package func tellOfOthers(_ changes: ChangeSet) {
    tellChanged(changes.posts, feeds: changes.feeds)
  }
  /// Has everybody look again: the reader mutes something else now.
  package func tellOfMutes() { observers.tell(.changed(ChangeSet())) }
  package func tell(_ observer: any ActionObserving) { observers.add(observer) }

  package func perform(_ change: Change) {
    let deed = begin(change, isHeld: true)
    history.add(deed)
    writes.add { await self.keep(deed) }
  }

  package func queue(_ change: Change) async throws(StoreError) -> OutboxItem {
    let deed = begin(change, isHeld: true)
    history.add(deed)
    try await writes.add { await self.keep(deed) }.value.get()
    return deed.item
  }

  package func finishWriting() async { await writes.finish() }

  package func undo() {
    guard let deed = history.takeLast() else { return observers.tell(.nothingToUndo) }
    guard !deed.hasReplaced, let item = overlay.item(deed.item.id), item.canBeTakenOut else {
      return invert(deed.item.change)
    }
    overlay.remove(deed.item.id)
    tellChanged(deed.item.change.affected)
    writes.add { await self.finishUndoing(deed.item) }
  }

  /// Takes back a waiting item; false where it is on the wire or gone.
  package func withdraw(_ id: OutboxItem.ID) async throws(StoreError) -> Bool {
    try await writes.add { await self.remove(id) }.value.get() != nil
  }

  /// Takes back a waiting post, saved as a draft under a new id.
  package func takeBack(_ id: OutboxItem.ID) async throws(StoreError) -> Draft? {
    guard case .draft(let draft)? = try await writes.add({ await self.remove(id) }).value.get()
    else { return nil }
    return draft
  }

  /// Sends that item now, or without one all that waits because a try failed.
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

  package func resume() { delivery.resume() }

  /// Has everybody hear that the token is refused, who may not have asked for anything.
  func tellOfRefusal() { observers.tell(.signedOut) }

  /// Stops sending, and returns once nothing is being written.
  package func stop() async {
    await delivery.stop()
    await writes.finish()
  }
}
