import Doubles
import FeedDomain
import Terminal
import Testing
import UseCases

@testable import Preferences
@testable import Scenes
@testable import Words

/// Misspelt words on the page.
extension ComposeTests {
  private func underlined(_ view: ComposeView) -> String {
    let rows = view.drawn(rows: 12, columns: 40).rows
    return rows.map { row in
      String(row.map { $0.style.attributes.contains(.underlined) ? $0.character : "." })
        .replacing(/\.+/, with: " ")
    }.joined().split(separator: " ").joined(separator: " ")
  }

  @Test func `a misspelt word is underlined once it is finished`() {
    let view = scene()
    view.type("Teh tarm")
    presenter.present(.misspelt([["Teh", "tarm"]]))

    #expect(underlined(view) == "Teh")
    view.type(" ")

    #expect(underlined(view) == "Teh tarm")
  }

  @Test func `a key offers other words for the one at the cursor, which take its place`() {
    let view = scene()
    view.type("Teh tarm is late")
    presenter.present(.misspelt([["Teh", "tarm"]]))
    for _ in 0..<9 { view.press(.left) }

    view.press(.character("c"), .alt)
    #expect(interactor.values.last == .correct("tarm", post: 0))
    presenter.present(.corrections(["tram", "tarn"], of: "tarm"))
    view.press(.enter)

    #expect(view.text.text == "Teh tram is late")
    #expect(view.text.cursor == 8)
    #expect(view.popup == nil)
  }

  @Test func `where no word is marked the key says so, and where none is like it too`() {
    let view = scene()
    view.type("The tram")

    view.press(.character("c"), .alt)
    #expect(navigator.messages.last?.text == "No word here is marked as misspelt.")
    presenter.present(.misspelt([["tram"]]))
    view.press(.character("c"), .alt)
    presenter.present(.corrections([], of: "tram"))

    #expect(navigator.messages.last?.text == "No suggestions for \"tram\".")
  }

  @Test func `what comes after the word was changed is not offered`() {
    let view = scene()
    view.type("tarm")
    presenter.present(.misspelt([["tarm"]]))
    view.press(.character("c"), .alt)
    view.type("s")

    presenter.present(.corrections(["tram"], of: "tarm"))

    #expect(view.popup == nil)
    #expect(view.text.text == "tarms")
  }
}
