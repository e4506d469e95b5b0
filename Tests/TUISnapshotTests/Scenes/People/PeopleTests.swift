import Doubles
import FeedDomain
import Terminal
import Testing
import UseCases

@testable import Preferences
@testable import Scenes
@testable import Words

@MainActor @Suite struct PeopleTests {
  private let interactor = Spy<PeopleScene.SceneRequest>()
  private let navigator = NavigatorSpy()
  private let list = PeopleList.likers(Post.ID("1"))
  private let content: PeopleContent
  private let presenter: ScenePresenter<PeopleScene.SceneState, PagedListViewModel<PersonRow>>
  private let people = [
    Person(
      id: .init("ada"), handle: "ada@example.social", name: "Ada Okafor",
      bio: RichText("\nBridges and bread.\nSecond line"), relationship: .followed),
    Person(id: .init("noor"), handle: "noor@example.social", name: "نور"),
    Person(
      id: .init("jonas"), handle: "jonas@example.social", name: " ", bio: RichText("Sails.")),
  ]

  private func state(
    _ people: [Person], hasMore: Bool = false, _ fetch: SceneFetchState = .idle
  ) -> PeopleScene.SceneState {
    var list = PagedList(people, nextCursor: hasMore ? Cursor("2") : nil, fetch: fetch)
    list.isLoaded = true
    return PeopleScene.SceneState(list: self.list, people: list)
  }

  init() {
    let content = PeopleContent(list: list, canFollow: true, wording: Wording(), keys: .defaults)
    self.content = content
    presenter = ScenePresenter { content.viewModel(of: $0) }
  }

  @Test func `the likers of a post are drawn at 80 by 24`() {
    let view = scene()

    presenter.present(state(people))

    #expect(
      view.drawn(rows: 8, columns: 80).text == """
        ▌ Ada Okafor  @ada@example.social · you follow
        ▌ Bridges and bread.

          نور  @noor@example.social

          jonas@example.social  @jonas@example.social
          Sails.

        """)
    #expect(view.header.leftText == [StyledSpan("Likes", .barStrong)])
    #expect(view.header.rightText == [StyledSpan("3 people", .barFaint)])
  }

  @Test func `without UTF-8, handles replace names in other letters, also in biographies`() {
    let mina = Person(
      id: .init("mina"), handle: "mina@sea.example", name: "ミナ", bio: RichText("Boats and 朝いちばん."))
    let row = PersonRow(mina, Wording())
    func lines(_ options: DisplayOptions) -> [String] {
      let laidOut: LaidOutLines<Never> = row.laidOutPerson(
        columns: 60, portraitBox: nil, .none, options, Wording())
      return laidOut.lines.map { $0.text }
    }

    #expect(
      lines(DisplayOptions(hasSigns: false)) == [
        "@mina@sea.example", "Boats and (other letters).",
      ])
    #expect(lines(DisplayOptions()) == ["ミナ  @mina@sea.example", "Boats and 朝いちばん."])
  }

  @Test func `likers stand in two columns at 160, and keys and clicks reach both`() {
    let view = scene()
    presenter.present(state(people))

    let rows = view.drawn(rows: 6, columns: 160).text.split(separator: "\n")
    #expect(rows[0].hasPrefix("▌ Ada Okafor  @ada@example.social · you follow  "))
    #expect(rows[0].hasSuffix("   jonas@example.social  @jonas@example.social"))
    #expect(rows[1].hasPrefix("▌ Bridges and bread.  ") && rows[1].hasSuffix("   Sails."))
    #expect(rows[2].hasPrefix("  نور  @noor@example.social"))
    view.click(row: 1, column: 85)
    #expect(view.pane.selected?.id == Person.ID("jonas"))
    let canvas = view.drawn(rows: 6, columns: 160)
    #expect(canvas.point == CellPosition(row: 0, column: 83))
    view.command(.up)
    #expect(view.pane.selected?.id == Person.ID("noor"))
    #expect(view.clickTargets.map(\.position.column).sorted() == [2, 2, 83])
  }

  /// The letters beside click targets (`f`) press the cells that the scene names.
  @Test func `a click target of the second column opens the person there`() throws {
    let view = scene()
    presenter.present(state(people))
    _ = view.drawn(rows: 6, columns: 160)
    let target = try #require(view.clickTargets.first { $0.position.column > 80 })

    let scene: any Scene = view
    scene.performClick(at: target.position, copyingAddress: false)

    #expect(navigator.routes == [.profile(.init("jonas"))])
  }

  @Test func `the likers of a post are cut at 20 by 6`() {
    let view = scene()

    presenter.present(state(people))

    #expect(
      view.drawn(rows: 4, columns: 20).text == """
        ▌ Ada Okafor  @ada…
        ▌ Bridges and brea…

          نور  @noor@examp…
        """)
  }

  @Test func `empty, loading and failed lists of people have their messages`() {
    let view = scene()

    presenter.present(state([], .waiting(.underWay)))
    #expect(view.header.leftText == [StyledSpan("Likes", .barStrong)])
    let waiting = view.drawn(rows: 10, columns: 40).text
    presenter.present(state([], .failed(.unreachable)))
    let failed = view.drawn(rows: 10, columns: 80).text
    presenter.present(state([]))
    let nobody = view.drawn(rows: 10, columns: 40).text

    #expect(waiting.contains("⠋ Fetching people"))
    #expect(failed.contains("cannot be reached") && failed.contains("r tries again."))
    #expect(nobody.contains("No likes yet."))
  }

  @Test func `a failed fetch keeps the people on the screen`() {
    let view = scene()
    presenter.present(state(people, hasMore: true))

    presenter.present(state(people, hasMore: true, .failed(.serverFailed(503))))

    #expect(view.drawn(rows: 10, columns: 80).text.contains("Ada Okafor"))
    #expect(view.header.rightText.first?.role == .bad)
  }

  @Test func `Enter opens the selected person's profile`() {
    let view = scene()
    presenter.present(state(people))
    _ = view.drawn(rows: 10, columns: 80)

    view.command(.down, .open)

    #expect(navigator.routes == [.profile(.init("noor"))])
  }

  @Test func `a list of people loads more near its end, once`() {
    let view = scene()
    presenter.present(state(people, hasMore: true))
    _ = view.drawn(rows: 10, columns: 80)

    view.command(.down, .down)

    #expect(interactor.values == [.open(list), .more])
  }

  @Test func `a double click opens a profile`() {
    let view = scene()
    presenter.present(state(people))
    _ = view.drawn(rows: 10, columns: 80)

    view.click(row: 3, column: 4)
    view.click(row: 3, column: 4, clicks: 2)

    #expect(navigator.routes == [.profile(.init("noor"))])
  }

  @Test func `control characters in a name stay in its row`() {
    let view = scene()
    let hostile = Person(
      id: .init("x"), handle: "x\n\u{9b}31m", name: "A\u{1b}]0;title\u{7}\r\nB\u{202e}C",
      bio: RichText("\u{1b}[2J\tbio"))

    presenter.present(state([hostile, people[0]]))

    let rows = view.drawn(rows: 6, columns: 80).text.split(
      separator: "\n", omittingEmptySubsequences: false)
    #expect(rows[0] == "▌ A]0;title BC  @x 31m")
    #expect(rows[3].contains("Ada Okafor"))
  }

  private func scene() -> PagedListView<PeopleContent> {
    let view = PagedListView(content, interactor: interactor).opened(by: navigator)
    presenter.display = view
    return view
  }
}
