import Doubles
import FeedDomain
import FeedServices
import Testing

@Suite struct PublishingTests {
  @Test func `a like counts once, however often it is sent`() async throws {
    let session = try await DemoSession()
    let post = try #require(try await session.latest().entries.first { $0.post.userMarks.isEmpty })
      .post
    let like = PendingChange.mark(post.id, .liked, true)

    let first = try await session.send(like, key: "k1")
    let repeated = try await session.send(like, key: "k1")
    let again = try await session.send(like, key: "k2")

    #expect(first == .post(post.settingMark(.liked, isSet: true)))
    #expect(repeated == first)
    #expect(again == first)
    #expect(try await session.latest(.likes).entries.first?.post.id == post.id)
    try await session.send(like.inverse!, key: "k3")
    #expect(!(try await session.walkDown(.likes)).contains { $0.post.id == post.id })
  }

  @Test func `the modest demo post refuses every like with a reason`() async throws {
    let session = try await DemoSession()
    let home = try await session.latest().entries
    let modest = try #require(
      home.prefix(4).first { $0.post.content.text.plain.contains("modest") })

    let refusal = await failure {
      try await session.send(.mark(modest.post.id, .liked, true), key: "k")
    }

    #expect(refusal == .refused("This post does not accept likes."))
    #expect(try await session.latest().entries == home)
    try await session.send(.mark(modest.post.id, .bookmarked, true), key: "k")
  }

  @Test func `the user's post is on top of home, the profile and its tag`() async throws {
    let session = try await DemoSession()
    let me = session.account.account.person
    let before = try await session.connection.people!.person(me)

    let post = try #require(
      try await session.publish("Hello, @linh! See https://a.example. #hi", key: "p"))

    #expect(try await session.latest().entries.first?.post == post)
    #expect(try await session.latest(.person(me)).entries.first?.post == post)
    #expect(try await session.latest(.tag("HI")).entries.map(\.post) == [post])
    #expect(
      post.content.text.runs.map(\.kind) == [
        .plain, .mention(Person.ID("linh")), .plain, .link("https://a.example"), .plain, .tag("hi"),
      ])
    let after = try await session.connection.people!.person(me)
    #expect(after.counts?.posts == before.counts!.posts! + 1)
  }

  @Test func `a poll that the user posts starts without votes`() async throws {
    let session = try await DemoSession()
    let draft = Draft(
      id: Draft.ID("d"), text: "Rye?",
      poll: Draft.DraftPoll(choices: ["Yes", "No"], allowsSeveral: true, lasts: .seconds(300)))

    try await session.send(.publish(draft), key: "p")

    let post = try #require(try await session.latest().entries.first).post
    #expect(
      post.content.poll
        == Poll(
          options: [.init(title: "Yes", votes: 0), .init(title: "No", votes: 0)],
          closesAt: post.createdAt.timeAdvanced(by: .seconds(300)), allowsSeveral: true, voters: 0))
    let refusal = await failure {
      try await session.send(
        .publish(draft.with(\.poll, Draft.DraftPoll(choices: ["Yes"], lasts: .seconds(300)))),
        key: "q")
    }
    #expect(refusal?.isRefusal == true)
  }

  @Test func `a post sent twice with one key is one post`() async throws {
    let session = try await DemoSession()

    let first = try await session.publish("Exactly-once.", key: "p")
    session.world.pass(.seconds(5))
    let second = try await session.publish("Exactly-once.", key: "p")

    #expect(first == second)
    #expect(
      try await session.connection.feeds.foundPosts(matching: "EXACTLY-once.", after: nil).elements
        .count
        == 1)
  }

  @Test func `a reply is in its conversation and counted`() async throws {
    let session = try await DemoSession()
    let asked = try #require(try await session.latest().entries.first { $0.post.reply == nil }).post

    let answer = try #require(try await session.publish("Same here.", key: "a", replyTo: asked.id))

    let nodes = try await session.connection.feeds.conversation(of: answer.id).nodes
    let place = try #require(nodes.firstIndex { $0.post.id == answer.id })
    #expect(nodes[place].depth == 1)
    #expect(nodes[0].post.counts.replies == asked.counts.replies.map { $0 + 1 })
    #expect(answer.reply == Post.ReplyTarget(to: asked.id, handle: asked.author.handle))
    #expect(!(try await session.latest().entries).contains { $0.post.id == answer.id })
  }

  @Test func `demo people answer after a minute, and the user is notified`() async throws {
    let session = try await DemoSession()
    let post = try #require(try await session.publish("Is anybody there?", key: "p"))

    session.world.pass(.seconds(60))

    let nodes = try await session.connection.feeds.conversation(of: post.id).nodes
    #expect(nodes.count > 1)
    let notifications = try await session.connection.notifications!.notifications(after: nil)
      .elements
    #expect(notifications.contains { $0.kind == .mention && $0.post?.id == nodes[1].post.id })
    #expect(notifications.contains { $0.kind == .like && $0.post?.id == post.id })
  }

  @Test func `the user can delete their own posts, but no others`() async throws {
    let session = try await DemoSession()
    let other = try #require(try await session.latest().entries.first).post.id
    let post = try #require(try await session.publish("Oops.", key: "p")).id

    #expect(try await session.send(.delete(post), key: "d") == .done)

    #expect(
      await failure { try await session.connection.feeds.conversation(of: post) } == .notFound)
    #expect(try await session.latest().entries.first?.post.id == other)
    let refusal = await failure { try await session.send(.delete(other), key: "e") }
    #expect(refusal == .refused("Only your own posts can be deleted."))
  }

  @Test func `following a person adds their posts to home`() async throws {
    let session = try await DemoSession()
    let dilys = Person.ID("dilys")
    let before = try await session.connection.people!.person(dilys)

    let outcome = try await session.send(.follow(dilys, true), key: "f")

    #expect(outcome == .person(before.settingFollowed(true)))
    #expect(try await session.walkDown(.home).contains { $0.post.author.id == dilys })
    let followers = try await session.connection.people!.people(.followers(dilys), after: nil)
    #expect(followers.elements.first?.id == session.account.account.person)
  }

  @Test func `muting and blocking remove a person's posts from streams`() async throws {
    let session = try await DemoSession()
    let author = try #require(
      try await session.walkDown(.home).first {
        $0.boostedBy == nil && $0.post.author.id != session.account.account.person
      }?.post.author.id)
    func stand(in feed: Feed) async throws -> Bool {
      try await session.walkDown(feed).contains { $0.post.author.id == author }
    }

    let muted = try await session.send(.mute(author, true), key: "m")
    #expect(try await !stand(in: .home))
    try await session.send(.mute(author, false), key: "n")
    #expect(try await stand(in: .home))
    let blocked = try await session.send(.block(author, true), key: "b")

    #expect(try await !stand(in: .home))
    guard case .person(let quiet) = muted, case .person(let gone) = blocked else {
      return #expect(Bool(false))
    }
    #expect((quiet.relationship, gone.relationship) == (.mutedFollowed, .blocked))
  }

  @Test func `a poll accepts one vote of the user, and counts it`() async throws {
    let session = try await DemoSession()
    let post = try #require(
      try await session.walkDown(.home).map(\.post).first { post in
        guard let poll = post.content.poll, poll.chosenOptions.isEmpty else { return false }
        return poll.closesAt.map { $0 > session.world.now } ?? true
      })

    let outcome = try await session.send(.vote(post.id, [1]), key: "v")

    #expect(outcome == .post(post.applyingPendingChange(.vote(post.id, [1]))))
    let again = await failure { try await session.send(.vote(post.id, [0]), key: "w") }
    #expect(again == .refused("You have already voted."))
    let wrong = await failure { try await session.send(.vote(post.id, [9]), key: "x") }
    #expect(wrong == .refused("The poll has no such answer."))
  }

  @Test func `a poll in which the user voted is announced when it closes`() async throws {
    let session = try await DemoSession()
    let now = session.world.now
    let post = try #require(
      try await session.walkDown(.home).map(\.post).first { post in
        guard let poll = post.content.poll, poll.chosenOptions.isEmpty else { return false }
        return poll.closesAt.map { $0 > now } ?? false
      })
    _ = try await session.send(.vote(post.id, [0]), key: "v")

    session.world.pass(try #require(post.content.poll?.closesAt).elapsedTime(since: now))
    let page = try await session.connection.notifications!.notifications(after: nil)

    #expect(page.elements.contains { $0.kind == .poll && $0.post?.id == post.id })
  }

  @Test func `a post that is too long, empty or a reply to a missing post is refused`() async throws
  {
    let session = try await DemoSession()

    let long = await failure {
      try await session.publish(String(repeating: "é", count: 501), key: "1")
    }
    let empty = await failure { try await session.publish(" ", key: "2") }
    let lost = await failure { try await session.publish("Hm?", key: "3", replyTo: Post.ID("12")) }

    #expect(long == .refused("The post is too long by 1."))
    #expect(empty == .refused("The post is empty."))
    #expect(lost == .notFound)
    #expect(try await session.publish(String(repeating: "é", count: 500), key: "4") != nil)
  }

  @Test func `notifications come latest first and page by page, once each`() async throws {
    let session = try await DemoSession()
    var page = try await session.connection.notifications!.notifications(after: nil)
    var notifications = page.elements
    while let next = page.nextCursor {
      page = try await session.connection.notifications!.notifications(after: next)
      notifications += page.elements
    }

    #expect(notifications.count > 20)
    #expect(Set(notifications.map(\.id)).count == notifications.count)
    #expect(notifications.map(\.createdAt) == notifications.map(\.createdAt).sorted(by: >))
    #expect(Set(notifications.map(\.kind)) == [.like, .boost, .follow, .mention, .poll])
  }
}
