import Doubles
import FeedDomain
import Testing
import UseCases

@MainActor @Suite struct AlertsInteractorTests {
  private let setting = Setting(hasNotices: true)
  private let spy = Spy<NotificationAlertsScene.SceneState>()
  private var account: Account { setting.session.account }

  private func unread(_ count: Int) -> NotificationAlertsScene.SceneState {
    NotificationAlertsScene.SceneState(unread: count)
  }

  private func open() async -> (NotificationAlertsInteractor, AccountNotifications) {
    let board = AccountNotifications(setting.session)
    let interactor = NotificationAlertsInteractor(
      account, board: board, actions: setting.actions, presenter: spy)
    await interactor.handle(.open)
    return (interactor, board)
  }

  @Test func `only mentions that arrive after the start alert, each of them once`()
    async throws
  {
    let old = Notification.mention("1", by: "ada", minute: 1)
    let new = Notification.mention("2", by: "bo", minute: 2)
    await setting.notifications.tell([old])
    let (interactor, board) = await open()

    try await board.fetchNewNotifications(comparing: false)
    #expect(spy.values == [unread(0), unread(1)])
    await setting.notifications.tell([new, old])
    try await board.fetchNewNotifications(comparing: false)
    try await board.fetchNewNotifications(comparing: false)

    #expect(
      spy.values == [
        unread(0), unread(1),
        NotificationAlertsScene.SceneState(
          unread: 2, newMentions: NotificationAlertsScene.ArrivedMentions([new], to: account)),
      ])
    withExtendedLifetime(interactor) {}
  }

  @Test func `older notifications that are fetched later do not alert`() async throws {
    await setting.notifications.tell(
      [.mention("2", by: "bo", minute: 2)], [.mention("1", by: "ada", minute: 1)])
    let (interactor, board) = await open()
    try await board.fetchNewNotifications(comparing: false)

    try await board.fetchOlderNotifications()

    #expect(board.notifications.count == 2)
    #expect(spy.values == [unread(0), unread(1), unread(2)])
    withExtendedLifetime(interactor) {}
  }

  @Test func `likes and mentions in folded posts do not alert`() async throws {
    let (interactor, board) = await open()
    try await board.fetchNewNotifications(comparing: false)
    let folded = Notification(
      id: Notification.ID("2"), kind: .mention, people: [.sample("ada")], post: .covered("9"),
      createdAt: Timestamp(milliseconds: 120_000))

    await setting.notifications.tell([folded, .like("1", by: ["bo"], of: "1", minute: 1)])
    try await board.fetchNewNotifications(comparing: false)

    #expect(spy.values == [unread(0), unread(2)])
    withExtendedLifetime(interactor) {}
  }

  @Test func `a mention that was read in another program does not alert`() async throws {
    let (interactor, board) = await open()
    try await board.fetchNewNotifications()

    await setting.notifications.tell([.mention("1", by: "ada", minute: 1)])
    await setting.notifications.mark(.notice(Notification.ID("1")))
    try await board.fetchNewNotifications()

    #expect(spy.values == [unread(0)])
    withExtendedLifetime(interactor) {}
  }

  @Test func `a released interactor presents nothing`() async throws {
    let board = await open().1

    await setting.notifications.tell([.mention("1", by: "ada", minute: 1)])
    try await board.fetchNewNotifications(comparing: false)

    #expect(spy.values == [unread(0)])
  }

  @Test func `a refresh presents the state again`() async {
    let (interactor, _) = await open()

    await interactor.handle(.refresh)

    #expect(spy.values == [unread(0), unread(0)])
  }

  @Test(arguments: [(Visibility.everybody, false), (.followers, false), (.mentioned, true)])
  func `a mention that only the mentioned people see is a message`(
    visibility: Visibility, isMessage: Bool
  ) {
    #expect(
      Notification.mention("1", by: "ada", minute: 1, for: visibility).isMessage == isMessage)
  }
}
