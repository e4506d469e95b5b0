import Doubles
import FeedDomain
import Testing
import UseCases

@MainActor @Suite struct NoticesInteractorTests {
  private let spy = Spy<NotificationsScene.SceneState>()

  private func looking(
    _ setting: Setting
  ) -> (interactor: NotificationsInteractor, board: AccountNotifications) {
    let board = AccountNotifications(setting.session)
    let interactor = NotificationsInteractor(
      setting.session, board: board, actions: setting.actions, presenter: spy)
    return (interactor, board)
  }

  private var ids: [String] { spy.last?.notifications.visibleRows.map(\.id.rawValue) ?? [] }

  @Test func `stored notifications are shown before the service answers`() async throws {
    let setting = Setting(hasNotices: true)
    await setting.notificationStore.hold([.follow("old", by: "bo", minute: 1)])
    await setting.notifications.tell([
      .like("new", by: ["ada"], of: "1", minute: 2), .follow("old", by: "bo", minute: 1),
    ])
    let interactor = looking(setting).interactor

    await interactor.handle(.open)

    #expect(ids == ["old"])
    #expect(await eventually { ids == ["new", "old"] })
    #expect(await eventually { await setting.notificationStore.held.notifications.count == 2 })
    // What a notice is about opens without asking again.
    #expect(await setting.store.storedPost(Post.ID("1"), account: setting.account) != nil)
  }

  @Test func `notifications are shown only after they are stored`() async throws {
    let setting = Setting(hasNotices: true)
    await setting.notifications.tell([.follow("old", by: "bo", minute: 1)])
    await setting.notificationStore.holdBack()
    let interactor = looking(setting).interactor

    await interactor.handle(.open)
    #expect(await eventually { await setting.notifications.asked == 1 })
    for _ in 0..<1_000 { await Task.yield() }

    #expect(ids == [])
    await setting.notificationStore.release()
    #expect(await eventually { ids == ["old"] })
  }

  @Test func `an answered follow request vanishes at once`() async throws {
    let setting = Setting(undoWindow: .zero, hasNotices: true)
    await setting.notifications.tell([.request("r", by: "bo", minute: 2)])
    let (interactor, board) = looking(setting)
    await interactor.handle(.open)
    #expect(await eventually { ids == ["r"] })
    await setting.service.hold()
    await setting.actions.startDelivery()

    await interactor.handle(.admit(Person.ID("bo"), true))

    #expect(ids == [])
    #expect(board.notifications.count == 1)
    await setting.service.release()
    #expect(await eventually { board.notifications.isEmpty })
    #expect(await eventually { await setting.notificationStore.held.notifications.isEmpty })
    #expect(await setting.service.sent == [.answerFollowRequest(Person.ID("bo"), true)])
  }

  @Test func `a follow request reappears if its answer is undone or refused`() async throws {
    let setting = Setting(hasNotices: true)
    await setting.notifications.tell([.request("r", by: "bo", minute: 2)])
    let interactor = await looking(setting).interactor.after(.open)
    #expect(await eventually { ids == ["r"] })

    await interactor.handle(.admit(Person.ID("bo"), false))
    #expect(ids == [])
    await interactor.handle(.undo)
    #expect(await eventually { ids == ["r"] })
    await setting.service.answer(.failure(.refused("No")))
    await setting.actions.startDelivery()
    await interactor.handle(.admit(Person.ID("bo"), true))
    setting.world.pass(.seconds(5))

    #expect(await eventually { await setting.service.sent.count == 1 })
    #expect(await eventually { ids == ["r"] })
  }

  @Test func `a tab shows its notifications alone, and fetches pages until it has one`()
    async throws
  {
    let setting = Setting(hasNotices: true)
    await setting.notifications.tell(
      [.like("new", by: ["ada"], of: "1", minute: 9)],
      [.like("later", by: ["bo"], of: "2", minute: 8)], [.follow("f", by: "bo", minute: 7)],
      [.like("old", by: ["cy"], of: "3", minute: 6)])
    let interactor = await looking(setting).interactor.after(.open)
    #expect(await eventually { ids == ["new"] })
    #expect(spy.last?.tabs.first == .all)

    await interactor.handle(.look(at: .follows))

    #expect(spy.last?.tab == .follows)
    #expect(await eventually { ids == ["f"] })
    #expect(await setting.notifications.asked == 3)
    await interactor.handle(.look(at: .all))
    #expect(ids == ["new", "later", "f"])
  }

  @Test func `the tabs follow from the kinds that the service reports`() {
    #expect(NotificationTab.tabsForSupportedKinds(of: [.like, .boost]) == [])
    #expect(
      NotificationTab.tabsForSupportedKinds(of: [.like, .mention]) == [.all, .mentions, .reactions])
    #expect(
      NotificationTab.tabsForSupportedKinds(of: Set(Notification.NotificationKind.allCases))
        == NotificationTab.allCases)
  }

  @Test func `a follower who has not requested anything cannot be answered`() async throws {
    let setting = Setting(undoWindow: .zero, hasNotices: true)
    await setting.notifications.tell([.follow("f", by: "bo", minute: 2)])
    let interactor = await looking(setting).interactor.after(.open)
    #expect(await eventually { ids == ["f"] })

    await interactor.handle(.admit(Person.ID("bo"), true))

    #expect(ids == ["f"])
    #expect(await setting.outbox.outboxItems(of: nil).isEmpty)
  }

  @Test func `unread notifications are marked when opened, and count as read then`() async throws {
    let setting = Setting(hasNotices: true)
    await setting.notificationStore.hold([], readUntil: Timestamp(milliseconds: 90_000))
    await setting.notifications.tell([
      .like("b", by: ["ada"], of: "1", minute: 2), .follow("a", by: "bo", minute: 1),
    ])
    let (interactor, board) = looking(setting)

    await interactor.handle(.open)

    #expect(await eventually { spy.last?.unread == [Notification.ID("b")] })
    #expect(board.unread == 0)
    #expect(
      await eventually {
        await setting.notificationStore.held.readUntil == Timestamp(milliseconds: 120_000)
      })
    #expect(await eventually { await setting.notifications.read == [Notification.ID("b")] })
  }

  @Test func `notifications read in another program count as read`() async throws {
    let setting = Setting(hasNotices: true)
    await setting.notifications.tell([
      .like("b", by: ["ada"], of: "1", minute: 2), .follow("a", by: "bo", minute: 1),
    ])
    await setting.notifications.mark(.notice(Notification.ID("a")))
    let board = AccountNotifications(setting.session)

    try await board.fetchNewNotifications()

    #expect(board.unread == 1)
  }

  @Test func `an older local read position is never sent over a newer one of another program`()
    async throws
  {
    let setting = Setting(hasNotices: true)
    await setting.notificationStore.hold([.follow("a", by: "bo", minute: 1)])
    await setting.notifications.tell([
      .follow("b", by: "ada", minute: 2), .follow("a", by: "bo", minute: 1),
    ])
    await setting.notifications.mark(.notice(Notification.ID("b")))
    await setting.notifications.fail(.unreachable)
    let (interactor, board) = looking(setting)

    await interactor.handle(.open)
    #expect(await eventually { spy.last?.fetch == .failed(.unreachable) })
    #expect(await setting.notifications.read == [])
    await interactor.handle(.refresh)

    #expect(await eventually { ids == ["b", "a"] && spy.answers == 2 })
    #expect(board.unread == 0)
    #expect(await setting.notifications.read == [])
  }

  @Test(arguments: [("a", ["b", "b"]), ("b", ["b"])])
  func `after a conflict with another program the read position is compared first`(
    theirs: String, told: [String]
  ) async throws {
    let setting = Setting(hasNotices: true)
    await setting.notifications.tell([
      .follow("b", by: "ada", minute: 2), .follow("a", by: "bo", minute: 1),
    ])
    await setting.notifications.overtake(notice: .notice(Notification.ID(theirs)))
    let (interactor, board) = looking(setting)

    await interactor.handle(.open)
    #expect(await eventually { board.unread == 0 && !board.notifications.isEmpty })
    await interactor.handle(.refresh)
    #expect(await eventually { await !setting.notifications.read.isEmpty })
    await interactor.handle(.refresh)

    #expect(
      await eventually { await setting.notifications.read.map(\.rawValue) == told })
  }

  @Test func `a notification with an implausible date hides no other, and is read once`()
    async throws
  {
    let setting = Setting(hasNotices: true)
    let far = Int(253_402_300_000_000 / 60_000)
    await setting.notifications.tell([
      .follow("d", by: "di", minute: far), .follow("c", by: "cy", minute: 3),
      .follow("b", by: "bo", minute: -9), .follow("a", by: "al", minute: 1),
    ])
    let board = AccountNotifications(setting.session)

    try await board.fetchNewNotifications()
    #expect(board.notifications.map(\.id.rawValue) == ["d", "c", "b", "a"])
    #expect(board.unread == 4)
    board.markAllNotificationsRead()
    await setting.notifications.tell([
      .follow("e", by: "ed", minute: 4), .follow("d", by: "di", minute: far),
      .follow("c", by: "cy", minute: 3), .follow("b", by: "bo", minute: -9),
      .follow("a", by: "al", minute: 1),
    ])
    try await board.fetchNewNotifications()

    #expect(board.notifications.map(\.id.rawValue) == ["e", "d", "c", "b", "a"])
    #expect(board.unread == 1)
  }

  @Test func `an older page keeps notifications of the same moment as the newer page`() async throws
  {
    let setting = Setting(hasNotices: true)
    await setting.notifications.tell(
      [.follow("d", by: "di", minute: 3), .follow("c", by: "cy", minute: 2)],
      [.follow("b", by: "bo", minute: 2), .follow("a", by: "al", minute: 1)])
    let board = AccountNotifications(setting.session)

    try await board.fetchNewNotifications()
    try await board.fetchOlderNotifications()

    #expect(board.notifications.map(\.id.rawValue) == ["d", "c", "b", "a"])
  }

  @Test func `a read position that could not be sent is sent with the next refresh`() async throws {
    let setting = Setting(hasNotices: true)
    await setting.notificationStore.hold([.follow("a", by: "bo", minute: 1)])
    await setting.notifications.tell([.follow("a", by: "bo", minute: 1)])
    await setting.notifications.fail(.unreachable)
    let (interactor, board) = looking(setting)
    await interactor.handle(.open)
    #expect(await eventually { spy.last?.fetch == .failed(.unreachable) })

    try await board.fetchNewNotifications()

    #expect(await eventually { await setting.notifications.read == [Notification.ID("a")] })
    await interactor.handle(.close)
    for _ in 0..<100 { await Task.yield() }
    #expect(await setting.notifications.read == [Notification.ID("a")])
  }

  @Test func `the read position is sent when the scene is closed, without a refresh`() async {
    let setting = Setting(hasNotices: true)
    await setting.notificationStore.hold([.follow("a", by: "bo", minute: 1)])
    await setting.notifications.fail(.unreachable)
    let interactor = await looking(setting).interactor.after(.open)
    #expect(await eventually { spy.last?.fetch == .failed(.unreachable) })
    #expect(await setting.notifications.read == [])

    await interactor.handle(.close)

    #expect(await eventually { await setting.notifications.read == [Notification.ID("a")] })
    #expect(await setting.notifications.asked == 1)
  }

  @Test func `likes of one post on two pages are one notification`() async throws {
    let setting = Setting(hasNotices: true)
    await setting.notifications.tell(
      [.like("b", by: ["ada", "bo"], of: "1", minute: 3), .follow("f", by: "cy", minute: 2)],
      [.like("a", by: ["dee", "bo"], of: "1", minute: 1)])
    let interactor = await looking(setting).interactor.after(.open)
    #expect(await eventually { spy.last?.hasMore == true && spy.answers == 1 })

    await interactor.handle(.more)

    #expect(await eventually { spy.last?.hasMore == false })
    #expect(ids == ["b", "f"])
    #expect(
      spy.last?.notifications.visibleRows.first?.people.map(\.handle) == ["ada", "bo", "dee"])
  }

  @Test func `older notifications are appended, none twice`() async throws {
    let setting = Setting(hasNotices: true)
    await setting.notifications.tell(
      [.follow("d", by: "ada", minute: 4), .follow("c", by: "bo", minute: 3)],
      [.follow("c", by: "bo", minute: 3), .follow("b", by: "cy", minute: 2)],
      [.follow("a", by: "dee", minute: 1)])
    let interactor = await looking(setting).interactor.after(.open)
    #expect(await eventually { ids == ["d", "c"] && spy.answers == 1 })

    await interactor.handle(.more)
    #expect(await eventually { ids == ["d", "c", "b"] && spy.answers == 2 })
    await interactor.handle(.more)

    #expect(await eventually { ids == ["d", "c", "b", "a"] })
    #expect(spy.last?.hasMore == false)
  }

  @Test
  func `stored notifications are replaced if some may be missing between them and the newest page`()
    async throws
  {
    let setting = Setting(hasNotices: true)
    await setting.notificationStore.hold([.follow("a", by: "bo", minute: 1)])
    await setting.notifications.tell(
      [.follow("z", by: "ada", minute: 90)], [.follow("y", by: "cy", minute: 80)])
    let interactor = looking(setting).interactor

    await interactor.handle(.open)

    #expect(await eventually { ids == ["z"] })
    #expect(spy.last?.hasMore == true)
  }

  @Test func `a failure keeps the stored notifications`() async throws {
    let setting = Setting(hasNotices: true)
    await setting.notificationStore.hold([.follow("a", by: "bo", minute: 1)])
    await setting.notifications.fail(.unreachable)
    let interactor = looking(setting).interactor

    await interactor.handle(.open)

    #expect(await eventually { spy.last?.fetch == .failed(.unreachable) })
    #expect(ids == ["a"])
  }

  @Test func `a rejected token asks to sign in, and the request is repeated afterwards`()
    async throws
  {
    let setting = Setting(hasNotices: true)
    await setting.notifications.tell([.follow("a", by: "bo", minute: 1)])
    await setting.notifications.fail(.signedOut)
    let interactor = await looking(setting).interactor.after(.open)
    #expect(await eventually { spy.effects == [.askToSignIn(setting.session.account)] })

    await interactor.repeatRequestsAfterSignIn()

    #expect(await eventually { ids == ["a"] })
  }

  @Test func `a like of a notification's post shows at once`() async throws {
    let setting = Setting(hasNotices: true)
    let mention = Notification(
      id: Notification.ID("m"), kind: .mention, people: [.sample("ada")], post: .sample("1"),
      createdAt: Timestamp(milliseconds: 60_000))
    await setting.notifications.tell([mention])
    let interactor = await looking(setting).interactor.after(.open)
    #expect(await eventually { ids == ["m"] })

    await interactor.handle(.toggle(Post.ID("1"), .liked))

    #expect(spy.last?.notifications.visibleRows.first?.post?.userMarks == .liked)
    #expect(await eventually { await setting.service.sent == [.like("1")] })
  }

  @Test func `after closing no further states are shown`() async throws {
    let setting = Setting(hasNotices: true)
    let (interactor, board) = looking(setting)
    await interactor.handle(.open, .close)
    let count = spy.values.count
    await setting.notifications.tell([.follow("a", by: "bo", minute: 1)])

    try await board.fetchNewNotifications()

    #expect(spy.values.count == count)
    #expect(board.unread == 1)
  }

  @Test func `after a rate limit the request is repeated automatically`()
    async throws
  {
    let setting = Setting(hasNotices: true)
    await setting.notifications.tell([.like("new", by: ["ada"], of: "1", minute: 2)])
    let until = setting.world.now.timeAdvanced(by: .seconds(90))
    await setting.notifications.fail(.rateLimited(until: until))
    let interactor = looking(setting).interactor
    await interactor.handle(.open)
    #expect(await eventually { spy.last?.fetch == .failed(.rateLimited(until: until)) })
    #expect(await eventually { setting.world.nextWaking == until })

    setting.world.pass(.seconds(90))

    #expect(await eventually { ids == ["new"] })
    for _ in 0..<100 { await Task.yield() }
    #expect(setting.world.sleeping == 0)
  }

  @Test func `closing the scene cancels the request that waits for a rate limit`() async throws {
    let setting = Setting(hasNotices: true)
    await setting.notifications.fail(.rateLimited(until: nil))
    let interactor = await looking(setting).interactor.after(.open)
    #expect(await eventually { spy.last?.fetch == .failed(.rateLimited(until: nil)) })
    #expect(await eventually { setting.world.sleeping == 1 })

    await interactor.handle(.close)

    #expect(await eventually { setting.world.sleeping == 0 })
  }
}
