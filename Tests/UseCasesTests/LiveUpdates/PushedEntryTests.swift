import Doubles
import Testing

@testable import FeedDomain
@testable import UseCases

/// Entries and notifications that a service pushes with their content are stored without a request.
@MainActor @Suite struct PushedEntryTests {
  private let spy = Spy<StreamScene.SceneState>()
  private let live = StubLive()
  private let setting: Setting
  private let board: AccountNotifications
  private let interactor: StreamInteractor
  private let liveUpdates: LiveUpdateListener

  init() {
    setting = Setting(service: Post.samples(3, downTo: 1), hasNotices: true, live: live)
    board = AccountNotifications(setting.session)
    interactor = StreamInteractor(
      setting.session, actions: setting.actions, presenter: spy,
      pacing: StreamOptions(interval: .seconds(90), freshFor: .zero), notifications: board)
    liveUpdates = LiveUpdateListener(
      setting.session, actions: setting.actions, notifications: board)
    interactor.listenToLiveUpdates(to: liveUpdates)
  }

  /// A stream that is read, and whose news are told.
  private func read() async {
    await interactor.handle(.open(.home))
    _ = await eventually { spy.activity == .none && setting.world.sleeping > 0 }
    #expect(await eventually { await setting.notifications.asked == 1 })
    liveUpdates.startListening()
    _ = await eventually { await live.isHeard }
    await live.tell(.listening([.home]))
    #expect(
      await eventually { setting.session.coverage.liveUpdatesStartNumber(of: .feed(.home)) != nil })
  }

  private func end() async {
    liveUpdates.stopListening()
    await interactor.handle(.close)
  }

  private func post(_ ids: String...) async {
    for id in ids { await live.tell(.posted(FeedEntry(.sample(id)), in: .home)) }
  }

  /// Lets what was told be kept.
  private func pass() async {
    let moment = setting.world.now.timeAdvanced(by: .milliseconds(250))
    #expect(await eventually { setting.world.nextWaking == moment })
    setting.world.pass(.milliseconds(250))
  }

  private func posted() async -> Int { await setting.service.asked.count }

  /// A count of the reports of live updates.
  private final class Counter { var count = 0 }

  @Test func `pushed posts cause no requests after the first comparison with the newest page`()
    async throws
  {
    await read()
    // Something was posted between the fetch and the moment at which listening began.
    await setting.service.post(Post.samples(5, downTo: 4))
    let asked = await posted()

    await post("5")
    await pass()
    #expect(await eventually { spy.ids == ["5", "4", "3", "2", "1"] })
    #expect(await posted() == asked + 1)
    for id in 6...20 {
      await post(String(id))
      await pass()
      #expect(await eventually { spy.ids.first == String(id) })
    }

    #expect(await posted() == asked + 1)
    #expect(spy.ids.count == 20)
    await end()
  }

  @Test func `a flood of pushed posts causes few requests for the posts before them`() async throws
  {
    await read()
    await post("4")
    await pass()
    #expect(await eventually { spy.ids.first == "4" })
    let asked = await posted()
    let handled = Counter()
    liveUpdates.addLiveUpdateListener(handled) { counter, report in
      if case .listChanged(.trends) = report { counter.count += 1 }
    }

    for round in 0..<6 {
      // More than can be held is told within a moment, and all of it before the moment ends.
      for id in 0...500 { await post(String(1_000 + round * 1_000 + id)) }
      await live.tell(.listChanged(.trends))
      #expect(await eventually { handled.count == round + 1 })
      await pass()
    }

    #expect(await eventually { await posted() > asked })
    #expect(await eventually { setting.world.sleeping > 0 })
    let requests = await posted() - asked
    #expect(requests <= 6, "\(requests) requests")
    await end()
  }

  @Test func `pushed posts are unread, and do not move the selection`() async throws {
    await read()
    await interactor.handle(
      .remember(ReadingPosition(entry: FeedEntry.ID("2"), row: 4), seen: FeedEntry.ID("3")))
    #expect(await eventually { spy.status?.unread == 0 })

    await post("4", "5", "6")
    await pass()

    #expect(await eventually { spy.ids == ["6", "5", "4", "3", "2", "1"] })
    #expect(await eventually { spy.status?.unread == 3 })
    #expect(spy.selected == nil)
    await end()
  }

  @Test func `a post that is pushed late is inserted at its position at the service`() async throws
  {
    await read()
    await post("10")
    await pass()
    #expect(await eventually { spy.ids.first == "10" })

    await post("8", "9", "11", "7")
    await pass()

    #expect(await eventually { spy.ids == ["11", "10", "9", "8", "7", "3", "2", "1"] })
    await end()
  }

  @Test func `without a connection a gap is left below pushed posts`() async throws {
    await read()
    await setting.service.fail(.unreachable)

    await post("8", "9")
    await pass()

    #expect(await eventually { spy.ids.prefix(2) == ["9", "8"] })
    let rows = spy.rows
    #expect(rows[2].gap?.older == Cursor("below 8"))
    #expect(rows[3].entry?.id == FeedEntry.ID("3"))
    let asked = await posted()
    await post("10")
    await pass()
    #expect(await eventually { spy.ids.first == "10" })
    #expect(await posted() == asked)
    await end()
  }

  @Test func `a post that is pushed twice is stored once`() async throws {
    await read()
    await post("4", "4", "3")
    await pass()
    #expect(await eventually { spy.ids == ["4", "3", "2", "1"] })

    await post("4", "2")
    await pass()

    #expect(await eventually { setting.world.sleeping == 1 })
    #expect(spy.ids == ["4", "3", "2", "1"])
    await end()
  }

  @Test func `a pushed post can be deleted or changed before it is stored`() async throws {
    await read()

    await post("4", "5")
    await live.tell(
      .removed(Post.ID("4")), .changed(Post.sample("5").settingMark(.boosted, isSet: true)))
    await pass()

    #expect(await eventually { spy.ids == ["5", "3", "2", "1"] })
    #expect(spy.post("5")?.counts.boosts == 1)
    await end()
  }

  @Test func `posts pushed while the stream is closed are stored`() async throws {
    await read()
    await interactor.handle(.close)

    await post("4")
    await pass()

    #expect(await eventually { await setting.store.ids(of: .home) == ["4", "3", "2", "1"] })
    liveUpdates.stopListening()
  }

  @Test func `after a reconnection the newest pages are fetched once`() async throws {
    await read()
    await post("4")
    await pass()
    #expect(await eventually { spy.ids.first == "4" })
    let (asked, notifications) = (await posted(), await setting.notifications.asked)

    await live.end()
    #expect(
      await eventually { setting.session.coverage.liveUpdatesStartNumber(of: .feed(.home)) == nil })
    await setting.service.post(Post.samples(6, downTo: 4))
    #expect(await eventually { setting.world.nextWaking == setting.world.now + .seconds(5) })
    setting.world.pass(.seconds(5))
    #expect(await eventually { await live.listened == 2 })
    #expect(await posted() == asked)
    await live.tell(.listening([.home]))
    #expect(await eventually { setting.world.nextWaking == setting.world.now + .seconds(2) })
    setting.world.pass(.seconds(2))

    #expect(await eventually { spy.ids == ["6", "5", "4", "3", "2", "1"] })
    #expect(await eventually { await setting.notifications.asked == notifications + 1 })
    await post("7")
    await pass()
    #expect(await eventually { spy.ids.first == "7" })
    #expect(await posted() == asked + 1)
    await end()
  }

  @Test func `pushed notifications are counted once the earlier ones are known`() async {
    await read()
    let first = Notification.like("n1", by: ["ada"], of: "1", minute: 1)
    await setting.notifications.tell([first])

    await live.tell(.happened(first))
    #expect(await eventually { setting.world.nextWaking == setting.world.now + .seconds(2) })
    setting.world.pass(.seconds(2))
    #expect(await eventually { await setting.notifications.asked == 2 && board.unread == 1 })
    await live.tell(
      .happened(.like("n2", by: ["noor"], of: "1", minute: 2)),
      .happened(.like("n3", by: ["kit"], of: "2", minute: 3)),
      .happened(.like("n3", by: ["kit"], of: "2", minute: 3)))

    #expect(await eventually { board.unread == 2 })
    #expect(board.notifications.map(\.people.count) == [1, 2])
    #expect(board.notifications.map(\.count) == [1, 2])
    #expect(await eventually { spy.status?.notifications == 2 })
    #expect(await setting.notifications.asked == 2)
    #expect(
      await eventually {
        await setting.notificationStore.notifications(of: setting.account).notifications.count == 2
      })
    await end()
  }

  @Test func `a notification that is pushed during a request stays`() async throws {
    await read()
    let first = Notification.like("n1", by: ["ada"], of: "1", minute: 1)
    await setting.notifications.tell([first], [])
    try await board.fetchNewNotifications()
    #expect(board.notifications.map(\.id) == [first.id])

    // The service's answer is from before the second one.
    await setting.notifications.hold()
    let asking = Task { try await board.fetchNewNotifications() }
    #expect(await eventually { await setting.notifications.asked == 3 })
    await live.tell(.happened(.like("n2", by: ["noor"], of: "2", minute: 2)))
    #expect(await eventually { board.notifications.count == 2 })
    await setting.notifications.release()
    try await asking.value

    #expect(board.notifications.map(\.id.rawValue) == ["n2", "n1"])
    // The next answer has it, or knows that it is gone.
    try await board.fetchNewNotifications()
    #expect(board.notifications.map(\.id.rawValue) == ["n1"])
    await end()
  }

  @Test func `a notification that is pushed during the first request is fetched after it`()
    async throws
  {
    await setting.notifications.hold()
    await interactor.handle(.open(.home))
    #expect(await eventually { await setting.notifications.asked == 1 })
    liveUpdates.startListening()
    _ = await eventually { await live.isHeard }
    await live.tell(.listening([.home]), .happened(.like("n", by: ["ada"], of: "1", minute: 1)))
    #expect(await eventually { setting.world.nextWaking == setting.world.now + .seconds(2) })
    // Both requests are recorded when they are made.
    setting.world.pass(.seconds(15))
    #expect(
      await eventually {
        var lately = setting.session.requestTimes
        return !lately.beginNotificationRequestIfDue(at: setting.world.now)
      })
    #expect(await setting.notifications.asked == 1)

    // The first answer is from before the notification.
    await setting.notifications.release()

    #expect(await eventually { await setting.notifications.asked == 2 })
    await end()
  }

  @Test func `the read position of notifications is sent a minute later, once for all`() async {
    await read()
    await setting.notifications.tell([.like("n1", by: ["ada"], of: "1", minute: 1)])
    await live.tell(.notice)
    #expect(await eventually { setting.world.nextWaking == setting.world.now + .seconds(2) })
    setting.world.pass(.seconds(2))
    #expect(await eventually { board.unread == 1 })

    for minute in 2...5 {
      await live.tell(.happened(.like("n\(minute)", by: ["ada"], of: "\(minute)", minute: minute)))
      #expect(await eventually { board.notifications.first?.id.rawValue == "n\(minute)" })
      board.markAllNotificationsRead()
    }
    #expect(await eventually { setting.world.nextWaking == setting.world.now + .seconds(60) })
    #expect(await setting.notifications.read == [])
    setting.world.pass(.seconds(60))

    #expect(await eventually { await setting.notifications.read.map(\.rawValue) == ["n5"] })
    #expect(await setting.notifications.asked == 2)
    await end()
  }

  @Test func `announced news without content are fetched, but not for each announcement`() async {
    await read()
    let asked = await posted()

    for _ in 1...90 {
      await live.tell(.newEntries(.home), .notice)
      #expect(
        await eventually {
          setting.world.nextWaking.map { $0.elapsedTime(since: setting.world.now) <= .seconds(15) }
            ?? false
        })
      setting.world.pass(.seconds(1))
      _ = await eventually { spy.activity == .none }
    }

    #expect(await posted() - asked <= 8)
    #expect(await setting.notifications.asked <= 16)
    await end()
  }

  @Test func `after a change of filters the newest page is fetched again`() async {
    await read()
    let asked = await posted()

    await live.tell(.listChanged(.wordFilters))
    #expect(await eventually { setting.world.nextWaking == setting.world.now + .seconds(2) })
    setting.world.pass(.seconds(2))

    #expect(await eventually { await posted() == asked + 1 })
    #expect(await setting.service.asked.last == .latest)
    await end()
  }
}

extension Timestamp {
  fileprivate static func + (moment: Timestamp, duration: Duration) -> Timestamp {
    moment.timeAdvanced(by: duration)
  }
}
