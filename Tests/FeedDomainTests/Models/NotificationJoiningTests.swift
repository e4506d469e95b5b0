import Doubles
import FeedDomain
import Testing

/// Notices that tell the same, put together.
struct NotificationJoiningTests {
  private func liked(
    by people: [String], count: Int = 0, group: String? = nil, minute: Int
  ) -> Notification {
    Notification(
      id: Notification.ID("\(minute)"), kind: .like, people: people.map { .sample($0) },
      count: count,
      group: group, post: .sample("1", by: "me"),
      createdAt: Timestamp(milliseconds: Int64(minute) * 60_000))
  }

  @Test func `merged notifications have the service's latest count`() {
    let earlier = liked(by: ["ada", "bo"], count: 7, group: "g", minute: 1)
    let later = liked(by: ["cy", "ada"], count: 8, group: "g", minute: 2)

    let joined = earlier.merged(with: later)

    #expect(joined.people.map(\.handle) == ["cy", "ada", "bo"])
    #expect(joined.count == 8)
    #expect(joined.id == later.id)
  }

  @Test func `merged notifications without a count count each person once`() {
    let earlier = liked(by: ["ada", "bo"], minute: 1)
    let later = liked(by: ["cy", "ada"], minute: 2)

    #expect(earlier.merged(with: later).count == 3)
  }

  @Test func `merged notifications keep at most fifty people, and count all`() {
    let earlier = liked(by: (0..<60).map { "a\($0)" }, count: 60, minute: 1)
    let later = liked(by: ["b"], count: 1, minute: 2)

    let joined = earlier.merged(with: later)

    #expect(joined.people.count == 50)
    #expect(joined.people.first?.handle == "b")
    #expect(joined.count == 61)
  }

  @Test func `notifications of different groups about one post are not merged`() {
    #expect(
      liked(by: ["ada"], group: "g", minute: 1).topic
        != liked(by: ["ada"], group: "h", minute: 1).topic)
  }
}
