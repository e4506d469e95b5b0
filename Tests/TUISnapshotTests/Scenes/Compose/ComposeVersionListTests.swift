import Doubles
import FeedDomain
import Terminal
import Testing
import UseCases

@testable import Preferences
@testable import Scenes
@testable import Words

/// The list of a draft's earlier texts.
@MainActor @Suite struct ComposeVersionListTests {
  private let interactor = Spy<ComposeScene.SceneRequest>()
  private let navigator = NavigatorSpy()
  private let presenter = ComposePresenter()

  private func scene() -> ComposeView {
    let view = ComposeView(
      interactor: interactor, purpose: .post, moments: TypedMomentFormat { FakeWorld.noon })
    presenter.display = view
    view.navigator = navigator
    view.sceneDidAppear()
    presenter.begin(
      Draft(id: .init("d"), text: "Oats"),
      DraftLimits(
        characters: 500, attachments: 0, visibilities: [.everybody], allowsWarning: false))
    return view
  }

  private let versions = [
    EarlierDraftText(text: "Rye,\nalways", replacedAt: FakeWorld.noon),
    EarlierDraftText(text: "Spelt", replacedAt: FakeWorld.noon.timeAdvanced(by: .seconds(-60))),
  ]

  @Test func `an earlier version of the draft is shown before it is restored`() {
    let view = scene()

    view.press(.character("h"), .alt)
    #expect(interactor.values.last == .offerVersions)
    let redraws = navigator.redraws
    view.perform(.offerVersions(versions))
    #expect(navigator.redraws > redraws)
    view.press(.down)

    let noon = TypedMomentFormat { FakeWorld.noon }.typedMomentText(of: FakeWorld.noon)
    let before = TypedMomentFormat { FakeWorld.noon }.typedMomentText(of: versions[1].replacedAt)
    func row(_ name: String, _ time: String) -> String {
      name + String(repeating: " ", count: 76 - name.count - time.count) + time
    }
    #expect(
      view.drawn(rows: 12, columns: 80).text == """

          Spelt



          Earlier texts of this draft

          \(row("  Rye, always", noon))
          \(row("› Spelt", before))
          ────────────────────────────────────────────────────────────────────────────
          → everybody
          Enter restore   Esc back to the text   ↑↓ move
        """)
    view.press(.up)
    view.press(.enter)
    #expect(interactor.values.contains(.keepText(post: 0)))
    #expect(interactor.drafts.last?.text == "Rye,\nalways")
    #expect(view.drawn(rows: 12, columns: 80).text.contains("Rye,"))
  }

  @Test func `Esc in the list of earlier texts leaves the draft unchanged`() {
    let view = scene()
    view.perform(.offerVersions(versions))

    view.press(.escape)

    #expect(interactor.drafts.isEmpty)
    #expect(view.sheet?.form.text.text == "Oats")
  }

  @Test func `while an earlier text is shown the current text is neither sent nor changed`() {
    let view = scene()
    view.perform(.offerVersions(versions))
    let requests = interactor.values

    for character in "stop" as String { view.press(.character(character), .control) }

    #expect(interactor.values == requests)
    #expect(view.drawn(rows: 12, columns: 80).text.contains("Earlier texts of this draft"))
    view.press(.escape)
    view.press(.character("s"), .control)
    #expect(interactor.values.last == .send)
  }

  @Test func `without earlier texts a message says so`() {
    let view = scene()

    view.perform(.offerVersions([]))

    #expect(navigator.messages.last?.text == "There is no earlier text of this draft.")
  }
}
