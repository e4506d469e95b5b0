import Doubles
import FeedDomain
import Testing
import UseCases

/// What the user did, here and in another window.
extension StreamInteractorTests {
  @Test func `entries stored by another window are shown without moving the selection`()
    async throws
  {
    let setting = Setting(service: Post.samples(3, downTo: 1))
    try await setting.hold(Post.samples(2, downTo: 1))
    let interactor = reading(setting, freshFor: .seconds(15))
    await interactor.handle(.open(.home))
    try await setting.hold(Post.samples(3, downTo: 1))

    await setting.actions.reloadOutboxAndScenes()

    #expect(await eventually { spy.ids == ["3", "2", "1"] })
    #expect(spy.selected == nil)
    #expect(await setting.service.asked == [])
  }

  @Test func `a like in another window is shown here`() async throws {
    let setting = try await Setting().holding(Post.samples(2, downTo: 1))
    await setting.service.hold()
    let interactor = reading(setting, freshFor: .seconds(15))
    await interactor.handle(.open(.home))
    try await setting.outbox.enqueueItem(
      setting.item("a", .like("1"), .queued(notBefore: nil, after: nil)))

    await setting.actions.reloadOutboxAndScenes()

    #expect(await eventually { spy.post("1")?.userMarks == .liked })
    await setting.service.release()
  }

  @Test func `following a tag goes through the outbox, and can be undone`() async throws {
    let setting = Setting(service: [.sample("1")])
    let interactor = await reading(setting).after(.open(.tag("fog")))
    // What is on the wire is in the outbox still.
    await setting.service.hold()

    await interactor.handle(.followTag(true))
    #expect(
      await eventually {
        await setting.outbox.held.map(\.change) == [
          .serviceAction(ServiceAction(.followTag, "fog"))
        ]
      })
    await interactor.handle(.undo)
    await setting.service.release()

    #expect(await eventually { await setting.outbox.held.isEmpty })
  }

  @Test func `following a tag does nothing in a stream that is no tag`() async throws {
    let setting = Setting(service: [.sample("1")])
    let interactor = await reading(setting).after(.open(.home))

    await interactor.handle(.followTag(true))

    #expect(await setting.outbox.held.isEmpty)
  }

  @Test func `a like is shown at once, before the handler returns`() async throws {
    let setting = try await Setting(service: [.sample("1")]).holding([.sample("1")])
    await setting.service.hold()
    let interactor = await reading(setting).after(.open(.home))

    let task = Task.immediate { await interactor.handle(.toggle(Post.ID("1"), .liked)) }
    let shown = spy.post("1")

    #expect(shown == Post.sample("1").settingMark(.liked, isSet: true))
    #expect(spy.effects == [.flash(Post.ID("1"))])
    await task.value
    await setting.service.release()
  }

  @Test func `a delivered like never disappears in between`() async throws {
    let setting = try await Setting(service: [.sample("1")]).holding([.sample("1")])
    let interactor = await reading(setting, freshFor: .seconds(60)).after(.open(.home))

    await interactor.handle(.toggle(Post.ID("1"), .liked))

    #expect(await eventually { await setting.outbox.held.isEmpty })
    #expect(await eventually { await setting.service.sent.count == 1 })
    let shown = spy.values.compactMap {
      $0.posts.visibleRows.first?.entry?.post.userMarks.contains(.liked)
    }
    #expect(shown.drop { !$0 }.contains(true) && !shown.drop { !$0 }.contains(false))
  }

  @Test func `a refused like shows the confirmed post again`() async throws {
    let setting = try await Setting(service: [.sample("1")]).holding([.sample("1")])
    await setting.service.answer(.failure(.refused("No.")))
    let interactor = await reading(setting, freshFor: .seconds(60)).after(.open(.home))

    await interactor.handle(.toggle(Post.ID("1"), .liked))

    #expect(
      await eventually {
        spy.effects.contains(
          .action(.refused(.like("1"), .refused("No.")), of: setting.session.account))
      })
    #expect(spy.post("1") == .sample("1"))
  }

  @Test func `only the user's own posts can be deleted, and they disappear at once`() async throws {
    let setting = try await Setting().holding([.sample("2", by: "me"), .sample("1")])
    let interactor = await reading(setting, freshFor: .seconds(60)).after(.open(.home))

    await interactor.handle(.delete(Post.ID("1")))
    #expect(spy.ids == ["2", "1"])
    await interactor.handle(.delete(Post.ID("2")))

    #expect(spy.ids == ["1"])
    await interactor.handle(.undo)
    #expect(spy.ids == ["2", "1"])
  }
}
