import Doubles
import FeedDomain
import Terminal
import Testing

@testable import Scenes
@testable import Words

/// What is being written, without a screen.
@MainActor @Suite struct DraftFormTests {
  private static let limits = DraftLimits(
    characters: 500, attachments: 4, visibilities: [.everybody, .followers], allowsWarning: true,
    coversPictures: true, polls: .standard, canSetLanguage: true, canSetQuotePolicy: true,
    canSchedule: true)
  private let empty = Draft(id: .init("d"))

  private func frame(_ limits: DraftLimits = limits) -> ComposeViewModel.Frame {
    ComposeViewModel.Frame(empty, limits, answering: nil, Wording())
  }

  private func form(_ draft: Draft) -> DraftForm {
    DraftForm(draft, frame(), MomentText { FakeWorld.noon })
  }

  @Test func `what nobody touched is the same draft`() {
    let draft = Draft(
      id: .init("d"), text: "Rye?", warning: "bread", visibility: .followers,
      replyTo: Post.ID("1"), isSensitive: true,
      poll: .init(choices: ["Yes", "No"], lasts: .seconds(300)), language: "de",
      quotePolicy: .nobody, postsAt: FakeWorld.noon)

    #expect(form(draft).draft == draft)
  }

  @Test func `what is typed goes into the words before the text until one leaves them`() {
    var form = form(empty)

    let effect = form.toggleWarning(frame())
    #expect(effect == .changed)
    form.insert("eels")
    _ = form.handle(Key(.enter), columns: 20, page: 5)
    form.insert("Supper")

    #expect(form.draft == empty.saying("Supper").warning("eels"))
  }

  @Test func `who sees it goes round, where there is a choice`() {
    var form = form(empty)

    #expect(form.showToNext(frame()) == .changed)
    #expect(form.draft.visibility == .followers)
    #expect(form.showToNext(frame()) == .changed)

    #expect(form.draft.visibility == .everybody)
  }

  @Test func `what the service does not offer is said, and changes nothing`() {
    let none = frame(
      DraftLimits(
        characters: 9, attachments: 0, visibilities: [.everybody], allowsWarning: false))
    var form = form(empty)

    let effects = [form.toggleWarning(none), form.showToNext(none)]

    #expect(effects == [.say(Wording().noWarnings), .say(Wording().noVisibilities)])
    #expect(form.cover(none) == .say(Wording().noCovers))

    #expect(form.draft == empty)
  }

  @Test func `the end of an editor's last line is not the post's`() {
    var form = form(empty.saying("one"))

    let changedNothing = form.replaceText(with: "one\n")
    let changed = form.replaceText(with: "two\n")

    #expect(!changedNothing && changed)
    #expect(form.draft.text == "two")
  }
}
