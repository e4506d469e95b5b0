import Doubles
import FeedDomain
import Terminal
import Testing
import UseCases

@testable import Preferences
@testable import Scenes
@testable import Words

@MainActor @Suite struct TabsTests {
  private let interactor = Spy<TabsScene.SceneRequest>()
  private let navigator = NavigatorSpy()
  private let presenter = ScenePresenter { TabsPresenter(wording: Wording()).viewModel(of: $0) }

  private let home = TabsScene.StreamTabRow(.feed(.home), isShown: true)
  private let streams = [
    TabsScene.StreamTabRow(.feed(.home), isShown: true),
    TabsScene.StreamTabRow(.nearby, isShown: true),
    TabsScene.StreamTabRow(.feed(.tag("swift")), isShown: false),
  ]

  private func scene(_ options: DisplayOptions = DisplayOptions()) -> TabsView {
    let view = TabsView(interactor: interactor, options: options).opened(by: navigator)
    presenter.display = view
    presenter.present(TabsScene.SceneState(streams))
    return view
  }

  @Test func `the tab editor is drawn at 40 by 12`() {
    #expect(
      scene().drawn(rows: 4, columns: 40).text == """
        ▌ [x] Home    shown as a tab
          [x] Nearby  shown as a tab
          [ ] #swift  not shown

        """)
    let view = scene()
    #expect(view.hints == [.keepTab, .back])
    #expect(view.keyHints == [KeyHint(Key(.left), Key(.right), label: "move")])
  }

  @Test func `the tab editor is a card below its title, and a click selects a row`() {
    let view = scene()

    #expect(
      view.drawn(rows: 22, columns: 80).text == """




               ╭────────────────────────────────────────────────────────────────╮
               │                                                                │
               │  Streams                                                       │
               │                                                                │
               │  ▌ [x] Home    shown as a tab                                  │
               │    [x] Nearby  shown as a tab                                  │
               │    [ ] #swift  not shown                                       │
               │                                                                │
               ╰────────────────────────────────────────────────────────────────╯









        """)
    view.click(row: 9, column: 20)
    #expect(view.pane.selected?.id == .tab(.nearby))
    #expect(view.properties.isOverlay)
  }

  @Test func `in the plain mode tabs are marked by words only`() {
    let drawing = scene(DisplayOptions(isPlain: true)).drawn(rows: 3, columns: 40).text

    #expect(drawing.contains("Nearby  shown as a tab"))
    #expect(!drawing.contains("["))
  }

  @Test func `columns are listed with the keys that move them`() {
    let me = Account(service: .tweetie, person: .init("me"), handle: "mei")
    let tom = Account(service: .tweetie, person: .init("tom"), handle: "tom")
    let view = scene()
    presenter.present(
      TabsScene.SceneState(
        streams,
        columns: [
          TabsScene.DeckColumnRow(
            DeckColumn(.stream(.feed(.tag("swift"))), of: me.id), of: me, columnNumber: 2),
          TabsScene.DeckColumnRow(DeckColumn(.notifications, of: me.id), of: me, columnNumber: nil),
          TabsScene.DeckColumnRow(
            DeckColumn(.stream(.feed(.home)), of: tom.id), of: tom, columnNumber: 1),
        ], account: me.id))

    #expect(
      view.drawn(rows: 6, columns: 60).text == """
          Tab  Column
        ▌ [x]          Home
          [x]          Nearby
          [ ]  [x]     #swift         column 2
               [ ]     Notifications
               [x]     Home  @tom     column 1
        """)
    #expect(view.hints == [.keepTab, .back])
    for _ in 1...2 { view.command(.down) }
    #expect(view.hints == [.keepTab, .keepColumn, .back])
    #expect(
      view.keyHints == [KeyHint(Key(.left, .control), Key(.right, .control), label: "move column")])
    view.command(.bottom)
    #expect(view.hints == [.keepColumn, .back])
  }

  @Test func `a click on a tick adds or removes the tab, or the column`() {
    let me = Account(service: .tweetie, person: .init("me"), handle: "mei")
    let column = DeckColumn(.stream(.feed(.tag("swift"))), of: me.id)
    let view = scene()
    presenter.present(
      TabsScene.SceneState(
        streams, columns: [TabsScene.DeckColumnRow(column, of: me, columnNumber: 1)], account: me.id
      ))
    _ = view.drawn(rows: 6, columns: 60)
    func click(_ row: Int, _ column: Int) {
      view.click(row: row, column: column)
    }

    click(3, 3)
    click(3, 8)
    click(3, 16)

    #expect(
      interactor.values == [.open, .toggle(.feed(.tag("swift"))), .toggleColumn(column)])
    #expect(view.pane.selected?.id == .tab(.feed(.tag("swift"))))
  }

  @Test func `keys add, remove and move tabs`() {
    let view = scene()

    view.command(.right, .down, .left, .keepTab, .down, .open)

    #expect(
      interactor.values == [
        .open, .move(.feed(.home), by: 1), .move(.nearby, by: -1), .toggle(.nearby),
        .toggle(.feed(.tag("swift"))),
      ])
  }

  @Test func `a tag is typed, completed and added`() {
    let presenter = ScenePresenter {
      TabsPresenter(wording: Wording(), hasTags: true).viewModel(of: $0)
    }
    let view = TabsView(interactor: interactor)
    presenter.display = view
    view.navigator = navigator
    presenter.present(TabsScene.SceneState([home]))
    #expect(view.keyHints.last == KeyHint("#", label: "add a tag"))
    #expect(view.handlesKeyItself("#") && !view.handlesKeyItself("c"))

    view.type("#sw")
    presenter.present(TabsScene.SceneState([home], tags: ["swift", "swimming"]))
    #expect(view.properties.takesText)
    #expect(view.hints == [])
    #expect(
      view.drawn(rows: 7, columns: 40).text == """
          #sw
          #swift
          #swimming



          Enter show as a tab   Tab choose
        """)
    #expect(
      view.drawn(rows: 22, columns: 80).text == """


               ╭────────────────────────────────────────────────────────────────╮
               │                                                                │
               │  Streams                                                       │
               │                                                                │
               │    [x] Home  shown as a tab                                    │
               │                                                                │
               │    #sw                                                         │
               │    #swift                                                      │
               │    #swimming                                                   │
               │                                                                │
               │                                                                │
               │                                                                │
               │    Enter show as a tab   Tab choose   Esc back                 │
               │                                                                │
               ╰────────────────────────────────────────────────────────────────╯





        """)
    view.press(.down)
    view.press(.down)
    view.press(.enter)
    presenter.present(
      TabsScene.SceneState(
        [.feed(.home), .feed(.tag("swimming"))].map { TabsScene.StreamTabRow($0, isShown: true) },
        lastAdded: .feed(.tag("swimming"))))

    #expect(
      view.drawn(rows: 3, columns: 40).text == """
          [x] Home       shown as a tab
        ▌ [x] #swimming  shown as a tab

        """)
    #expect(
      interactor.values == [.type(""), .type("s"), .type("sw"), .add("swimming")])
    #expect(!view.properties.takesText)
  }

  @Test func `Tab puts a hashtag into the field, and Escape closes the field`() {
    let presenter = ScenePresenter {
      TabsPresenter(wording: Wording(), hasTags: true).viewModel(of: $0)
    }
    let view = TabsView(interactor: interactor)
    presenter.display = view
    view.navigator = navigator
    presenter.present(TabsScene.SceneState([home]))
    view.type("#s")
    presenter.present(TabsScene.SceneState([home], tags: ["swift"]))

    view.press(.tab)
    view.type("ui")
    _ = view.handleEvent(.paste("kit\nrest"))
    view.press(.escape)

    #expect(interactor.values.last == .type("swiftuikit"))
    #expect(!view.properties.takesText)
    presenter.perform(.say(.invalid(.tag)))
    #expect(navigator.messages.map(\.text) == ["A tag is one word, such as #boats."])
  }

  @Test func `without hashtag streams no hashtag can be typed`() {
    let view = scene()

    #expect(!view.handlesKeyItself("#") && !view.press(.character("#")))
    #expect(view.keyHints.map(\.key) == ["←→"])
    #expect(!view.properties.takesText)
  }

  @Test func `a refusal to remove the last tab has a message`() {
    let view = scene()
    defer { withExtendedLifetime(view) {} }

    presenter.perform(.say(.lastTab))

    #expect(navigator.messages.map(\.text) == ["At least one stream must be shown."])
  }
}
