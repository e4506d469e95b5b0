import Doubles
import FeedDomain
import Terminal
import Testing
import UseCases

@testable import Preferences
@testable import Scenes
@testable import Words

/// What passes the boundaries of choosing tabs; what is said to each request is in
/// `TabsInteractorTests`.
@MainActor @Suite struct TabsBoundaryTests {
  private let presenter = TabsPresenter(wording: Wording(), hasTags: true)
  private let home = Tabs.Entry(.feed(.home), isShown: true)

  @Test func `each key is a request`() {
    let interactor = Spy<Tabs.Request>()
    let view = TabsView(interactor: interactor)
    presenter.display = view

    view.opened()
    presenter.present(.streams([home]))
    for command in [Command.keepTab, .open, .left, .right] { _ = view.handle(.command(command)) }
    view.type("#s")
    view.press(.enter)

    #expect(
      interactor.values == [
        .open, .toggle(.feed(.home)), .toggle(.feed(.home)), .move(.feed(.home), by: -1),
        .move(.feed(.home), by: 1), .type(""), .type("s"), .add("s"),
      ])
  }

  @Test func `each key with a column is a request`() {
    let interactor = Spy<Tabs.Request>()
    let view = TabsView(interactor: interactor)
    presenter.display = view
    let sol = Account(service: .tweetie, person: .init("sol"), handle: "sol")
    let tom = Account(service: .mastodon, person: .init("tom"), handle: "tom")
    let own = DeckColumn(.stream(.feed(.home)), of: sol.id)
    let others = DeckColumn(.notices, of: tom.id)
    presenter.present(.streams([home]))
    presenter.present(
      .columns(
        [
          Tabs.Column(own, of: sol, place: nil), Tabs.Column(others, of: tom, place: 1),
        ], of: sol))

    let keys: [Command] = [.keepColumn, .nextColumn, .previousColumn]
    for command in keys + [.down] + keys + [.left, .open, .keepTab] {
      _ = view.handle(.command(command))
    }

    #expect(
      interactor.values == [
        .toggleColumn(own), .moveColumn(own, by: 1), .moveColumn(own, by: -1),
        .toggleColumn(others), .moveColumn(others, by: 1), .moveColumn(others, by: -1),
        .moveColumn(others, by: -1), .toggleColumn(others), .toggleColumn(others),
      ])
  }

  @Test func `columns are told in the list, those of others with whose they are`() {
    let shown = Spy<TabsViewModel>()
    presenter.display = shown
    let sol = Account(service: .tweetie, person: .init("sol"), handle: "sol")
    let tom = Account(
      service: .mastodon, person: .init("tom"), handle: "tom", server: "https://social.example")
    presenter.present(.streams([home]))

    presenter.present(
      .columns(
        [
          Tabs.Column(DeckColumn(.stream(.feed(.home)), of: sol.id), of: sol, place: 2),
          Tabs.Column(DeckColumn(.notices, of: sol.id), of: sol, place: nil),
          Tabs.Column(DeckColumn(.stream(.feed(.home)), of: tom.id), of: tom, place: 1),
        ], of: sol))

    #expect(
      shown.last?.rows.map(\.name) == ["Home", "Notifications", "Home  @tom@social.example"])
    #expect(shown.last?.rows.map(\.place) == ["column 2", "", "column 1"])
    #expect(shown.last?.rows.map(\.isShown) == [true, false, false])
    #expect(shown.last?.rows.map(\.tab) == [.feed(.home), nil, nil])
  }

  @Test func `each response is shown`() {
    let shown = Spy<TabsViewModel>()
    presenter.display = shown

    presenter.present(.streams([home]))
    #expect(shown.last?.title == "Streams")
    #expect(shown.last?.rows.map(\.tab) == [.feed(.home)])
    #expect(shown.last?.adding == "add a tag")
    presenter.present(.tags(["boats"]))
    #expect(shown.last?.offered == [TagChoice(tag: "boats", name: "#boats")])
    presenter.present(.noTag)
    #expect(shown.last?.cues == [.say(Message(text: Wording().noTag, tone: .bad))])
    #expect(shown.last?.offered.count == 1)
    presenter.present(.added(.feed(.tag("boats"))))
    #expect(shown.last?.cues == [.select(.feed(.tag("boats")))])
    #expect(shown.last?.offered == [])
    presenter.present(.lastOne)
    #expect(shown.last?.cues == [.say(Message(text: Wording().oneTabStays, tone: .plain))])
    presenter.present(.storeFailed(.full))
    #expect(shown.last?.cues == [.say(Message(text: Wording().sentence(for: .full), tone: .bad))])
  }
}
