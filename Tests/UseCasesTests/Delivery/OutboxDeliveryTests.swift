import Doubles
import FeedDomain
import Testing
import UseCases

@MainActor @Suite struct OutboxDeliveryTests {
  private let now = FakeWorld().now

  private func setting(_ items: (String, PendingChange, OutboxItem.OutboxItemState)...) -> Setting {
    let maker = Setting()
    return Setting(outbox: items.map { maker.item($0, $1, $2) })
  }

  @Test func `no timer runs while the outbox is empty`() async throws {
    let setting = Setting()

    await setting.actions.startDelivery()
    await setting.actions.deliverItemOrAllNow(nil)

    #expect(setting.world.sleeping == 0)
  }

  @Test func `without a connection the delay before the next attempt grows`() async throws {
    let setting = setting(("a", .like("1"), .queued(notBefore: nil, after: nil)))
    await setting.service.answer(
      .failure(.unreachable), .failure(.unreachable), .failure(.unreachable))

    await setting.actions.startDelivery()

    for (tries, seconds) in [(1, 5), (2, 15), (3, 60)] {
      #expect(await eventually { await setting.service.sent.count == tries })
      let next = setting.world.now.timeAdvanced(by: .seconds(seconds))
      #expect(await eventually { setting.world.nextWaking == next })
      setting.world.pass(.seconds(seconds))
    }
    #expect(await eventually { await setting.service.sent.count == 4 })
    #expect(await setting.service.keys.allSatisfy { $0 == OutboxItem.ID("a") })
    #expect(await eventually { await setting.outbox.held.isEmpty })
    #expect(setting.observer.news.contains(.waiting(1, .unreachable)))
  }

  @Test func `a change that a later one at the server overruled shows the server's state`()
    async throws
  {
    let change = PendingChange.like("7")
    let setting = setting(("a", change, .queued(notBefore: nil, after: nil)))
    let told = Post.sample("7", by: "ada")
    await setting.service.answer(.success(.overruled(1, told)))

    await setting.actions.startDelivery()

    #expect(await eventually { await setting.outbox.held.isEmpty })
    #expect(
      await eventually {
        setting.observer.news.contains { event in
          if case .delivered(change, .overruled(1, let post?)) = event {
            post.id == told.id && !post.userMarks.contains(.liked)
          } else {
            false
          }
        }
      })
    #expect(
      setting.observer.news.contains { event in
        if case .stored(let posts) = event { posts.map(\.id) == [told.id] } else { false }
      })
  }

  @Test func `no item is sent before the end of a rate limit`() async throws {
    let setting = setting(("a", .like("1"), .queued(notBefore: nil, after: nil)))
    let until = setting.world.now.timeAdvanced(by: .seconds(30))
    await setting.service.answer(.failure(.rateLimited(until: until)))
    await setting.actions.startDelivery()
    #expect(await eventually { setting.world.nextWaking == until })

    setting.actions.performChange(.like("2"))
    #expect(await eventually { await setting.outbox.held.count == 2 })
    #expect(await eventually { setting.world.nextWaking == until })

    #expect(await setting.service.sent.count == 1)
    setting.world.pass(.seconds(30))
    #expect(await eventually { await setting.service.sent.count == 3 })
  }

  @Test func `a scheduled post whose time has passed is kept, and not sent`() async throws {
    let late = Draft(id: Draft.ID("a"), text: "Later").with(
      \.postsAt, now.timeAdvanced(by: .seconds(60)))
    let setting = setting(("a", .publish(late), .queued(notBefore: nil, after: nil)))

    await setting.actions.startDelivery()

    #expect(
      await eventually { await setting.outbox.held.map(\.state) == [.refused(.refused(nil))] })
    #expect(await setting.service.sent == [])
  }

  @Test func `other processes can tell that a scheduled post was delivered`() async throws {
    let later = Draft(id: Draft.ID("a"), text: "Later").with(
      \.postsAt, now.timeAdvanced(by: .seconds(7_200)))
    let setting = setting(("a", .publish(later), .queued(notBefore: nil, after: nil)))
    await setting.service.answer(.success(.done))

    await setting.actions.startDelivery()

    #expect(await eventually { await setting.outbox.held.isEmpty })
    #expect(await setting.outbox.wasItemDelivered(OutboxItem.ID("a"), of: setting.account))
  }

  @Test func `a change that may have arrived is sent again with the same key`() async throws {
    let setting = setting(("a", .say("Hello"), .ambiguous))

    await setting.actions.startDelivery()

    #expect(await eventually { await setting.service.keys == [OutboxItem.ID("a")] })
    #expect(await eventually { await setting.outbox.held.isEmpty })
  }

  @Test func `a refused post stays in the outbox`() async throws {
    let setting = setting(("a", .say("Hello"), .queued(notBefore: nil, after: nil)))
    await setting.service.answer(.failure(.refused("Too loud.")))

    await setting.actions.startDelivery()

    #expect(
      await eventually {
        await setting.outbox.held.map(\.state) == [.refused(.refused("Too loud."))]
      })
    #expect(setting.world.sleeping == 0)
  }

  @Test func `a refused message stays in the outbox with its text`() async throws {
    let message = PendingChange.serviceAction(
      ServiceAction(.message, "ada", detail: "ada", answers: [.words: "Hello"]))
    let setting = setting(("a", message, .queued(notBefore: nil, after: nil)))
    await setting.service.answer(.failure(.refused("Not now.")))

    await setting.actions.startDelivery()

    #expect(
      await eventually {
        await setting.outbox.held.map(\.state) == [.refused(.refused("Not now."))]
      })
    #expect(await setting.outbox.held.map(\.change) == [message])
  }

  @Test func `a refused post is sent again on request`() async throws {
    let setting = setting(("a", .say("Hello"), .refused(.refused("Too loud."))))
    await setting.actions.startDelivery()

    await setting.actions.deliverItemOrAllNow(OutboxItem.ID("a"))

    #expect(await setting.service.sent == [.say("Hello")])
    #expect(await setting.outbox.held == [])
  }

  @Test func `sending now delivers queued read states, but no like that can still be undone`()
    async throws
  {
    let later = now.timeAdvanced(by: .seconds(20))
    let setting = setting(
      ("a", .markRead([Post.ID("1")], true), .queued(notBefore: later, after: nil)),
      ("b", .like("2"), .queued(notBefore: later, after: nil)))

    await setting.actions.deliverItemOrAllNow(nil)

    // The service keeps no read states, so they are done without it.
    #expect(await setting.outbox.held.map(\.id) == [OutboxItem.ID("b")])
    await setting.actions.stopDelivery()
  }

  @Test
  func
    `the service sees a try after a refusal as a new one, and after a lost connection as the same`()
    async throws
  {
    let setting = setting(("a", .say("Hello"), .queued(notBefore: nil, after: nil)))
    await setting.service.answer(.failure(.unreachable), .failure(.refused(nil)))

    await setting.actions.startDelivery()
    #expect(await eventually { setting.world.sleeping == 1 })
    for _ in 1...2 { await setting.actions.deliverItemOrAllNow(OutboxItem.ID("a")) }

    #expect(await setting.service.refusals == [0, 0, 1])
    #expect(await setting.outbox.held == [])
  }

  @Test func `a post that fails five times is refused`() async throws {
    let setting = setting(("a", .say("Hello"), .queued(notBefore: nil, after: nil)))
    for _ in 1...5 { await setting.service.answer(.failure(.misconfigured("proxy"))) }

    await setting.actions.startDelivery()
    for tries in 1...5 {
      #expect(await eventually { await setting.service.sent.count == tries })
      guard tries < 5 else { break }
      #expect(await eventually { setting.world.sleeping == 1 })
      setting.world.pass(.seconds(20 * 60))
    }

    #expect(
      await eventually {
        await setting.outbox.held.map(\.state) == [.refused(.misconfigured("proxy"))]
      })
    await setting.actions.deliverItemOrAllNow(nil)
    #expect(await setting.outbox.held == [])
  }

  @Test func `a change that the service does not support is refused without a request`()
    async throws
  {
    let change = PendingChange.mark(Post.ID("1"), .bookmarked, true)
    let setting = setting(("a", change, .queued(notBefore: nil, after: nil)))

    await setting.actions.startDelivery()

    #expect(await eventually { await setting.outbox.held.isEmpty })
    #expect(setting.observer.news.contains(.refused(change, .refused(nil))))
    #expect(await setting.service.sent == [])
  }

  @Test func `deleting a post that is gone succeeds`() async throws {
    let setting = setting(("a", .delete(Post.ID("1")), .queued(notBefore: nil, after: nil)))
    try await setting.hold([.sample("1", by: "me")])
    await setting.service.answer(.failure(.notFound))

    await setting.actions.startDelivery()

    #expect(await eventually { await setting.outbox.held.isEmpty })
    #expect(await setting.store.ids(of: .home) == [])
    #expect(setting.observer.news.contains(.delivered(.delete(Post.ID("1")), .done)))
  }

  @Test func `a rejected token stops delivery until signing in again`() async throws {
    let setting = setting(
      ("a", .like("1"), .queued(notBefore: nil, after: nil)),
      ("b", .like("2"), .queued(notBefore: nil, after: nil)))
    await setting.service.answer(.failure(.signedOut))
    await setting.actions.startDelivery()
    #expect(await eventually { setting.observer.news.contains(.signedOut) })
    #expect(await setting.outbox.held.count == 2)

    setting.session.replaceToken(of: .sample, connection: setting.service.connection)
    setting.actions.resumeDeliveryAfterSignIn()

    #expect(await eventually { await setting.service.sent.count == 3 })
    #expect(await eventually { await setting.outbox.held.isEmpty })
  }

  @Test func `a like does not wait for a post that is held back`() async throws {
    let later = now.timeAdvanced(by: .seconds(60))
    let setting = setting(
      ("a", .say("Hello"), .queued(notBefore: later, after: nil)),
      ("b", .like("1"), .queued(notBefore: nil, after: nil)))

    await setting.actions.startDelivery()

    #expect(await eventually { await setting.service.sent == [.like("1")] })
    #expect(await eventually { setting.world.nextWaking == later })
  }

  @Test func `a failing edit delays replies to its post, and no other change`()
    async throws
  {
    let edit = PendingChange.publish(
      Draft(id: Draft.ID("e"), text: "Better", editing: Post.ID("1")))
    let reply = PendingChange.publish(
      Draft(id: Draft.ID("r"), text: "So there", replyTo: Post.ID("1")))
    let setting = Setting(
      outbox: [
        ("a", edit), ("b", .say("Other", id: "b")), ("c", reply), ("d", .like("2")),
        ("e", .say("Last", id: "e")), ("f", .delete(Post.ID("1"))),
      ].map { Setting().item($0.0, $0.1, .queued(notBefore: nil, after: nil)) }, edits: true)
    await setting.service.fail([edit], with: .serverFailed(500))

    await setting.actions.startDelivery()

    // What is not about that post, nor in its thread, has passed; what is waits behind it.
    #expect(
      await eventually {
        await setting.outbox.held.map(\.id) == [OutboxItem.ID("a"), OutboxItem.ID("c")]
      })
    #expect(
      await setting.service.sent == [
        edit, .say("Other", id: "b"), .like("2"), .say("Last", id: "e"), .delete(Post.ID("1")),
      ])
    // The next look is when the edit is due again.
    let next = setting.world.now.timeAdvanced(by: .seconds(5))
    #expect(await eventually { setting.world.nextWaking == next })
  }

  @Test func `a rate limit holds back all items, also unrelated ones`() async throws {
    let setting = setting(
      ("a", .say("First", id: "a"), .queued(notBefore: nil, after: nil)),
      ("b", .say("Second", id: "b"), .queued(notBefore: nil, after: nil)))
    let until = setting.world.now.timeAdvanced(by: .seconds(30))
    await setting.service.answer(.failure(.rateLimited(until: until)))

    await setting.actions.startDelivery()

    #expect(await eventually { setting.world.nextWaking == until })
    #expect(await setting.service.sent.count == 1)
  }

  @Test func `a post without confirmation is searched for among posts unknown before the try`()
    async throws
  {
    let setting = setting(("a", .say("Hello"), .queued(notBefore: nil, after: nil)))
    try await setting.hold([.sample("7", by: "me"), .sample("8", by: "ada")])
    await setting.service.answer(.failure(.outcomeUnknown))
    await setting.service.find(
      .success(.undecided), .success(.arrived(.post(.sample("9", by: "me")))))
    let begun = setting.world.now

    await setting.actions.startDelivery()
    for seconds in [5, 15] {
      #expect(await eventually { setting.world.sleeping == 1 })
      #expect(await setting.outbox.held.first?.state.error == .outcomeUnknown)
      setting.world.pass(.seconds(seconds))
    }

    #expect(await eventually { await setting.outbox.held.isEmpty })
    #expect(await setting.service.sent.count == 1)
    let known = [Post.ID("7")] as Set
    #expect(
      await setting.service.lookedFor == [
        PossiblyArrivedSendAttempts(firstAttempt: begun, lastAttempt: begun, earlierPosts: known),
        PossiblyArrivedSendAttempts(firstAttempt: begun, lastAttempt: begun, earlierPosts: known),
      ])
    #expect(
      await Array(setting.outbox.outboxItemIDsByPublishedPost(of: setting.account).keys) == [
        Post.ID("9")
      ])
  }

  @Test func `if the service cannot tell whether a post arrived, the user decides`() async throws {
    let setting = setting(("a", .say("Hello"), .queued(notBefore: nil, after: nil)))
    await setting.service.answer(.failure(.outcomeUnknown))
    await setting.service.find(.success(.unknown), .success(.unknown))
    await setting.actions.startDelivery()
    #expect(await eventually { setting.world.sleeping == 1 })

    setting.world.pass(.seconds(5))

    #expect(
      await eventually { await setting.outbox.held.map(\.state) == [.refused(.outcomeUnknown)] })
    #expect(setting.observer.news.contains(.refused(.say("Hello"), .outcomeUnknown)))
    // Nothing but the person's word sends it again.
    await setting.actions.deliverItemOrAllNow(nil)
    #expect(await setting.service.sent.count == 1)
    await setting.actions.deliverItemOrAllNow(OutboxItem.ID("a"))
    #expect(await setting.service.sent.count == 2)
    #expect(await setting.outbox.held == [])
  }

  @Test func `after repeated failed checks for a post, the user decides`() async throws {
    let setting = setting(("a", .say("Hello"), .queued(notBefore: nil, after: nil)))
    await setting.service.answer(.failure(.serverFailed(502)))
    for _ in 1...4 { await setting.service.find(.failure(.serverFailed(502))) }

    await setting.actions.startDelivery()
    for _ in 1...4 {
      #expect(await eventually { setting.world.sleeping == 1 })
      setting.world.pass(.seconds(20 * 60))
    }

    #expect(
      await eventually { await setting.outbox.held.map(\.state) == [.refused(.outcomeUnknown)] })
    #expect(await setting.service.sent.count == 1)
  }

  @Test(arguments: [500, 503])
  func `a server error while posting leaves the outcome unknown`(status: Int) async throws {
    let setting = setting(("a", .say("Hello"), .queued(notBefore: nil, after: nil)))
    await setting.service.answer(.failure(.serverFailed(status)))

    await setting.actions.startDelivery()

    let next = setting.world.now.timeAdvanced(by: .seconds(5))
    #expect(
      await eventually {
        await setting.outbox.held.map(\.state) == [
          .queued(notBefore: next, after: .outcomeUnknown)
        ]
      })
    #expect(setting.observer.news.contains(.waiting(1, .outcomeUnknown)))
  }

  @Test func `without a connection a post is tried again without a limit`() async throws {
    let setting = setting(("a", .say("Hello"), .queued(notBefore: nil, after: nil)))
    for _ in 1...8 { await setting.service.answer(.failure(.unreachable)) }

    await setting.actions.startDelivery()
    for tries in 1...8 {
      #expect(await eventually { await setting.service.sent.count == tries })
      #expect(await eventually { setting.world.sleeping == 1 })
      setting.world.pass(.seconds(20 * 60))
    }

    #expect(await eventually { await setting.outbox.held.isEmpty })
    #expect(await setting.service.sent.count == 9)
  }

  @Test func `a post that was never sent is not looked for at the service`() async throws {
    let setting = setting(("a", .say("Hello"), .queued(notBefore: nil, after: nil)))
    await setting.service.answer(.failure(.unreachable))

    await setting.actions.startDelivery()
    #expect(await eventually { setting.world.sleeping == 1 })
    setting.world.pass(.seconds(5))

    #expect(await eventually { await setting.outbox.held.isEmpty })
    #expect(await setting.service.lookedFor == [])
    #expect(await setting.service.sent.count == 2)
  }

  @Test func `a post that another item published does not confirm this one`() async throws {
    let setting = setting(
      ("a", .say("Hello", id: "a"), .queued(notBefore: nil, after: nil)),
      ("b", .say("Hello", id: "b"), .queued(notBefore: nil, after: nil)))
    let told = ChangeOutcome.post(.sample("7", by: "me"))
    await setting.service.answer(.success(told), .success(told))

    await setting.actions.startDelivery()

    #expect(
      await eventually { await setting.outbox.held.map(\.state) == [.refused(.outcomeUnknown)] })
    #expect(await setting.outbox.held.map(\.id) == [OutboxItem.ID("b")])
  }

  @Test func `posts are sent in the order in which they were written`() async throws {
    let later = now.timeAdvanced(by: .seconds(60))
    let setting = setting(
      ("a", .say("First", id: "a"), .queued(notBefore: later, after: .unreachable)),
      ("b", .say("Second", id: "b"), .queued(notBefore: nil, after: nil)))

    await setting.actions.startDelivery()

    #expect(await eventually { setting.world.nextWaking == later })
    #expect(await setting.service.sent == [])
    setting.world.pass(.seconds(60))
    #expect(
      await eventually {
        await setting.service.sent == [.say("First", id: "a"), .say("Second", id: "b")]
      })
  }

  @Test func `an attempt that is due in years, as after the clock was set back, is made at once`()
    async throws
  {
    let later = now.timeAdvanced(by: .seconds(10 * 365 * 86_400))
    let setting = setting(("a", .like("1"), .queued(notBefore: later, after: .unreachable)))

    await setting.actions.startDelivery()
    #expect(await eventually { setting.world.sleeping == 1 })
    setting.world.pass(.seconds(2))

    #expect(await eventually { await setting.service.sent == [.like("1")] })
  }

  @Test func `an undo time of hours holds a change for hours`() async throws {
    let later = now.timeAdvanced(by: .seconds(5 * 3600))
    let setting = setting(("a", .like("1"), .queued(notBefore: later, after: nil)))

    await setting.actions.startDelivery()
    #expect(await eventually { setting.world.nextWaking == later })
    #expect(await setting.service.sent == [])
    setting.world.pass(.seconds(5 * 3600))

    #expect(await eventually { await setting.service.sent == [.like("1")] })
  }

  @Test func `a change held by a clock that was set back is sent`() async throws {
    let setting = setting(
      ("a", .like("1"), .queued(notBefore: now.timeAdvanced(by: .seconds(600)), after: nil)))
    setting.world.pass(.seconds(-3600))

    await setting.actions.startDelivery()
    #expect(await eventually { setting.world.sleeping == 1 })
    setting.world.pass(.seconds(2))

    #expect(await eventually { await setting.service.sent == [.like("1")] })
  }

  @Test func `stopping during a request leaves the item in the outbox as ambiguous`() async throws {
    let setting = setting(("a", .like("1"), .queued(notBefore: nil, after: nil)))
    await setting.service.answer(.failure(.cancelled))
    await setting.service.hold()
    await setting.actions.startDelivery()
    #expect(await eventually { await setting.service.waiting == 1 })

    let stopping = Task { await setting.actions.stopDelivery() }
    await Task.yield()
    await setting.service.release()
    await stopping.value

    #expect(await setting.outbox.held.map(\.state) == [.ambiguous])
    #expect(setting.world.sleeping == 0)
  }

  @Test func `a reply to an action leaves the covers of the stored photos`() async throws {
    let setting = setting(("a", .like("1"), .queued(notBefore: nil, after: nil)))
    try await setting.hold([.covered("1")])
    let told = Post.sample("1").replacingCountsAndMarks(
      counts: Post.PostCounts(likes: 9), marks: [.liked])
    await setting.service.answer(.success(.post(told)))

    await setting.actions.startDelivery()

    let expected = Post.covered("1").replacingCountsAndMarks(
      counts: Post.PostCounts(likes: 9), marks: [.liked])
    #expect(
      await eventually {
        await setting.store.storedPost(Post.ID("1"), account: setting.account) == expected
      })
    let delivered = ActionReport.delivered(.like("1"), .post(expected))
    #expect(await eventually { setting.observer.news.contains(delivered) })
  }

  @Test func `unmuting a followed person leaves them followed`() async throws {
    let setting = setting(
      ("a", .mute(Person.ID("ada"), false), .queued(notBefore: nil, after: nil)))
    let ada = Person.sample("ada")
    try await setting.store.storePeople([ada.standing(.muted)], account: setting.account)
    await setting.service.answer(.success(.relationship(ada.id, .followed)))

    await setting.actions.startDelivery()

    #expect(
      await eventually {
        await setting.store.storedPerson(ada.id, account: setting.account)
          == ada.standing(.followed)
      })
  }

  @Test func `muting and following change the relationship independently`() {
    func after(_ before: Relationship, _ change: (Person.ID) -> PendingChange) -> Relationship? {
      let ada = Person.sample("ada").standing(before)
      return ada.applyingPendingChange(change(ada.id)).relationship
    }

    #expect(after(.followed) { .mute($0, true) } == .mutedFollowed)
    #expect(after(.mutedFollowed) { .mute($0, false) } == .followed)
    #expect(after(.stranger) { .mute($0, true) } == .muted)
    #expect(after(.muted) { .mute($0, false) } == .stranger)
    #expect(after(.followed) { .mute($0, false) } == .followed)
    #expect(after(.mutedFollowed) { .follow($0, false) } == .muted)
    #expect(after(.muted) { .follow($0, true) } == .mutedFollowed)
    #expect(after(.followed) { .block($0, false) } == .followed)
    #expect(after(.mutedFollowed) { .block($0, true) } == .blocked)
  }
}

extension OutboxItem.OutboxItemState {
  /// Why the last try failed; nil where it did not.
  fileprivate var error: FeedError? {
    if case .queued(_, let error) = self { error } else { nil }
  }
}
