import Doubles
import FeedDomain
import Terminal
import Testing
import UseCases

@testable import Preferences
@testable import Scenes
@testable import Words

/// Requests and view models of choosing tabs. `TabsInteractorTests` tests the answers.
@MainActor @Suite struct TabsBoundaryTests {
  private let presenter = ScenePresenter {
    TabsPresenter(wording: Wording(), hasTags: true).viewModel(of: $0)
  }
  private let home = TabsScene.StreamTabRow(.feed(.home), isShown: true)

  @Test func `each key of the tab editor sends its request to the interactor`() {
    let interactor = Spy<TabsScene.SceneRequest>()
    let view = TabsView(interactor: interactor)
    presenter.display = view

    view.sceneDidAppear()
    presenter.present(TabsScene.SceneState([home]))
    view.command(.keepTab, .open, .left, .right)
    view.type("#s")
    view.press(.enter)
    view.sceneDidClose()

    #expect(
      interactor.values == [
        .open, .toggle(.feed(.home)), .toggle(.feed(.home)), .move(.feed(.home), by: -1),
        .move(.feed(.home), by: 1), .type(""), .type("s"), .add("s"), .close,
      ])
  }

  @Test func `each key for columns in the tab editor sends its request to the interactor`() {
    let interactor = Spy<TabsScene.SceneRequest>()
    let view = TabsView(interactor: interactor)
    presenter.display = view
    let sol = Account(service: .tweetie, person: .init("sol"), handle: "sol")
    let tom = Account(service: .mastodon, person: .init("tom"), handle: "tom")
    let own = DeckColumn(.stream(.feed(.home)), of: sol.id)
    let others = DeckColumn(.notifications, of: tom.id)
    presenter.present(
      TabsScene.SceneState(
        [home],
        columns: [
          TabsScene.DeckColumnRow(own, of: sol, columnNumber: nil),
          TabsScene.DeckColumnRow(others, of: tom, columnNumber: 1),
        ], account: sol.id))

    let keys: [Command] = [.keepColumn, .nextColumn, .previousColumn]
    for command in keys + [.down] + keys + [.left, .open, .keepTab] {
      view.command(command)
    }

    #expect(
      interactor.values == [
        .toggleColumn(own), .moveColumn(own, by: 1), .moveColumn(own, by: -1),
        .toggleColumn(others), .moveColumn(others, by: 1), .moveColumn(others, by: -1),
        .moveColumn(others, by: -1), .toggleColumn(others), .toggleColumn(others),
      ])
  }

  @Test func `columns are listed, with the account's name if it is another account`() {
    let shown = Spy<TabsViewModel>()
    presenter.display = shown
    let sol = Account(service: .tweetie, person: .init("sol"), handle: "sol")
    let tom = Account(
      service: .mastodon, person: .init("tom"), handle: "tom", server: "https://social.example")

    presenter.present(
      TabsScene.SceneState(
        [home],
        columns: [
          TabsScene.DeckColumnRow(
            DeckColumn(.stream(.feed(.home)), of: sol.id), of: sol, columnNumber: 2),
          TabsScene.DeckColumnRow(
            DeckColumn(.notifications, of: sol.id), of: sol, columnNumber: nil),
          TabsScene.DeckColumnRow(
            DeckColumn(.stream(.feed(.home)), of: tom.id), of: tom, columnNumber: 1),
        ], account: sol.id))

    #expect(
      shown.last?.rows.map(\.name) == ["Home", "Notifications", "Home  @tom@social.example"])
    #expect(shown.last?.rows.map(\.columnNumber) == ["column 2", "", "column 1"])
    #expect(shown.last?.rows.map(\.isShown) == [true, false, false])
    #expect(shown.last?.rows.map(\.tab) == [.feed(.home), nil, nil])
  }

  @Test func `each state of the tab editor becomes a view model`() {
    let shown = Spy<TabsViewModel>()
    presenter.display = shown
    let boats = AccountStreamTab.feed(.tag("boats"))

    presenter.present(TabsScene.SceneState([home], tags: ["boats"]))
    presenter.present(TabsScene.SceneState([home], lastAdded: boats))

    #expect(shown.values.allSatisfy { $0.title == "Streams" && $0.adding == "add a tag" })
    #expect(shown.values.allSatisfy { $0.rows.map(\.tab) == [.feed(.home)] })
    #expect(
      shown.values.map(\.offeredTags) == [[HashtagCompletion(tag: "boats", name: "#boats")], []])
    #expect(shown.values.map(\.lastAdded) == [nil, boats])
  }
}
