import Doubles
import FeedDomain
import Testing
import UseCases

@MainActor @Suite struct ListingInteractorTests {
  private let spy = Spy<ListingScene.SceneState>()
  private let first = PostRevision(
    moment: Timestamp(milliseconds: 0), paragraphs: ["", "Tea at four"])
  private let second = PostRevision(
    moment: Timestamp(milliseconds: 0), paragraphs: ["", "Tea at five"])

  private func listing(_ setting: Setting) -> ListingInteractor {
    ListingInteractor(setting.session, actions: setting.actions, presenter: spy)
  }

  private func hasShown(_ items: [ListingScene.ListingItem]) -> Bool {
    spy.values.contains { $0.items.isLoaded && $0.items.elements == items }
  }

  @Test func `the latest revision comes first, with the changes from the one before`() async {
    let setting = Setting(extras: StubExtras(editions: [first, second]))
    let interactor = listing(setting)

    await interactor.handle(.open(.editions(Post.ID("7"))))

    let changes = [
      RevisionDiff(from: "", to: ""), RevisionDiff(from: "Tea at four", to: "Tea at five"),
    ]
    let items: [ListingScene.ListingItem] = [
      .edition(second, changes: changes), .edition(first, changes: nil),
    ]
    #expect(await eventually { hasShown(items) })
  }

  @Test func `a failed listing is reported, and fetched again on refresh`() async {
    let service = StubExtras(editions: [first])
    await service.fail(.unreachable)
    let setting = Setting(extras: service)
    let interactor = await listing(setting).after(.open(.editions(Post.ID("7"))))
    #expect(await eventually { spy.last?.items.fetch == .failed(.unreachable) })

    await interactor.handle(.refresh)

    #expect(await eventually { hasShown([.edition(first, changes: nil)]) })
  }

  @Test func `the server facts are followed by the server's rules, if it has any`() async {
    let facts = ServerFacts(
      name: "Harbour", summary: RichText("Boats"),
      rules: [ServerFacts.ServerRule(id: "1", words: "Be kind")])
    let setting = Setting(extras: StubExtras(serverFacts: facts))
    let interactor = listing(setting)

    await interactor.handle(.open(.server))

    let items: [ListingScene.ListingItem] = [.server(facts), .rules(["Be kind"])]
    #expect(await eventually { hasShown(items) })
    await interactor.handle(.open(.announcements))
    #expect(await eventually { hasShown([]) })
  }

  @Test func `announcements reported as changed by live updates are fetched again once`()
    async
  {
    let live = StubLive()
    let setting = Setting(
      live: live,
      extras: StubExtras(announcements: [Announcement(moment: nil, text: RichText("Tea"))]))
    let interactor = listing(setting)
    let liveUpdates = LiveUpdateListener(
      setting.session, actions: setting.actions, notifications: nil)
    interactor.listenToLiveUpdates(to: liveUpdates)
    liveUpdates.startListening()
    await interactor.handle(.open(.announcements))
    func shown() -> Int { spy.values.count { $0.items.isLoaded && $0.items.fetch == .idle } }
    #expect(await eventually { shown() == 1 })
    #expect(await eventually { await live.isHeard })

    await live.tell(
      .listChanged(.wordFilters), .listChanged(.announcements), .listChanged(.announcements),
      .listChanged(.announcements))
    let moment = setting.world.now.timeAdvanced(by: .seconds(15))
    #expect(await eventually { setting.world.nextWaking == moment })
    setting.world.pass(.seconds(15))

    #expect(await eventually { shown() == 2 && setting.world.sleeping == 0 })
    liveUpdates.stopListening()
  }

  @Test func `a scheduled post is removed after the time to undo, and undo shows it again`()
    async
  {
    let moment = Timestamp(milliseconds: 0)
    let (tea, cake) = (
      ScheduledPost(id: "1", moment: moment, words: "Tea"),
      ScheduledPost(id: "2", moment: moment, words: "Cake")
    )
    let setting = Setting(extras: StubExtras(scheduled: [tea, cake]))
    let interactor = await listing(setting).after(.open(.scheduled))
    let both: [ListingScene.ListingItem] = [.scheduled(tea), .scheduled(cake)]
    #expect(await eventually { hasShown(both) })

    await interactor.handle(.remove(.scheduled(tea)))
    let act = PendingChange.serviceAction(ServiceAction(.unschedule, "1", detail: "Tea"))
    #expect(hasShown([.scheduled(cake)]))
    #expect(await eventually { await setting.outbox.held.map(\.change) == [act] })
    spy.forget()
    await interactor.handle(.undo)

    #expect(await eventually { hasShown(both) })
    #expect(await eventually { await setting.outbox.held.isEmpty })
  }

  @Test func `a removed scheduled post stays hidden in a refresh before the removal is sent`() async
  {
    let tea = ScheduledPost(id: "1", moment: Timestamp(milliseconds: 0), words: "Tea")
    let setting = Setting(extras: StubExtras(scheduled: [tea]))
    await setting.service.hold()
    let interactor = await listing(setting).after(.open(.scheduled))
    #expect(await eventually { hasShown([.scheduled(tea)]) })
    await interactor.handle(.remove(.scheduled(tea)))
    spy.forget()

    await interactor.handle(.refresh)

    #expect(await eventually { spy.values.count > 1 && spy.last?.items.fetch == .idle })
    #expect(spy.last?.items.elements.isEmpty == true)
    await interactor.handle(.close)
    await setting.service.release()
  }

  @Test
  func `adding a person to a list is sent at once, and deleting a list after the time to undo`()
    async
  {
    let setting = Setting(extras: StubExtras())
    let interactor = listing(setting)
    let (boats, cakes) = (
      UserList(id: "1", title: "Boats", hasPerson: true),
      UserList(id: "2", title: "Cakes", hasPerson: false)
    )
    await interactor.handle(.open(.lists(with: Person.ID("ada"))))
    #expect(await eventually { hasShown([.list(boats), .list(cakes)]) })

    await setting.service.hold()
    await interactor.handle(.toggle(.list(cakes)))

    #expect(
      hasShown([.list(boats), .list(UserList(id: "2", title: "Cakes", hasPerson: true))]))
    let act = ServiceAction(.changeListMembership, "ada", detail: "Cakes", answers: [.list: "2"])
    #expect(await eventually { await setting.outbox.held.map(\.change) == [.serviceAction(act)] })
    await setting.service.release()
    #expect(await eventually { await setting.service.sent == [.serviceAction(act)] })

    await interactor.handle(.remove(.list(boats)), .open(.lists(with: nil)))
    let whole = UserList(id: "1", title: "Boats")
    #expect(
      await eventually {
        hasShown([.list(whole), .list(UserList(id: "2", title: "Cakes"))])
      })
    await interactor.handle(.toggle(.list(whole)), .remove(.list(whole)))

    let drop = PendingChange.serviceAction(ServiceAction(.dropList, "1", detail: "Boats"))
    #expect(await eventually { await setting.outbox.held.map(\.change) == [drop] })
    await interactor.handle(.close)
  }

  @Test func `removing a filter is sent at once, and a trend cannot be removed`() async {
    let filter = WordFilter(
      id: "7", title: "Boats", words: ["boat"], places: [.home], isHiding: false)
    let trend = TrendingTagOrPage(.tag("boats"), uses: [1, 2], personCount: 3)
    let setting = Setting(
      undoWindow: .zero, extras: StubExtras(trends: [trend], filters: [filter]))
    let interactor = await listing(setting).after(.open(.trends))
    #expect(await eventually { hasShown([.trend(trend)]) })
    await interactor.handle(.remove(.trend(trend)), .remove(.filter(filter)))
    #expect(await setting.outbox.held.isEmpty)

    await interactor.handle(.open(.filters))
    #expect(await eventually { hasShown([.filter(filter)]) })
    await interactor.handle(.remove(.filter(filter)))

    #expect(
      await eventually {
        await setting.service.sent == [
          .serviceAction(ServiceAction(.filter, "7", detail: "Boats", isDone: false))
        ]
      })
  }

  @Test func `revisions that the service does not offer are not requested`() async {
    let setting = Setting(extras: StubExtras([]))
    let interactor = listing(setting)

    await interactor.handle(.open(.editions(Post.ID("7"))))

    #expect(spy.values.map(\.items.fetch) == [.failed(.notFound)])
  }

  @Test func `the difference of two revisions is computed word by word`() {
    func pieces(_ old: String, _ new: String) -> [RevisionDiff.DiffRun] {
      RevisionDiff(from: old, to: new).runs
    }

    #expect(
      pieces("Tea at four", "Tea at five") == [
        .init("Tea at ", .stayed), .init("four", .went), .init("five", .came),
      ])
    #expect(pieces("Tea", "Tea") == [.init("Tea", .stayed)])
    #expect(pieces("", "Tea") == [.init("Tea", .came)])
    #expect(
      pieces("one two three", "four five three") == [
        .init("one two", .went), .init("four five", .came), .init(" three", .stayed),
      ])
  }
}
