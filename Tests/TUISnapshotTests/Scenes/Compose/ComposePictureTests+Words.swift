import Doubles
import FeedDomain
import Terminal
import Testing
import UseCases

@testable import Scenes

/// Saying anew what a picture shows.
extension ComposePictureTests {
  @Test func `the chosen picture is described anew in the place where one is added`() {
    let view = scene([boat, Draft.Attachment(path: "/pictures/cat.png", altText: "A cat.")])
    view.press(.character("p"), .control)
    view.press(.up)

    let rows = view.drawn(rows: 14, columns: 60).text.split(separator: "\n")
    #expect(rows.last?.hasPrefix("  Enter describe it   Esc back to the text") == true)
    view.press(.enter)
    view.type(" And a cat")
    #expect(view.drawn(rows: 14, columns: 60).text.contains("What it shows: A cat. And a cat"))
    view.press(.enter)

    #expect(interactor.values.last == .describe(place: 1, altText: "A cat. And a cat"))
  }

  @Test func `what is typed about a picture goes along when the post is sent`() {
    let view = scene([cat])
    view.press(.character("p"), .control)
    view.press(.up)
    view.press(.enter)
    view.type("A cat")

    view.press(.character("s"), .control)

    #expect(interactor.values.last == .describe(place: 0, altText: "A cat"))
    #expect(!interactor.values.contains(.send))
  }

  @Test func `another choice leaves the words as they were`() {
    let view = scene([boat, cat])
    view.press(.character("p"), .control)
    view.press(.down)
    view.press(.enter)
    view.type("x")

    view.press(.down)
    view.press(.enter)
    view.press(.enter)

    #expect(interactor.values.last == .describe(place: 1, altText: ""))
  }

  @Test(arguments: [true, false])
  func `a posted picture is described anew where the service lets one`(canEditAltTexts: Bool) {
    let view = scene([.init(posted: "m1", altText: "A loaf")], canEditAltTexts: canEditAltTexts)
    view.press(.character("p"), .control)
    view.press(.up)

    view.press(.enter)
    view.press(.enter)

    let sentence: SafeText = "The description of a posted picture cannot be changed here."
    #expect(
      interactor.values.contains(.describe(place: 0, altText: "A loaf")) == canEditAltTexts)
    #expect(navigator.messages.contains { $0.text == sentence } == !canEditAltTexts)
  }
}
