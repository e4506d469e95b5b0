import Doubles
import FeedDomain
import Testing

@MainActor @Suite struct ListingInteractorTests {
  private let spy = Spy<Listing.Response>()
  private let first = Edition(moment: Timestamp(milliseconds: 0), paragraphs: ["", "Tea at four"])
  private let second = Edition(moment: Timestamp(milliseconds: 0), paragraphs: ["", "Tea at five"])

  @Test func `the latest stands first, with what became of the one before`() async {
    let setting = Setting(extras: StubExtras(editions: [first, second]))
    let interactor = ListingInteractor(setting.session, presenter: spy)

    await interactor.handle(.open(.editions(Post.ID("7"))))

    let changes = [Rewording(from: "", to: ""), Rewording(from: "Tea at four", to: "Tea at five")]
    let items: [Listing.Item] = [
      .edition(second, changes: changes), .edition(first, changes: nil),
    ]
    #expect(await eventually { spy.values.contains(.shown(items)) })
  }

  @Test func `a failure is told, and r asks again`() async {
    let service = StubExtras(editions: [first])
    await service.fail(.unreachable)
    let setting = Setting(extras: service)
    let interactor = ListingInteractor(setting.session, presenter: spy)
    await interactor.handle(.open(.editions(Post.ID("7"))))
    #expect(await eventually { spy.values.contains(.failed(.unreachable)) })

    await interactor.handle(.refresh)

    #expect(await eventually { spy.values.contains(.shown([.edition(first, changes: nil)])) })
  }

  @Test func `what a server says of itself ends with its rules, where it has any`() async {
    let facts = ServerFacts(name: "Harbour", summary: RichText("Boats"), rules: ["Be kind"])
    let setting = Setting(extras: StubExtras(serverFacts: facts))
    let interactor = ListingInteractor(setting.session, presenter: spy)

    await interactor.handle(.open(.server))

    let items: [Listing.Item] = [.server(facts), .rules(["Be kind"])]
    #expect(await eventually { spy.values.contains(.shown(items)) })
    await interactor.handle(.open(.announcements))
    #expect(await eventually { spy.values.contains(.shown([])) })
  }

  @Test func `where it is not told it is not asked for`() async {
    let setting = Setting(extras: StubExtras([]))
    let interactor = ListingInteractor(setting.session, presenter: spy)

    await interactor.handle(.open(.editions(Post.ID("7"))))

    #expect(spy.values == [.failed(.notFound)])
  }

  @Test func `what went and came is told word by word`() {
    func pieces(_ old: String, _ new: String) -> [Rewording.Piece] {
      Rewording(from: old, to: new).pieces
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
