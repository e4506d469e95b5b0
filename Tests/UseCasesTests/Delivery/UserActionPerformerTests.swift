import Doubles
import FeedDomain
import Testing
import UseCases

@MainActor @Suite struct UserActionPerformerTests {
  @Test func `a like is shown before performChange returns`() async throws {
    let setting = Setting()
    let post = Post.sample("1")

    setting.actions.performChange(.like("1"))

    #expect(
      setting.actions.applyingPendingChanges(to: post) == post.settingMark(.liked, isSet: true))
    #expect(
      setting.observer.news == [.performed(.like("1")), .changed(StoreChangeSet(posts: [post.id]))])
  }

  @Test func `a delivered like is stored before its outbox item is removed`() async throws {
    let setting = Setting()
    let liked = Post.sample("1").settingMark(.liked, isSet: true)
    await setting.service.answer(.success(.post(liked)))

    setting.actions.performChange(.like("1"))

    #expect(
      await eventually {
        setting.observer.news.contains(.delivered(.like("1"), .post(liked)))
      })
    #expect(await setting.store.storedPost(liked.id, account: setting.account) == liked)
    #expect(await setting.outbox.held == [])
    #expect(setting.actions.applyingPendingChanges(to: liked) == liked)
  }

  @Test func `a like that the service confirms without a post marks the stored post`() async throws
  {
    let setting = try await Setting().holding([.sample("1")])

    setting.actions.performChange(.like("1"))

    let liked = Post.sample("1").settingMark(.liked, isSet: true)
    #expect(
      await eventually {
        await setting.store.storedPost(liked.id, account: setting.account) == liked
      })
  }

  @Test func `a refused like is undone and reported`() async throws {
    let setting = Setting()
    await setting.service.answer(.failure(.refused("No.")))
    let post = Post.sample("1")

    setting.actions.performChange(.like("1"))

    #expect(
      await eventually {
        setting.observer.news.contains(.refused(.like("1"), .refused("No.")))
      })
    #expect(setting.actions.applyingPendingChanges(to: post) == post)
    #expect(await eventually { await setting.outbox.held.isEmpty })
  }

  @Test func `a like that a full disk cannot store is undone and reported`() async throws {
    let setting = Setting()
    await setting.outbox.fail(.full)
    let post = Post.sample("1")

    setting.actions.performChange(.like("1"))

    #expect(
      await eventually { setting.observer.news.contains(.notStored(.like("1"), .full)) })
    #expect(setting.actions.applyingPendingChanges(to: post) == post)
    #expect(await setting.service.sent == [])
  }

  @Test func `ten thousand marks are stored together and undone together`() async throws {
    let setting = Setting(marks: [.liked, .boosted, .bookmarked])
    await setting.service.hold()
    let entries = (0..<10_000).map { Post.ID("\($0)") }

    setting.actions.performChanges(entries.map { .mark($0, .bookmarked, true) })
    await setting.actions.waitUntilChangesWritten()

    #expect(await setting.outbox.held.count == 10_000)
    let shown = setting.observer.news.filter { if case .changed = $0 { true } else { false } }
    #expect(shown.first == .changed(StoreChangeSet(posts: Set(entries))))
    setting.actions.undoLastAction()
    await setting.actions.waitUntilChangesWritten()

    // The first one is being sent, so that its inverse follows it.
    #expect(await setting.outbox.held.count <= 2)
    let post = Post.sample("9000")
    #expect(setting.actions.applyingPendingChanges(to: post) == post)
  }

  @Test func `ten thousand marks that cannot be stored are undone, and reported once`()
    async throws
  {
    let setting = Setting()
    await setting.outbox.fail(.full)

    setting.actions.performChanges((0..<10_000).map { .mark(Post.ID("\($0)"), .liked, true) })
    await setting.actions.waitUntilChangesWritten()

    let failures = setting.observer.news.filter { if case .notStored = $0 { true } else { false } }
    #expect(failures == [.notStored(.like("0"), .full)])
    let post = Post.sample("9000")
    #expect(setting.actions.applyingPendingChanges(to: post) == post)
  }

  @Test func `like, unlike and like are sent as one like`() async throws {
    let setting = try await Setting().holding([.sample("1")])

    setting.actions.performChange(.like("1"))
    setting.actions.performChange(.like("1", false))
    setting.actions.performChange(.like("1"))

    #expect(await eventually { await setting.service.sent.count == 1 })
    #expect(await setting.service.sent == [.like("1")])
  }

  @Test func `a boost undone before it was sent is not sent`() async throws {
    let setting = try await Setting().holding([.sample("1")])

    setting.actions.performChange(.boost("1"))
    #expect(await eventually { await setting.outbox.held.count == 1 })
    setting.actions.performChange(.mark(Post.ID("1"), .boosted, false))

    #expect(await eventually { await setting.outbox.held.isEmpty })
    setting.world.pass(.seconds(60))
    #expect(await setting.service.sent == [])
  }

  @Test func `an unlike during the like's request is sent after it`() async throws {
    let setting = try await Setting().holding([.sample("1")])
    await setting.service.hold()
    setting.actions.performChange(.like("1"))
    #expect(await eventually { await setting.service.waiting == 1 })

    setting.actions.performChange(.like("1", false))
    let shown = setting.actions.applyingPendingChanges(to: Post.sample("1"))
    await setting.service.release()

    #expect(!shown.userMarks.contains(.liked))
    #expect(await eventually { await setting.service.sent == [.like("1"), .like("1", false)] })
    #expect(await eventually { await setting.outbox.held.isEmpty })
  }

  @Test func `a change that others see is sent after the undo time`() async throws {
    let setting = Setting()
    let until = setting.world.now.timeAdvanced(by: .seconds(5))

    setting.actions.performChange(.boost("1"))

    #expect(setting.observer.news.contains(.heldBack(.boost("1"), until: until)))
    #expect(await eventually { setting.world.nextWaking == until })
    #expect(await setting.service.sent == [])
    setting.world.pass(.seconds(5))
    #expect(await eventually { await setting.service.sent == [.boost("1")] })
  }

  @Test func `undoing a held boost withdraws it`() async throws {
    let setting = Setting()
    setting.actions.performChange(.boost("1"))
    #expect(await eventually { await setting.outbox.held.count == 1 })

    setting.actions.undoLastAction()
    let shown = setting.actions.applyingPendingChanges(to: Post.sample("1"))

    #expect(shown.userMarks == [])
    #expect(await eventually { setting.observer.news.contains(.undone(.boost("1"))) })
    #expect(await setting.outbox.held == [])
  }

  @Test func `undoing a delivered like sends the unlike`() async throws {
    let setting = Setting()
    setting.actions.performChange(.like("1"))
    #expect(await eventually { await setting.service.sent.count == 1 })
    #expect(await eventually { await setting.outbox.held.isEmpty })

    setting.actions.undoLastAction()

    #expect(await eventually { await setting.service.sent == [.like("1"), .like("1", false)] })
  }

  @Test func `undoing a change that may have arrived sends the inverse`() async throws {
    let setting = Setting()
    await setting.service.answer(.failure(.unreachable))
    setting.actions.performChange(.like("1"))
    #expect(await eventually { setting.observer.news.contains(.waiting(1, .unreachable)) })

    setting.actions.undoLastAction()
    await setting.actions.deliverItemOrAllNow(nil)

    #expect(await eventually { await setting.service.sent.last == .like("1", false) })
    #expect(await eventually { await setting.outbox.held.isEmpty })
  }

  @Test func `without an action undo reports that there is nothing to undo`() {
    let setting = Setting()

    setting.actions.undoLastAction()

    #expect(setting.observer.news == [.nothingToUndo])
  }

  @Test func `an undone post is a draft again`() async throws {
    let setting = Setting()
    setting.actions.performChange(.say("Good morning"))
    #expect(await eventually { await setting.outbox.held.count == 1 })

    setting.actions.undoLastAction()

    #expect(await eventually { setting.observer.news.contains(.undone(.say("Good morning"))) })
    #expect(await setting.outbox.drafts(of: setting.account).map(\.text) == ["Good morning"])
    #expect(await setting.outbox.held == [])
  }

  @Test func `changes that waited before a restart are shown and sent`() async throws {
    let first = Setting()
    let setting = Setting(outbox: [first.item("a", .like("1"), .queued(notBefore: nil, after: nil))]
    )
    await setting.service.hold()

    await setting.actions.startDelivery()

    #expect(setting.actions.applyingPendingChanges(to: Post.sample("1")).userMarks == .liked)
    #expect(setting.observer.news.contains(.waiting(1, nil)))
    await setting.service.release()
    #expect(await eventually { await setting.service.sent == [.like("1")] })
  }

  @Test func `refused changes are counted apart from waiting ones`() async throws {
    let first = Setting()
    let setting = Setting(
      outbox: [first.item("a", .like("1"), .refused(.refused(nil)))])

    await setting.actions.startDelivery()

    #expect(setting.observer.news.contains(.waiting(0, nil, refused: 1)))
  }

  @Test func `a deleted post is hidden at once`() async throws {
    let setting = Setting()

    setting.actions.performChange(.delete(Post.ID("1")))

    #expect(setting.actions.hidesPost(Post.ID("1")))
  }

  @Test func `a draft queued twice is one item of the outbox`() async throws {
    let setting = Setting()

    _ = try await setting.actions.queueChange(.say("Hello"))
    _ = try await setting.actions.queueChange(.say("Hello"))

    #expect(await setting.outbox.held.count == 1)
  }
}
