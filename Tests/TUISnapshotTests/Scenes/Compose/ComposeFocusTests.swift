import Doubles
import FeedDomain
import Terminal
import Testing
import UseCases

@testable import Scenes
@testable import Words

/// Where the keys go on the page, without a view.
@MainActor @Suite struct ComposeFocusTests {
  private func sheet(_ draft: Draft = Draft(id: .init("d"))) -> ComposeSheet {
    let limits = DraftLimits(
      characters: 500, attachments: 4, visibilities: [.everybody], allowsWarning: true,
      polls: .standard, canSetLanguage: true)
    return ComposeSheet(
      draft, ComposeViewModel.Frame(draft, limits, answering: nil, Wording()),
      MomentText { FakeWorld.noon })
  }

  @Test(
    arguments: [
      (.control("p"), .control("p"), .pictures(PicturePanel())), (.alt("p"), .alt("p"), .poll),
      (.alt("o"), .alt("o"), .more), (.control("p"), Key(.escape), .pictures(PicturePanel())),
      (.alt("p"), Key(.escape), .poll), (.alt("o"), Key(.escape), .more),
    ] as [(Key, Key, ComposeSheet.Focus)])
  func `a part has the keys from the one that opens it to the one that closes it`(
    opening: Key, closing: Key, focus: ComposeSheet.Focus
  ) {
    var sheet = sheet()

    _ = sheet.handle(opening)
    #expect(sheet.focus == focus)
    #expect(sheet.handle(closing) == .seen)
    #expect(sheet.focus == .text)

    #expect(sheet.handle(Key(.escape)) == .leave)
  }

  @Test func `escape closes the list first, then the part, then the page`() {
    var sheet = sheet()
    _ = sheet.handle(.control("p"))
    _ = sheet.offer(["a.png", "b.png"], beginning: "")

    #expect(sheet.handle(Key(.escape)) == .seen)
    #expect(sheet.popup == nil && sheet.panel != nil)
    #expect(sheet.handle(Key(.escape)) == .seen)
    #expect(sheet.panel == nil)

    #expect(sheet.handle(Key(.escape)) == .leave)
  }

  @Test func `what a part has no use for does not reach the text`() {
    for key in [Key.control("p"), .alt("p"), .alt("o")] {
      var sheet = sheet(Draft(id: .init("d"), text: "Rye"))
      _ = sheet.handle(key)

      _ = sheet.handle(Key(.pageUp))
      _ = sheet.handle(.alt("d"))

      #expect(sheet.form.text.text == "Rye" && sheet.form.text.cursor == 3)
    }
  }

  @Test func `pictures take the keys from what else is said, and an empty poll goes`() {
    var sheet = sheet()
    _ = sheet.handle(.alt("p"))

    #expect(sheet.handle(.control("p")) == .ask(.completePath("")))
    #expect(sheet.form.poll == nil)
    _ = sheet.handle(Key(.escape))
    _ = sheet.handle(.alt("o"))
    _ = sheet.handle(.control("p"))

    #expect(sheet.panel != nil)
  }

  @Test func `back from a part the keys go where they went before`() {
    var sheet = sheet()
    _ = sheet.handle(.control("t"))
    _ = sheet.handle(.alt("o"))
    _ = sheet.handle(Key(.escape))

    _ = sheet.handle(Key(.character("w")))

    #expect(sheet.form.draft.warning == "w")
  }

  @Test func `words offered late do not stand in the way of another part`() {
    var sheet = sheet(Draft(id: .init("d"), text: "@a"))
    #expect(sheet.beginWord() == "@a")
    _ = sheet.handle(.alt("p"))

    sheet.offer([Completion(word: "@ada", shown: "@ada")])

    #expect(sheet.popup == nil)
  }
}
