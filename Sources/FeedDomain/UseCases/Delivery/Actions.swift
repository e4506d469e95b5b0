/// How things look with what waits to be sent.
@MainActor package protocol Overlaying: AnyObject {
  /// How a confirmed post looks with the waiting changes, and folded away where its reader does not
  /// want to read about it, or hear from who boosted it.
  func shown(_ post: Post, boostedBy booster: Person?) -> Post
  /// Whether a waiting change deletes the post, so that it is shown no longer.
  func hides(_ post: Post.ID) -> Bool
  /// How a waiting change answers somebody who asked to follow; nil where none does.
  func answer(to person: Person.ID) -> Bool?
}

/// What the reader does, from the key press to the service's answer.
///
/// Shows it at once, keeps it in the outbox, sends it, and rolls it back when it is refused. What is
/// shown is always what the service confirmed with the waiting changes applied to it, so a rollback
/// is nothing but forgetting the change.
@MainActor package protocol Acting: Overlaying {
  /// How a confirmed person looks with the waiting changes.
  func shown(_ person: Person) -> Person
  /// Does it: on the screen before this returns, then in the outbox, then at the service.
  func perform(_ change: Change)
  /// Does it, and returns once it is on disk.
  func queue(_ change: Change) async throws(StoreError) -> OutboxItem
  /// Returns once all that was done so far is on disk.
  func finishWriting() async
  /// Takes back the last thing done.
  func undo()
  /// Takes back a waiting item; false where it is on the wire or gone.
  ///
  /// A post becomes a draft again.
  func withdraw(_ id: OutboxItem.ID) async throws(StoreError) -> Bool
  /// Takes back a waiting post to go on writing it, saved as a draft under a new id; nil where it is
  /// on the wire or gone.
  func takeBack(_ id: OutboxItem.ID) async throws(StoreError) -> Draft?
  /// Sends that item now, whatever it waits for; without one, all that waits because a try failed.
  func deliver(_ id: OutboxItem.ID?) async
  /// Goes on sending after the account was signed in to again.
  func resume()
  /// Stops sending; what waits stays in the outbox.
  func stop() async
  /// Has everybody show a post as it is kept now, though nothing waits for it.
  func tellOfKept(_ post: Post)
  /// Has everybody look at what others changed at the service; it is stored already.
  func tellOfOthers(_ changes: ChangeSet)
  /// Tells the observer of every later action, as long as it lives.
  func tell(_ observer: any ActionObserving)
}
