/// What the reader does, from the key press to the service's answer.
///
/// Shows it at once, keeps it in the outbox, sends it, and rolls it back when it is refused. What is
/// shown is always what the service confirmed with the waiting changes applied to it, so a rollback
/// is nothing but forgetting the change.
@MainActor public protocol Acting: AnyObject {
  /// How a confirmed post looks with the waiting changes.
  func shown(_ post: Post) -> Post
  /// How a confirmed person looks with the waiting changes.
  func shown(_ person: Person) -> Person
  /// Does it: on the screen before this returns, then in the outbox, then at the service.
  func perform(_ change: Change)
  /// Takes back the last thing done.
  func undo()
  /// Takes back a waiting item; false where it is on the wire or gone.
  func withdraw(_ id: OutboxItem.ID) async throws(StoreError) -> Bool
  /// Sends what waits, now.
  func deliver(_ id: OutboxItem.ID?) async
  /// Tells the observer of every later action, as long as it lives.
  func tell(_ observer: any ActionObserving)
}
