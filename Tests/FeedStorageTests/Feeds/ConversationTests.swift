import FeedDomain
import FeedStorage
import Testing

struct ConversationTests {
  private func drawing(_ conversation: Conversation?) -> [String] {
    conversation?.nodes.map {
      String(repeating: ".", count: $0.depth) + $0.post.id.rawValue
    } ?? []
  }

  @Test func `a stored conversation starts at its root, each post before its replies`()
    async throws
  {
    let store = try await SQLiteFeedStore(.memory)
    _ = try await store.storePosts(
      [
        Samples.post(1), Samples.post(2, replyTo: 1), Samples.post(4, replyTo: 1),
        Samples.post(3, replyTo: 2), Samples.post(9),
      ], account: Samples.account, now: Samples.now)

    let conversation = try await store.storedConversation(
      of: Post.ID("3"), account: Samples.account)

    #expect(conversation?.focus == Post.ID("3"))
    #expect(drawing(conversation) == ["1", ".2", "..3", ".4"])
  }

  @Test func `a post that is not stored has no conversation`() async throws {
    let store = try await SQLiteFeedStore(.memory)

    #expect(try await store.storedConversation(of: Post.ID("3"), account: Samples.account) == nil)
  }

  @Test func `a conversation whose replies form a cycle ends`() async throws {
    let store = try await SQLiteFeedStore(.memory)
    _ = try await store.storePosts(
      [Samples.post(1, replyTo: 2), Samples.post(2, replyTo: 1), Samples.post(3, replyTo: 3)],
      account: Samples.account, now: Samples.now)

    let two = try await store.storedConversation(of: Post.ID("1"), account: Samples.account)
    let one = try await store.storedConversation(of: Post.ID("3"), account: Samples.account)

    #expect(drawing(two) == ["2", ".1"])
    #expect(drawing(one) == ["3"])
  }

  @Test func `a stored person has the latest state, and is found by handle`() async throws {
    let store = try await SQLiteFeedStore(.memory)
    let person = Samples.person()
    try await store.storePeople([person], account: Samples.account)

    try await store.storePeople([person.settingFollowed(false)], account: Samples.account)

    #expect(
      try await store.storedPerson(person.id, account: Samples.account)
        == person.settingFollowed(false))
    #expect(try await store.storedPerson(Person.ID("no"), account: Samples.account) == nil)

    try await store.storePerson(person, called: "Some-Alias", account: Samples.account)
    try await store.storePeople([person.settingFollowed(true)], account: Samples.account)
    let called = try await store.storedPerson(called: "some-alias", account: Samples.account)
    #expect(called == person.settingFollowed(true))
    #expect(try await store.storedPerson(called: "nobody", account: Samples.account) == nil)
  }
}
