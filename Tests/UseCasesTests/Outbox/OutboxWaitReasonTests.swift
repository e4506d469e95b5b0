import Doubles
import FeedDomain
import Testing
import UseCases

@MainActor @Suite struct OutboxWaitReasonTests {
  private nonisolated static let now = FakeWorld().now
  private nonisolated static let later = now.timeAdvanced(by: .seconds(60))
  private nonisolated static let latest = now.timeAdvanced(by: .seconds(90))
  private nonisolated static let due = OutboxItem.OutboxItemState.queued(notBefore: now, after: nil)
  private nonisolated static let hello = PendingChange.say("Hello", id: "a")
  private nonisolated static let again = PendingChange.say("Again", id: "b")

  /// A post written anew, whose old one is deleted first.
  private nonisolated static let anew = PendingChange.publish(
    Draft(id: Draft.ID("d"), text: "Anew", replaces: Post.ID("9")))

  /// A post that is to appear so many seconds from now.
  private nonisolated static func posting(at seconds: Int) -> PendingChange {
    .publish(
      Draft(id: Draft.ID("c"), text: "Later").with(
        \.postsAt, now.timeAdvanced(by: .seconds(seconds))))
  }

  @Test(
    arguments: [
      ([(again, due)], .sentNext),
      ([(again, .queued(notBefore: later, after: nil))], .undo(until: later)),
      // A post waits for the post before it, a like does not.
      ([(hello, .queued(notBefore: later, after: nil)), (again, due)], .older),
      ([(hello, .ambiguous), (again, due)], .older),
      ([(hello, .refused(.notFound)), (again, due)], .sentNext),
      ([(.delete(Post.ID("9")), .ambiguous), (anew, due)], .older),
      ([(.delete(Post.ID("9")), .refused(.refused("No."))), (anew, due)], .refusedDeletion),
      ([(.delete(Post.ID("8")), .refused(.refused("No."))), (anew, due)], .sentNext),
      (
        [(.like("1"), .queued(notBefore: later, after: .serverFailed(500))), (again, due)],
        .sentNext
      ),
      (
        [(hello, .queued(notBefore: later, after: .unreachable)), (again, due)],
        .nextTry(later, after: .unreachable)
      ),
      // What fails by itself holds up nothing but its own thread.
      ([(hello, .queued(notBefore: later, after: .serverFailed(500))), (again, due)], .sentNext),
      // Without a line nothing is tried, whatever it is.
      (
        [
          (.like("1"), .queued(notBefore: later, after: .unreachable)),
          (.like("2"), .queued(notBefore: latest, after: .unreachable)), (again, due),
        ], .nextTry(latest, after: .unreachable)
      ),
      (
        [(.like("1"), .queued(notBefore: nil, after: .signedOut)), (again, due)],
        .nextTry(nil, after: .signedOut)
      ),
      (
        [(again, .queued(notBefore: nil, after: .serverFailed(500)))],
        .nextTry(nil, after: .serverFailed(500))
      ),
      // Whatever it waited for, a service wants it minutes before its moment.
      ([(posting(at: 299), .queued(notBefore: later, after: .unreachable))], .tooLate),
      ([(posting(at: 300), due)], .sentNext),
    ] as [([(PendingChange, OutboxItem.OutboxItemState)], OutboxWaitReason)])
  func `the wait reason of an item depends on its state and the items before it`(
    _ waiting: [(PendingChange, OutboxItem.OutboxItemState)], _ expected: OutboxWaitReason
  ) throws {
    let items = items(waiting)

    #expect(OutboxWaitReason(of: try #require(items.last), among: items, now: Self.now) == expected)
  }

  @Test
  func `a new item causes another try after a connection failure, but not during a rate limit`()
    throws
  {
    for (error, expected) in [
      (.unreachable, .sentNext), (.untrusted(.expired), .sentNext),
      (.rateLimited(until: nil), .nextTry(Self.later, after: .rateLimited(until: nil))),
    ] as [(FeedError, OutboxWaitReason)] {
      let items = items([
        (.like("1"), .queued(notBefore: Self.later, after: error)), (Self.again, Self.due),
      ])

      #expect(
        OutboxWaitReason(of: try #require(items.last), among: items, now: Self.now, isNew: true)
          == expected)
    }
  }

  private func items(_ waiting: [(PendingChange, OutboxItem.OutboxItemState)]) -> [OutboxItem] {
    waiting.enumerated().map { Setting().item("\($0.offset)", $0.element.0, $0.element.1) }
  }
}
