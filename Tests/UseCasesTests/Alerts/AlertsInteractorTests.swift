import Doubles
import FeedDomain
import Testing
import UseCases

@MainActor @Suite struct AlertsInteractorTests {
  private let setting = Setting(hasNotices: true)
  private let spy = Spy<AlertsScene.SceneState>()
  private var account: Account { setting.session.account }

  private func unread(_ count: Int) -> AlertsScene.SceneState {
    AlertsScene.SceneState(unread: count)
  }

  private func open() async -> (AlertsInteractor, AccountNotifications) {
    let board = AccountNotifications(setting.session)
    let interactor = AlertsInteractor(
      account, board: board, actions: setting.actions, presenter: spy)
    await interactor.handle(.open)
    return (interactor, board)
  }

  @Test func `what was there at the start calls nobody, and what comes later does once`()
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
        AlertsScene.SceneState(unread: 2, arrival: AlertsScene.ArrivedMentions([new], to: account)),
      ])
    withExtendedLifetime(interactor) {}
  }

  @Test func `older ones that are fetched later call nobody`() async throws {
    await setting.notifications.tell(
      [.mention("2", by: "bo", minute: 2)], [.mention("1", by: "ada", minute: 1)])
    let (interactor, board) = await open()
    try await board.fetchNewNotifications(comparing: false)

    try await board.fetchOlderNotifications()

    #expect(board.notifications.count == 2)
    #expect(spy.values == [unread(0), unread(1), unread(2)])
    withExtendedLifetime(interactor) {}
  }

  @Test func `likes call nobody, nor does what the reader has folded away`() async throws {
    let (interactor, board) = await open()
    try await board.fetchNewNotifications(comparing: false)
    let folded = Notification(
      id: Notification.ID("2"), kind: .mention, people: [.sample("ada")], post: .covered("9"),
      at: Timestamp(milliseconds: 120_000))

    await setting.notifications.tell([folded, .like("1", by: ["bo"], of: "1", minute: 1)])
    try await board.fetchNewNotifications(comparing: false)

    #expect(spy.values == [unread(0), unread(2)])
    withExtendedLifetime(interactor) {}
  }

  @Test func `what was read elsewhere by now calls nobody`() async throws {
    let (interactor, board) = await open()
    try await board.fetchNewNotifications()

    await setting.notifications.tell([.mention("1", by: "ada", minute: 1)])
    await setting.notifications.mark(.notice(Notification.ID("1")))
    try await board.fetchNewNotifications()

    #expect(spy.values == [unread(0)])
    withExtendedLifetime(interactor) {}
  }

  @Test func `let go of, it tells nothing any more`() async throws {
    let board = await open().1

    await setting.notifications.tell([.mention("1", by: "ada", minute: 1)])
    try await board.fetchNewNotifications(comparing: false)

    #expect(spy.values == [unread(0)])
  }

  @Test func `the state is shown again when it is asked for`() async {
    let (interactor, _) = await open()

    await interactor.handle(.refresh)

    #expect(spy.values == [unread(0), unread(0)])
  }

  @Test(arguments: [(Visibility.everybody, false), (.followers, false), (.mentioned, true)])
  func `a mention that nobody else sees is a message`(visibility: Visibility, isMessage: Bool) {
    #expect(
      Notification.mention("1", by: "ada", minute: 1, for: visibility).isMessage == isMessage)
  }
}
