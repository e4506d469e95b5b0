import Doubles
import FeedDomain
import Terminal
import Testing
import UseCases

@testable import Scenes

/// Completing names and tags.
extension ComposeTests {
  @Test func `a name is completed with tab`() {
    let view = scene()
    view.type("hi @ad")

    presenter.present(.completions(["@ada@example.social", "@adam@example.social"]))
    let offered = view.drawn(rows: 12, columns: 80).text
    view.press(.down)
    view.press(.down)
    view.press(.tab)

    #expect(interactor.values.contains(.complete("@ad")))
    #expect(offered.contains("@ada@example.social"))
    #expect(view.text.text == "hi @adam@example.social ")
    #expect(view.popup == nil)
  }

  @Test func `enter ends the line unless a word was chosen, escape closes the list first`() {
    let view = scene()
    view.type("#ta")
    presenter.present(.completions(["#tags"]))

    view.press(.enter)
    let ended = view.text.text
    view.type("#ta")
    presenter.present(.completions(["#tags"]))
    view.press(.escape)

    #expect(ended == "#ta\n")
    #expect(view.popup == nil)
    #expect(!interactor.values.contains(.leave))
  }

  @Test func `an answer to another word is not offered`() {
    let view = scene()
    view.type("@ad a")

    presenter.present(.completions(["@ada"]))

    #expect(view.popup == nil)
    #expect(!view.drawn(rows: 12, columns: 80).text.contains("@ada"))
  }

  @Test func `of a late answer only what still fits is offered`() {
    let view = scene()
    view.type("@adam")

    presenter.present(.completions(["@ada@example.social", "@Adam@example.social"]))

    #expect(view.popup?.words.map(\.word) == ["@Adam@example.social"])
  }

  @Test func `emoji are offered after a colon, and Enter takes the first`() {
    let view = scene()
    view.type("Late :he")

    presenter.present(
      .emoji(
        [.init(word: ":heron:", name: "heron"), .init(word: "❤️", name: "heavy black heart")],
        beginning: ":he"))
    let offered = view.drawn(rows: 12, columns: 80).text
    view.press(.down)
    view.press(.enter)

    #expect(interactor.values.contains(.complete(":he")))
    #expect(offered.contains(":heron:  heron"))
    #expect(offered.contains("heavy black heart"))
    #expect(view.text.text == "Late ❤️ ")
  }

  @Test(arguments: ["at 12:30", ":)", ":D", ":-)", "a:he", ": he", ":he:", ":h"])
  func `what is no name after a colon asks for nothing`(text: String) {
    let view = scene()

    view.type(text)
    let asked = interactor.values.contains {
      if case .complete(let word) = $0 { word == text } else { false }
    }

    #expect(!asked)
  }

  @Test func `an answer to what was typed before is not offered`() {
    let view = scene()
    view.type(":hea")

    presenter.present(.emoji([.init(word: "🐔", name: "hen")], beginning: ":he"))

    #expect(view.popup == nil)
  }
}
