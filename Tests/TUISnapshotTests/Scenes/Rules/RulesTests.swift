import Doubles
import FeedDomain
import Terminal
import Testing
import UseCases

@testable import Preferences
@testable import Scenes
@testable import Words

@MainActor @Suite struct RulesTests {
  private let interactor = Spy<FilterRulesScene.SceneRequest>()
  private let navigator = NavigatorSpy()
  private let view: FilterRulesView
  private let presenter = ScenePresenter<FilterRulesScene.SceneState, FilterRulesViewModel> {
    FilterRulesViewModel($0, Wording())
  }

  init() {
    view = FilterRulesView(interactor: interactor)
    view.navigator = navigator
    presenter.display = view
  }

  private func type(_ text: String) {
    for character in text { _ = view.handleEvent(.key(Key(.character(character)))) }
  }

  @Test func `rules are added, changed and removed by keys`() throws {
    let rule = try #require(FilterRuleOrSavedSearch("hide title sponsored"))
    view.sceneDidAppear()
    presenter.present(FilterRulesScene.SceneState([rule]))
    #expect(view.drawn(rows: 20, columns: 80).text.contains("hide title sponsored"))

    type("star any gold")
    _ = view.handleEvent(.key(Key(.enter)))
    let added = try #require(FilterRuleOrSavedSearch("star any gold"))
    presenter.present(FilterRulesScene.SceneState([rule, added], lastAdded: added))
    _ = view.handleEvent(.key(Key(.down)))
    _ = view.handleEvent(.key(Key(.enter)))
    type("!")
    _ = view.handleEvent(.key(Key(.enter)))
    _ = view.handleEvent(.key(Key(.down)))
    _ = view.handleEvent(.key(Key(.delete)))
    _ = view.handleEvent(.key(Key(.escape)))

    #expect(
      interactor.values == [
        .open, .add("star any gold", insteadOf: nil),
        .add("hide title sponsored!", insteadOf: rule), .remove(rule),
      ])
    #expect(navigator.routes == [.back])
  }

  @Test func `the help for rules is complete at 40 by 12`() throws {
    view.sceneDidAppear()
    presenter.present(
      FilterRulesScene.SceneState([try #require(FilterRuleOrSavedSearch("hide title sponsored"))]))

    let text = view.drawn(rows: 10, columns: 40).text
    #expect(
      text.hasPrefix(
        "Rules\nhide title WORDS, star any /EXPRESSION/\nin FEED, search NAME: WORDS\n\n"))
    #expect(text.contains("\n  hide title sponsored\n"))
  }

  @Test func `an invalid rule shows a message with an example`() {
    presenter.perform(.say(.invalid(.rule)))
    #expect(navigator.messages.first?.text.string.contains("hide title sponsored") == true)
  }

  @Test func `each state is a view model`() throws {
    let shown = Spy<FilterRulesViewModel>()
    presenter.display = shown
    let rule = try #require(FilterRuleOrSavedSearch("hide title sponsored"))

    presenter.present(FilterRulesScene.SceneState())
    presenter.present(FilterRulesScene.SceneState([rule], lastAdded: rule))
    presenter.perform(.say(.invalid(.rule)))

    #expect(shown.values.map(\.title) == ["Rules", "Rules"])
    #expect(shown.values.map(\.rules) == [[], [rule]])
    #expect(shown.values.map(\.lastAdded) == [nil, rule])
    #expect(shown.effects == [.say(.invalid(.rule))])
  }
}
