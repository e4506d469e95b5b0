import Doubles
import FeedDomain
import Terminal
import Testing
import UseCases

@testable import Preferences
@testable import Scenes
@testable import Words

/// Requests and view models of what is asked before an act. `FormInteractorTests` tests the
/// answers.
@MainActor @Suite struct FormBoundaryTests {
  private let person = Person(id: Person.ID("mei"), handle: "mei@fog.example", name: "Mei")
  private let purpose = FormScene.FormPurpose(.report, .person(Person.ID("mei")))
  private let presenter = ScenePresenter {
    FormViewModel($0, Wording(), TypedMomentFormat { Posts.now })
  }

  @Test func `the form sends typed and chosen answers`() {
    let interactor = Spy<FormScene.SceneRequest>()
    let view = FormView(
      for: purpose, interactor: interactor,
      moments: TypedMomentFormat { Timestamp(milliseconds: 0) })
    presenter.display = view

    view.sceneDidAppear()
    #expect(!view.properties.isReady)
    presenter.present(
      FormScene.SceneState(.report, [.reason, .words, .forwardsReport], answers: [:], person, nil))
    #expect(view.properties.isReady && !view.properties.holdsUnsavedText)
    view.press(.right)
    view.press(.right)
    view.press(.tab)
    view.type("a")
    view.press(.enter)
    view.type("b")
    view.press(.tab)
    #expect(view.properties.holdsUnsavedText)
    view.type(" ")
    view.press(.enter)
    view.sceneDidClose()

    #expect(
      interactor.values == [
        .open(purpose),
        .send([.reason: "violation", .words: "a\nb", .forwardsReport: "true"]), .close,
      ])
  }

  @Test func `a typed message is discarded only after Esc is pressed twice in a row`() {
    let navigator = NavigatorSpy()
    let view = FormView(
      for: purpose, interactor: Spy<FormScene.SceneRequest>(),
      moments: TypedMomentFormat { Timestamp(milliseconds: 0) })
    view.navigator = navigator
    presenter.display = view
    presenter.present(FormScene.SceneState(.message, [.words], answers: [:], person, nil))
    view.type("Hello")

    view.press(.escape)
    view.type("!")
    view.press(.escape)
    #expect(navigator.routes.isEmpty)
    #expect(view.handleEvent(.command(.quit)) == false)
    #expect(view.handleEvent(.command(.quit)))
    view.press(.escape)

    #expect(navigator.routes == [.back])
    #expect(
      navigator.messages.map(\.text.string)
        == Array(repeating: "Press Esc again to leave without saving.", count: 3))
  }

  @Test func `an undone message is in its form again, and one Esc does not discard it`() {
    let navigator = NavigatorSpy()
    let purpose = FormScene.FormPurpose(
      .message, .person(Person.ID("mei")), answers: [.words: "Hello"])
    let act = ServiceAction(.message, "mei", detail: "mei", answers: [.words: "Hello"])

    let account = SignedInAccount.sample.account
    navigator.performEffect(.action(.undone(.serviceAction(act)), of: account))
    #expect(navigator.routes == [.asAccount(account.id, .form(purpose))])
    let view = FormView(
      for: purpose, interactor: Spy<FormScene.SceneRequest>(),
      moments: TypedMomentFormat { Timestamp(milliseconds: 0) })
    view.navigator = navigator
    presenter.display = view
    presenter.present(
      FormScene.SceneState(.message, [.words], answers: purpose.answers, person, nil))
    view.press(.escape)

    #expect(view.properties.holdsUnsavedText)
    #expect(navigator.routes.count == 1)
  }

  @Test func `the form is not ready while its answers are being stored`() {
    let view = FormView(
      for: purpose, interactor: Spy<FormScene.SceneRequest>(),
      moments: TypedMomentFormat { Timestamp(milliseconds: 0) })
    presenter.display = view
    presenter.present(FormScene.SceneState(.message, [.words], answers: [:], person, nil))
    view.type("Hello")

    view.press(.character("s"), .control)
    #expect(!view.properties.isReady)
    presenter.perform(.say(.storeFailed(.full)))

    #expect(view.properties.isReady)
  }

  @Test func `typed answers survive an update of the form`() {
    let interactor = Spy<FormScene.SceneRequest>()
    let navigator = NavigatorSpy()
    let view = FormView(
      for: purpose, interactor: interactor,
      moments: TypedMomentFormat { Timestamp(milliseconds: 0) })
    view.navigator = navigator
    presenter.display = view
    presenter.present(FormScene.SceneState(.react, [.emoji], answers: [:], person, nil))
    view.type("🐦")

    presenter.perform(.say(.storeFailed(.full)))
    presenter.perform(.say(.lacking(.emoji)))
    view.press(.enter)

    #expect(interactor.values == [.send([.emoji: "🐦"])])
    #expect(navigator.messages.map(\.tone) == [.bad, .plain])
  }

  @Test func `the form's state becomes a view model with title, rows and choices`() {
    let shown = Spy<FormViewModel>()
    presenter.display = shown

    presenter.present(FormScene.SceneState(.muteFor, [.duration], answers: [:], person, nil))
    #expect(shown.last?.title == "Mute @mei@fog.example for a while")
    #expect(shown.last?.rows.map(\.name) == ["Duration"])
    #expect(
      shown.last?.rows.first?.choices == [
        "30 min", "1 h", "6 h", "24 h", "3 days", "7 days", "30 days",
      ])
  }

  @Test func `server rules are added when loaded, and typed answers and the focus stay`() {
    let interactor = Spy<FormScene.SceneRequest>()
    let view = FormView(
      for: purpose, interactor: interactor,
      moments: TypedMomentFormat { Timestamp(milliseconds: 0) })
    presenter.display = view
    presenter.present(FormScene.SceneState(.report, [.reason, .words], answers: [:], person, nil))
    view.press(.right)
    view.press(.tab)
    view.type("Again")

    presenter.present(
      FormScene.SceneState(
        .report, [.reason, .words], person,
        rules: [
          ServerFacts.ServerRule(id: "1", words: "Be kind"),
          ServerFacts.ServerRule(id: "2", words: "No shouting\nAt all"),
        ]))
    #expect(view.properties.holdsUnsavedText)
    view.type("!")
    view.press(.tab, .shift)
    #expect(view.drawn(rows: 16, columns: 60).text.contains("none of them"))
    view.press(.left)
    view.press(.enter, .alt)

    #expect(interactor.values == [.send([.reason: "legal", .rule: "2", .words: "Again!"])])
  }

  @Test func `an edited filter keeps its contexts and expiry until they are changed`() {
    let interactor = Spy<FormScene.SceneRequest>()
    let view = FormView(
      for: FormScene.FormPurpose(.filter, .nothing), interactor: interactor,
      moments: TypedMomentFormat { Posts.now })
    presenter.display = view
    let end = String(Posts.now.timeAdvanced(by: .seconds(259_200)).milliseconds)
    presenter.present(
      FormScene.SceneState(
        .filter, [.phrase, .filterContexts, .hidesMatches, .endTime],
        answers: [.phrase: "boats", .filterContexts: "home,thread", .moment: end, .endTime: ""],
        nil, nil))

    let drawn = view.drawn(rows: 24, columns: 70).text
    for (place, isOn) in [
      ("home and lists", "yes"), ("notifications", "no"), ("conversations", "yes"),
      ("public streams", "no"), ("profiles", "no"),
    ] {
      #expect(
        drawn.split(separator: "\n").contains {
          $0.contains("Applies to: \(place) ") && $0.contains(" \(isOn)")
        }, "\(place)")
    }
    #expect(drawn.contains("until "))
    view.press(.enter)
    // Home is switched off, notifications on; then the end is removed.
    for _ in 0..<2 {
      view.press(.tab)
      view.press(.right)
    }
    for _ in 0..<3 { view.press(.tab, .shift) }
    view.press(.right)
    view.press(.enter)

    let kept: [InputField: String] = [.phrase: "boats", .hidesMatches: "false"]
    #expect(
      interactor.values == [
        .send(kept.merging([.filterContexts: "home,thread", .endTime: ""]) { $1 }),
        .send(kept.merging([.filterContexts: "notifications,thread", .endTime: "0"]) { $1 }),
      ])
  }

  @Test func `a new filter applies everywhere and forever by default`() {
    let interactor = Spy<FormScene.SceneRequest>()
    let view = FormView(
      for: FormScene.FormPurpose(.filter, .nothing), interactor: interactor,
      moments: TypedMomentFormat { Posts.now })
    presenter.display = view
    presenter.present(
      FormScene.SceneState(
        .filter, [.phrase, .filterContexts, .hidesMatches, .endTime], answers: [:], nil, nil))

    view.type("boats")
    view.press(.enter)

    #expect(
      interactor.values == [
        .send([
          .phrase: "boats", .filterContexts: "home,notifications,thread,public,account",
          .hidesMatches: "false",
          .endTime: "0",
        ])
      ])
  }

  @Test func `a delay such as 2h is sent as a date, and an invalid date is not sent`() {
    let interactor = Spy<FormScene.SceneRequest>()
    let navigator = NavigatorSpy()
    let view = FormView(
      for: FormScene.FormPurpose(.reschedule, .nothing), interactor: interactor,
      moments: TypedMomentFormat { Timestamp(milliseconds: 0) })
    view.navigator = navigator
    presenter.display = view
    presenter.present(FormScene.SceneState(.reschedule, [.moment], answers: [:], nil, nil))

    view.type("soon")
    view.press(.enter)
    #expect(interactor.values == [] && navigator.messages.map(\.tone) == [.bad])
    for _ in 0..<4 { view.press(.backspace) }
    view.type("2h")
    view.press(.enter)

    #expect(interactor.values == [.send([.moment: "7200000"])])
  }
}
