import Doubles
import FeedDomain
import Terminal
import Testing
import UseCases

@testable import Preferences
@testable import Scenes
@testable import Words

/// Where the keys go on the page, without a view.
@MainActor @Suite struct ComposeFocusTests {
  private func sheet(_ draft: Draft = Draft(id: .init("d"))) -> ComposePage {
    let limits = DraftLimits(
      characters: 500, attachments: 4, visibilities: [.everybody], allowsWarning: true,
      polls: .standard, canSetLanguage: true)
    return ComposePage(
      ComposeViewModel.ComposePageConstants(draft, limits, answering: nil, Wording()),
      TypedMomentFormat { FakeWorld.noon })
  }

  @Test(
    arguments: [
      (.controlKey("p"), .controlKey("p"), .pictures(PicturePanel())),
      (.altKey("p"), .altKey("p"), .poll),
      (.altKey("o"), .altKey("o"), .more),
      (.controlKey("p"), Key(.escape), .pictures(PicturePanel())),
      (.altKey("p"), Key(.escape), .poll), (.altKey("o"), Key(.escape), .more),
    ] as [(Key, Key, ComposePage.FocusedComposePart)])
  func `a part of the page has the keys from its opening key to its closing key`(
    opening: Key, closing: Key, focus: ComposePage.FocusedComposePart
  ) {
    var sheet = sheet()

    _ = sheet.handleKey(opening)
    #expect(sheet.focus == focus)
    #expect(sheet.handleKey(closing) == .handled)
    #expect(sheet.focus == .text)

    #expect(sheet.handleKey(Key(.escape)) == .leave)
  }

  @Test func `Esc closes the suggestions first, then the part, then the page`() {
    var sheet = sheet()
    _ = sheet.handleKey(.controlKey("p"))
    let files = ["a.png", "b.png"].map { OfferedCompletion(path: $0) }
    _ = sheet.showOfferedCompletions(.init(kind: .path, typedWord: "", words: files))

    #expect(sheet.handleKey(Key(.escape)) == .handled)
    #expect(sheet.popup == nil && sheet.panel != nil)
    #expect(sheet.handleKey(Key(.escape)) == .handled)
    #expect(sheet.panel == nil)

    #expect(sheet.handleKey(Key(.escape)) == .leave)
  }

  @Test func `the answers of a poll are named for screen readers`() throws {
    var sheet = sheet()
    _ = sheet.handleKey(.altKey("p"))
    let labels = sheet.frame.labels.poll
    let empty = try #require(sheet.form.poll)
    for letter in "Rye" { _ = sheet.handleKey(Key(.character(letter))) }
    let typed = try #require(sheet.form.poll)

    #expect(empty.spokenPollAnswerLabel(labels) == "Answer 1")
    #expect(!empty.screenReaderLines(labels).contains { $0.string.contains("Answer") })
    #expect(typed.screenReaderLines(labels).first == "Answer 1: Rye")
    _ = sheet.handleKey(Key(.enter))
    #expect(sheet.form.poll?.spokenPollAnswerLabel(labels) == "Answer 2")
  }

  @Test func `a key that an open part does not use does not change the text`() {
    for key in [Key.controlKey("p"), .altKey("p"), .altKey("o")] {
      var sheet = sheet(Draft(id: .init("d"), text: "Rye"))
      _ = sheet.handleKey(key)

      _ = sheet.handleKey(Key(.pageUp))
      _ = sheet.handleKey(.altKey("d"))

      #expect(sheet.form.text.text == "Rye" && sheet.form.text.cursor == 3)
    }
  }

  @Test func `opening the pictures closes the post options, and removes an empty poll`() {
    var sheet = sheet()
    _ = sheet.handleKey(.altKey("p"))

    #expect(sheet.handleKey(.controlKey("p")) == .ask(.completePath("")))
    #expect(sheet.form.poll == nil)
    _ = sheet.handleKey(Key(.escape))
    _ = sheet.handleKey(.altKey("o"))
    _ = sheet.handleKey(.controlKey("p"))

    #expect(sheet.panel != nil)
  }

  @Test func `after a part is closed, keys go to the field that had them before`() {
    var sheet = sheet()
    _ = sheet.handleKey(.controlKey("t"))
    _ = sheet.handleKey(.altKey("o"))
    _ = sheet.handleKey(Key(.escape))

    _ = sheet.handleKey(Key(.character("w")))

    #expect(sheet.form.draft.warning == "w")
  }

  @Test func `suggestions that come late do not cover another part`() {
    var sheet = sheet(Draft(id: .init("d"), text: "@a"))
    #expect(sheet.takeWordToComplete() == "@a")
    _ = sheet.handleKey(.altKey("p"))

    let ada = OfferedCompletion(insertedText: "@ada", displayedText: "@ada")
    _ = sheet.showOfferedCompletions(.init(kind: .name, typedWord: "@a", words: [ada]))

    #expect(sheet.popup == nil)
  }
}

/// What is being written, without a screen.
@MainActor @Suite struct DraftPostFormTests {
  private static let limits = DraftLimits(
    characters: 500, attachments: 4, visibilities: [.everybody, .followers], allowsWarning: true,
    coversPictures: true, polls: .standard, canSetLanguage: true, canSetQuotePolicy: true,
    canSchedule: true)
  private let empty = Draft(id: .init("d"))

  private func frame(_ limits: DraftLimits = limits) -> ComposeViewModel.ComposePageConstants {
    ComposeViewModel.ComposePageConstants(empty, limits, answering: nil, Wording())
  }

  private func form(_ draft: Draft) -> DraftPostForm {
    DraftPostForm(draft, frame(), TypedMomentFormat { FakeWorld.noon })
  }

  @Test func `a form that was not changed returns the same draft`() {
    let draft = Draft(
      id: .init("d"), text: "Rye?", warning: "bread", visibility: .followers,
      replyTo: Post.ID("1"), isSensitive: true,
      poll: .init(choices: ["Yes", "No"], lasts: .seconds(300)), language: "de",
      quotePolicy: .nobody, postsAt: FakeWorld.noon)

    #expect(form(draft).draft == draft)
  }

  @Test func `typing goes into the content warning until Enter leads to the text`() {
    var form = form(empty)

    let effect = form.toggleContentWarning(frame())
    #expect(effect == .changed)
    form.insertText("eels")
    _ = form.handleKey(Key(.enter), columns: 20, page: 5)
    form.insertText("Supper")

    #expect(form.draft == empty.with(\.text, "Supper").with(\.warning, "eels"))
  }

  @Test func `a key cycles through the audiences that the service offers`() {
    var form = form(empty)

    #expect(form.chooseNextAudience(frame()) == .changed)
    #expect(form.draft.visibility == .followers)
    #expect(form.chooseNextAudience(frame()) == .changed)

    #expect(form.draft.visibility == .everybody)
  }

  @Test func `an option that the service lacks is refused with a message, and changes nothing`() {
    let none = frame(
      DraftLimits(
        characters: 9, attachments: 0, visibilities: [.everybody], allowsWarning: false))
    var form = form(empty)

    let effects = [form.toggleContentWarning(none), form.chooseNextAudience(none)]

    #expect(
      effects == [
        .say("This service does not support content warnings."),
        .say("This service does not let you choose who sees a post."),
      ])
    #expect(form.toggleSensitivePicturesMark(none) == .say("This service cannot cover pictures."))

    #expect(form.draft == empty)
  }

  @Test func `the final line break of an external editor is not part of the post`() {
    var form = form(empty.with(\.text, "one"))

    let changedNothing = form.replaceText(with: "one\n")
    let changed = form.replaceText(with: "two\n")

    #expect(!changedNothing && changed)
    #expect(form.draft.text == "two")
  }
}

/// How a text looks while it is typed.
@MainActor @Suite struct TextColoursTests {
  private func styles(_ text: String, limit: Int = 100) -> [Style] {
    let limits = DraftLimits(
      characters: limit, attachments: 0, visibilities: [.everybody], allowsWarning: false)
    let view = ComposeView(interactor: Spy<ComposeScene.SceneRequest>(), purpose: .post)
    let presenter = ComposePresenter()
    presenter.display = view
    view.sceneDidAppear()
    presenter.begin(
      Draft(id: .init("d"), text: text),
      limits)
    let canvas = view.drawn(rows: 4, columns: 20)
    return (0..<20).map { canvas.rows[0][$0].style }
  }

  @Test func `links, mentions and tags are coloured while typed`() {
    let theme = Theme.dark
    let styles = styles("@ada #tram http://a")

    #expect(styles[0..<4].allSatisfy { $0 == theme.style(.mention) })
    #expect(styles[4] == theme.style(.text))
    #expect(styles[5..<10].allSatisfy { $0 == theme.style(.tag) })
    // That is no address yet.
    #expect(styles[11] == theme.style(.text))
  }

  @Test func `characters above the limit are marked, without colours too`() {
    let styles = styles("four words 日本語", limit: 11)

    #expect(styles[..<11].allSatisfy { !$0.attributes.contains(.reversed) })
    #expect(styles[11..<17].allSatisfy { $0.attributes.contains(.reversed) })
    #expect(!styles[17].attributes.contains(.reversed))
  }
}
