import Doubles
import FeedDomain
import Testing
import UseCases

/// Choosing columns in the list of streams.
@MainActor struct DeckChoiceTests {
  private let setting = Setting(hasNotices: true)
  private let spy = Spy<TabsScene.SceneState>()
  private let store = FakeTabs()
  private let work: RunningAccounts
  private let other = SignedInAccount(
    Account(
      service: .mastodon, person: Person.ID("sol"), handle: "sol",
      server: "https://social.example"), token: Secret("other"))

  init() {
    work = RunningAccounts(
      RunningAccounts.SessionDependencies(
        directory: ConnectingDirectory(service: setting.service, gateway: setting.signIn),
        stores: setting.session.stores, world: setting.world, log: NoLog(), undoWindow: .zero))
    _ = work.runningAccountStartedIfNeeded(of: .sample)
    _ = work.runningAccountStartedIfNeeded(of: other)
  }

  private func interactor(_ book: DeckColumnList) -> TabsInteractor {
    TabsInteractor(setting.session, deck: DeckColumnCandidates(book, of: work), presenter: spy)
  }

  /// What can be a column, with its place, as it was told last.
  private var told: [String] {
    let columns = spy.last?.columns ?? []
    return columns.map { "\($0.account.handle) \($0.column.content) \($0.columnNumber ?? 0)" }
  }

  @Test func `columns of the active account are listed first, then those of other accounts`() async
  {
    let me = setting.session.account.handle
    let column = DeckColumn(.stream(.feed(.tag("fog"))), of: other.account.id)

    await interactor(DeckColumnList([column], store: store)).handle(.open)

    let own = told.filter { $0.hasPrefix(me) }
    #expect(told.prefix(own.count) == own[...])
    #expect(own.count >= 3)
    #expect(own.last?.contains("notifications") == true)
    #expect(told.contains { $0.hasPrefix("sol") && $0.contains("home") && $0.hasSuffix(" 0") })
    // What nobody offers can be taken away all the same.
    #expect(told.contains { $0.hasPrefix("sol") && $0.contains("fog") && $0.hasSuffix(" 1") })
  }

  @Test func `columns are added, moved, removed and stored at once`() async {
    let book = DeckColumnList([], store: store)
    let interactor = interactor(book)
    let home = DeckColumn(.stream(.feed(.home)), of: other.account.id)
    let notifications = DeckColumn(.notifications, of: setting.session.account.id)

    await interactor.handle(.toggleColumn(home))
    await interactor.handle(.toggleColumn(notifications), .moveColumn(home, by: 1))
    #expect(await store.columns == [notifications, home])
    #expect(told.contains { $0.hasPrefix("sol") && $0.hasSuffix(" 2") })
    await interactor.handle(.toggleColumn(home))

    #expect(await store.columns == [notifications])
    #expect(book.columns == [notifications])
  }

  @Test func `a column that cannot be stored is used anyway, and the store error is reported`()
    async
  {
    let book = DeckColumnList([], store: FakeTabs(failure: .full))

    await interactor(book).handle(
      .toggleColumn(DeckColumn(.notifications, of: setting.session.account.id)))

    #expect(spy.effects == [.say(.storeFailed(.full))])
    #expect(book.columns.count == 1)
  }
}
