import Doubles
import FeedDomain
import Testing
import UseCases

/// The notifications of several accounts in one list.
@MainActor struct NotificationsOfAllAccountsTests {
  private static let ada = Account(service: .tweetie, person: Person.ID("me"), handle: "ada")
  private static let sol = Account(
    service: .mastodon, person: Person.ID("me2"), handle: "sol", server: "https://one.example")

  private let notifications = [ada.id: StubNotifications(), sol.id: StubNotifications()]
  private let services = [ada.id: StubService(), sol.id: StubService()]
  private let world = FakeWorld()
  private let spy = Spy<NotificationsScene.SceneState>()
  private let work: RunningAccounts
  private let board: AccountNotifications
  private let interactor: NotificationsInteractor

  init() throws {
    let accounts = [Self.ada, Self.sol].map { SignedInAccount($0, token: Secret($0.handle)) }
    let outbox = FakeOutbox([])
    work = RunningAccounts(
      RunningAccounts.SessionDependencies(
        directory: Services(all: services, notifications: notifications),
        stores: AccountSession.SessionStores(
          feeds: FakeFeedStore(), outbox: outbox, drafts: outbox,
          credentials: FakeCredentials(accounts)), world: world, log: NoLog(), undoWindow: .zero))
    let front = try #require(work.runningAccountStartedIfNeeded(of: accounts[0]))
    board = AccountNotifications(front.session)
    interactor = NotificationsInteractor(
      front.session, board: board, actions: front.actions,
      accountGroup: AccountGroup(work, front: front, notifications: board), presenter: spy)
  }

  private struct Services: ServiceDirectory {
    let all: [Account.ID: StubService]
    let notifications: [Account.ID: StubNotifications]

    func signInGateway(to service: Service) -> (any SignInGateway)? { nil }

    func connection(for account: SignedInAccount) -> ServiceConnection? {
      guard let service = all[account.account.id],
        let notifications = notifications[account.account.id]
      else {
        return nil
      }
      return ServiceConnection(
        account: account.account, streams: [.feed(.home)], feeds: service
      ) {
        $0.publishing = service
        $0.marks = [.liked]
        $0.draftLimits = DraftLimits(
          characters: 500, attachments: 0, visibilities: [.everybody], allowsWarning: false)
        $0.notifications = notifications
        $0.markers = notifications
      }
    }
  }

  private var shown: NotificationsScene.SceneState? { spy.last }

  /// The notices as they stand, each with the first letter of whose it is.
  private var sketch: String { shown.map(Self.sketch) ?? "" }

  private static func sketch(_ shown: NotificationsScene.SceneState) -> String {
    shown.notifications.visibleRows.map { notice in
      let sign = notice.id.whose.map { $0 == ada.id ? "a:" : "s:" } ?? ""
      return sign + notice.id.withoutAccount.rawValue
    }.joined(separator: " ")
  }

  /// Looks at those of both.
  private func gather() async -> Bool {
    await notifications[Self.ada.id]?.tell([
      .like("4", by: ["bo"], of: "1", minute: 4), .follow("1", by: "bo", minute: 1),
    ])
    await notifications[Self.sol.id]?.tell(
      [.request("4", by: "eve", minute: 4), .like("3", by: ["bo"], of: "9", minute: 3)],
      [.follow("0", by: "bo", minute: 0)])
    await interactor.handle(.open)
    guard await eventually({ sketch == "4 1" }) else { return false }
    await interactor.handle(.gather(true))
    return await eventually { isIdle && sketch == Self.all }
  }

  private static let all = "a:4 s:4 s:3 a:1 s:0"

  private var isIdle: Bool { spy.last?.fetch.fetchProgress ?? .idle == .idle }

  @Test
  func `notifications are those of the active account, until those of all accounts are requested`()
    async
  {
    #expect(await gather())

    #expect(shown?.notificationAccounts.isOffered == true)
    #expect(shown?.notificationAccounts.members.map(\.account.handle) == ["sol", "ada"])
    await interactor.handle(.gather(false))
    #expect(await eventually { sketch == "4 1" })
    #expect(shown?.notificationAccounts.members == [])
  }

  @Test func `more pages are fetched until the merged notifications are complete`()
    async
  {
    #expect(await gather())

    #expect(await notifications[Self.sol.id]?.asked == 2)
    #expect(shown?.hasMore == false)
  }

  @Test func `new notifications are counted and marked as read per account`() async {
    #expect(await gather())

    // Those of the one in front were looked at before.
    #expect(shown?.unread.count == 3)
    await interactor.handle(.refresh)
    #expect(await eventually { await notifications[Self.sol.id]?.read == [Notification.ID("4")] })
    #expect(await eventually { await notifications[Self.ada.id]?.read == [Notification.ID("4")] })
  }

  @Test func `a failing service is named, and the other accounts' notifications are shown`() async {
    #expect(await gather())
    await notifications[Self.sol.id]?.fail(.unreachable)
    await notifications[Self.ada.id]?.tell([.follow("5", by: "bo", minute: 5)])

    await interactor.handle(.refresh)

    #expect(
      await eventually {
        shown?.notificationAccounts.failedAccounts == [FailedAccount(Self.sol, .unreachable)]
      })
    #expect(sketch.hasPrefix("a:5 "))
    #expect(spy.values.allSatisfy { $0.fetch.failure == nil })
  }

  @Test func `if all services fail, the failure is reported once`() async {
    #expect(await gather())
    await notifications[Self.sol.id]?.fail(.unreachable)
    await notifications[Self.ada.id]?.fail(.unreachable)

    await interactor.handle(.refresh)

    #expect(await eventually { spy.last?.fetch == .failed(.unreachable) })
    #expect(shown?.notificationAccounts.failedAccounts == [])
  }

  @Test func `a rejected token of another account does not ask to sign in as the active one`() async
  {
    #expect(await gather())
    await notifications[Self.sol.id]?.tell(
      [.follow("9", by: "bo", minute: 50)], [.follow("8", by: "bo", minute: 40)])
    await interactor.handle(.refresh)
    #expect(await eventually { sketch == "s:9" && isIdle && shown?.hasMore == true })
    await notifications[Self.sol.id]?.fail(.signedOut)

    await interactor.handle(.more)

    #expect(
      await eventually {
        shown?.notificationAccounts.failedAccounts == [FailedAccount(Self.sol, .signedOut)]
      })
    #expect(!spy.effects.contains(.askToSignIn(Self.ada)))
  }

  @Test func `an action on a merged notification is sent by the account that received it`() async {
    #expect(await gather())
    let liked = Post.ID("9").scoped(to: Self.sol.id)

    await interactor.handle(.toggle(liked, .liked))
    await interactor.handle(.admit(Person.ID("eve").scoped(to: Self.sol.id), true))

    #expect(
      shown?.notifications.visibleRows.first { $0.post?.id == liked }?.post?.userMarks == .liked)
    #expect(!sketch.contains("s:4"))
    #expect(
      await eventually {
        await services[Self.sol.id]?.sent == [
          .mark(Post.ID("9"), .liked, true), .answerFollowRequest(Person.ID("eve"), true),
        ]
      })
    #expect(await services[Self.ada.id]?.sent == [])
  }
}
