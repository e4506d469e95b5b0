import Doubles
import FeedDomain
import Terminal
import Testing
import UseCases

@testable import Preferences
@testable import Scenes
@testable import Words

@MainActor @Suite struct ComposeTests {
  let interactor = Spy<ComposeScene.SceneRequest>()
  let navigator = NavigatorSpy()
  let presenter = ComposePresenter()
  let empty = Draft(id: .init("d"))

  @Test func `a reply is drawn at 80 by 24 below the post it answers`() {
    let view = scene(replyingTo: Posts.post("p", RichText("Which loaf for Sunday?\nRye?")))
    view.type("Rye, always.")
    presenter.state.remaining = [488]
    presenter.state.saving = .saved

    let canvas = view.drawn(rows: 14, columns: 80)

    #expect(
      canvas.text == """

          │ Mei Tanaka  @mei@example.social
          │ Which loaf for Sunday?
          │ Rye?

          Rye, always.





          ────────────────────────────────────────────────────────────────────────────
          → everybody                                                       saved  488
          ^S send   Esc leave, keep draft   ^P picture   ^X editor   ^T warning
        """)
    #expect(canvas.cursor == CellPosition(row: 5, column: 14))
    #expect(view.header.leftText == [StyledSpan("Reply to @mei@example.social", .barStrong)])
  }

  @Test func `a short answered post takes only the rows it needs`() {
    let view = scene(replyingTo: Posts.post("p", RichText("Rye?")))
    view.type("Rye.")

    let lines = view.drawn(rows: 28, columns: 80).text.split(
      separator: "\n", omittingEmptySubsequences: false)

    #expect(
      lines[1...4].map { $0.drop { $0 == " " } }
        == ["│ Mei Tanaka  @mei@example.social", "│ Rye?", "", "Rye."])
  }

  @Test func `a long answered post is folded at 40 by 12`() {
    let view = scene(
      replyingTo: Posts.post(
        "p", RichText(String(repeating: "The ferry was late. ", count: 9))))

    #expect(
      view.drawn(rows: 10, columns: 40).text == """
          │ Mei Tanaka  @mei@example.social
          │ The ferry was late. The ferry …

          What's on your mind?



          ────────────────────────────────────
          → everybody
          ^S send   Esc leave, keep draft
        """)
  }

  @Test func `at 20 by 6 the compose page shows only the text and the count`() {
    let view = scene(replyingTo: Posts.post("p", RichText("Hello")))
    view.type("A little text that goes on")
    presenter.state.remaining = [-3]

    #expect(
      view.drawn(rows: 4, columns: 20).text == """
        A little text that
        goes on

        → everybody       -3
        """)
  }

  @Test func `at 200 by 60 the lines of the text stay narrow`() {
    let view = scene()

    let rows = view.drawn(rows: 58, columns: 200).text.split(
      separator: "\n", omittingEmptySubsequences: false)

    #expect(rows[55] == "  " + String(repeating: "─", count: 90))
  }

  @Test func `every change sends the whole draft to the interactor`() {
    let view = scene()

    view.type("ab")
    view.press(.character("o"), .control)
    view.press(.character("t"), .control)
    view.type("w")

    #expect(
      interactor.drafts == [
        empty.with(\.text, "a"), empty.with(\.text, "ab"),
        empty.with(\.text, "ab").with(\.visibility, .unlisted),
        empty.with(\.text, "ab").with(\.visibility, .unlisted).with(\.warning, ""),
        empty.with(\.text, "ab").with(\.visibility, .unlisted).with(\.warning, "w"),
      ])
  }

  @Test func `a removed content warning is restored when one is added again`() {
    let view = scene()
    view.press(.character("t"), .control)
    view.type("gulls")

    view.press(.character("t"), .control)
    #expect(view.draft == empty)
    view.press(.character("t"), .control)

    #expect(view.draft == empty.with(\.warning, "gulls"))
  }

  @Test func `Tab moves between the content warning and the text`() {
    let view = scene()
    view.press(.character("t"), .control)
    view.type("w")

    view.press(.tab)
    view.type("t")

    #expect(view.draft == empty.with(\.text, "t").with(\.warning, "w"))
  }

  @Test(arguments: [
    Key(.character("s"), .control), Key(.enter, .alt), Key(.enter, .control),
  ])
  func `each of the three send keys sends once`(key: Key) {
    let view = scene()

    _ = view.handleEvent(.key(key))
    view.type("late")

    #expect(interactor.values == [.open(.post), .send])
    #expect(view.text.text.isEmpty)
  }

  @Test func `a post that is too long can be edited further`() {
    let view = scene()
    view.press(.character("s"), .control)

    presenter.report(.tooLong(by: 1, post: 0))
    view.type("x")

    #expect(view.text.text == "x")
    #expect(
      navigator.messages == [
        BottomLineMessage(text: "The post is 1 character too long.", tone: .bad)
      ])
  }

  @Test func `a service that requires a picture says which key adds one`() {
    let view = scene()
    view.press(.character("s"), .control)

    presenter.report(.invalidPost(.noPicture, post: 0))
    view.type("x")

    #expect(view.text.text == "x")
    #expect(
      navigator.messages == [
        BottomLineMessage(text: "A post needs a picture here: ^P adds one.", tone: .bad)
      ]
    )
  }

  @Test(
    arguments: [
      (Draft(id: .init("d"), replyTo: .init("p")), "Reply"),
      (Draft(id: .init("d"), quoting: .init("p")), "Quote a post"),
      (Draft(id: .init("d"), editing: .init("p")), "Edit your post"),
      (Draft(id: .init("d")), "New post"),
    ] as [(Draft, SafeText)])
  func `the compose page has its title even if the post it refers to is not cached`(
    _ draft: Draft, _ title: SafeText
  ) {
    let view = scene(draft)

    #expect(view.header.leftText == [StyledSpan(title, .barStrong)])
  }

  @Test func `the editor receives the text, and its result can be undone`() {
    let view = scene()
    view.type("one")

    view.press(.character("x"), .control)
    _ = view.handleEvent(.edited("two\n"))
    let edited = view.text.text
    view.press(.character("u"), .alt)

    #expect(navigator.edits == ["one"])
    #expect(edited == "two")
    #expect(view.text.text == "one")
  }

  @Test func `a paste keeps its control characters in the draft, and is drawn without them`() {
    let view = scene()

    _ = view.handleEvent(.paste("one\r\ntwo\u{1b}[31m\u{202e}"))

    let rows = view.drawn(rows: 12, columns: 80).text.split(separator: "\n")
    #expect(rows[0] == "  one" && rows[1] == "  two[31m")
    #expect(view.text.text == "one\ntwo\u{1b}[31m\u{202e}")
  }

  @Test func `the count of remaining characters changes colour near the limit`() {
    let view = scene()
    var roles: [TextRole] = []

    for remaining in [400, 50, -1] {
      presenter.state.remaining = [remaining]
      roles += view.status.counts.map(\.role)
    }

    #expect(roles == [.faint, .warning, .bad])
  }

  @Test func `a click in the text moves the cursor`() {
    let view = scene()
    view.type("one two")
    _ = view.drawn(rows: 12, columns: 80)

    view.click(row: 1, column: 5)

    #expect(view.text.cursor == 3)
  }

  func scene(_ draft: Draft? = nil, replyingTo original: Post? = nil) -> ComposeView {
    let view = ComposeView(interactor: interactor, purpose: .post).opened(by: navigator)
    presenter.display = view
    presenter.begin(
      draft ?? empty,
      DraftLimits(
        characters: 500, attachments: 4,
        visibilities: [.everybody, .unlisted, .followers, .mentioned], allowsWarning: true),
      replyingTo: original)
    return view
  }
}

/// Completing names and tags.
extension ComposeTests {
  @Test func `Tab completes a handle`() {
    let view = scene()
    view.type("hi @ad")

    presenter.offer(.name, ["@ada@example.social", "@adam@example.social"])
    let offered = view.drawn(rows: 12, columns: 80).text
    view.press(.down)
    view.press(.down)
    view.press(.tab)

    #expect(interactor.values.contains(.complete("@ad")))
    #expect(offered.contains("@ada@example.social"))
    #expect(view.text.text == "hi @adam@example.social ")
    #expect(view.popup == nil)
  }

  @Test
  func `Enter breaks the line unless a suggestion is selected, and Esc closes the list first`() {
    let view = scene()
    view.type("#ta")
    presenter.offer(.name, ["#tags"])

    view.press(.enter)
    let ended = view.text.text
    view.type("#ta")
    presenter.offer(.name, ["#tags"])
    view.press(.escape)

    #expect(ended == "#ta\n")
    #expect(view.popup == nil)
    #expect(!interactor.values.contains(.leave))
  }

  @Test func `suggestions for another word are not shown`() {
    let view = scene()
    view.type("@ad a")

    presenter.offer(.name, ["@ada"])

    #expect(view.popup == nil)
    #expect(!view.drawn(rows: 12, columns: 80).text.contains("@ada"))
  }

  @Test func `late suggestions are narrowed to the word typed meanwhile`() {
    let view = scene()
    view.type("@adam")

    presenter.offer(.name, ["@ada@example.social", "@Adam@example.social"])

    #expect(view.popup?.words.map(\.insertedText) == ["@Adam@example.social"])
  }

  @Test func `emoji are suggested after a colon, and Enter takes the selected one`() {
    let view = scene()
    view.type("Late :he")

    presenter.offer(
      .emoji, for: ":he", [.init(":heron:", name: "heron"), .init("❤️", name: "heavy black heart")])
    let offered = view.drawn(rows: 12, columns: 80).text
    view.press(.down)
    view.press(.enter)

    #expect(interactor.values.contains(.complete(":he")))
    #expect(offered.contains(":heron:  heron"))
    #expect(offered.contains("heavy black heart"))
    #expect(view.text.text == "Late ❤️ ")
  }

  @Test(arguments: ["at 12:30", ":)", ":D", ":-)", "a:he", ": he", ":he:", ":h"])
  func `a colon without an emoji name requests no suggestions`(text: String) {
    let view = scene()

    view.type(text)
    let asked = interactor.values.contains {
      if case .complete(let word) = $0 { word == text } else { false }
    }

    #expect(!asked)
  }

  @Test func `suggestions for an earlier text are not shown`() {
    let view = scene()
    view.type(":hea")

    presenter.offer(.emoji, for: ":he", [.init("🐔", name: "hen")])

    #expect(view.popup == nil)
  }
}

/// Ways out of the page, and what becomes of the text.
extension ComposeTests {
  @Test func `queueing a post closes the page, and says how to cancel it`() {
    let view = scene()
    let item = OutboxItem(
      id: .init("o"), account: Posts.account.id, change: .publish(empty),
      state: .queued(notBefore: nil, after: nil), createdAt: Posts.now)

    presenter.leave(.queued(item.change, .sentNext))
    view.sceneDidClose()

    #expect(navigator.routes == [.back])
    #expect(navigator.messages.map(\.text) == ["Your post will be sent in a moment. U cancels it."])
    #expect(interactor.values == [.open(.post)])
  }

  @Test(arguments: [(300, "22:18"), (86_400, "Nov 15 22:13")])
  func `a queued post that has to wait says when it is tried next`(seconds: Int, time: String) {
    let view = scene()
    let item = OutboxItem(
      id: .init("o"), account: Posts.account.id, change: .publish(empty),
      state: .queued(notBefore: nil, after: nil), createdAt: Posts.now)

    presenter.leave(
      .queued(
        item.change,
        .nextTry(Posts.now.timeAdvanced(by: .seconds(seconds)), after: .unreachable),
        at: Posts.now))

    #expect(
      navigator.messages.map(\.text) == [
        "Your post is in the outbox. Next try at \(time): there is no connection."
      ])
    withExtendedLifetime(view) {}
  }

  @Test func `Esc closes the page and says that the draft is saved`() {
    let view = scene()

    view.press(.escape)
    presenter.leave(.saved)

    #expect(interactor.values.last == .leave)
    #expect(navigator.routes == [.back])
    #expect(navigator.messages.map(\.text) == ["Draft saved in the outbox."])
  }

  @Test func `a draft that cannot be saved is discarded only after Esc is pressed twice`() {
    let view = scene()
    view.press(.escape)
    presenter.failSaving(isLeaving: true)
    view.type("x")
    view.press(.escape)
    presenter.failSaving(isLeaving: true)
    let before = interactor.values

    view.press(.escape)

    #expect(!before.contains(.discard))
    #expect(interactor.values.last == .discard)
    #expect(navigator.routes.isEmpty)
    #expect(navigator.messages.last?.text.string.hasSuffix("leave without saving.") == true)
  }

  @Test func `quitting with a draft that cannot be saved needs a second press`() {
    let view = scene()
    view.type("x")
    presenter.failSaving()

    #expect(view.handleEvent(.command(.quit)))
    presenter.failSaving(isLeaving: true)

    #expect(navigator.messages.last?.text.string.hasSuffix("leave without saving.") == true)
    #expect(!view.handleEvent(.command(.quit)))
  }

  @Test func `a draft that is saved on the second try does not delay quitting`() {
    let view = scene()
    view.type("x")
    presenter.failSaving()
    presenter.state.saving = .saved

    #expect(!view.handleEvent(.command(.quit)))
  }

  @Test func `discarding a draft needs the key twice in a row`() {
    let view = scene()

    view.press(.character("x"), .alt)
    view.type("y")
    view.press(.character("x"), .alt)
    let once = interactor.values.contains(.discard)
    view.press(.character("x"), .alt)

    #expect(!once)
    #expect(interactor.values.last == .discard)
  }

  @Test func `a paste between two presses of the discard key prevents discarding`() {
    let view = scene()

    view.press(.character("x"), .alt)
    #expect(view.handleEvent(.paste("A long text")))
    view.press(.character("x"), .alt)

    #expect(!interactor.values.contains(.discard))
  }

  @Test func `a compose page closed by another scene keeps its draft`() {
    let view = scene()

    view.sceneDidClose()

    #expect(interactor.values == [.open(.post), .leave])
  }
}

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
    presenter.state.misspeltWords = [["Teh", "tarm"]]

    #expect(underlined(view) == "Teh")
    view.type(" ")

    #expect(underlined(view) == "Teh tarm")
  }

  @Test func `a key suggests corrections for the word at the cursor, and Enter replaces it`() {
    let view = scene()
    view.type("Teh tarm is late")
    presenter.state.misspeltWords = [["Teh", "tarm"]]
    for _ in 0..<9 { view.press(.left) }

    view.press(.character("c"), .alt)
    #expect(interactor.values.last == .correct("tarm", post: 0))
    presenter.offer(.correction, for: "tarm", ["tram", "tarn"])
    view.press(.enter)

    #expect(view.text.text == "Teh tram is late")
    #expect(view.text.cursor == 8)
    #expect(view.popup == nil)
  }

  @Test func `the correction key says if no word is misspelt, or has no suggestions`() {
    let view = scene()
    view.type("The tram")

    view.press(.character("c"), .alt)
    #expect(navigator.messages.last?.text == "There is no misspelt word here.")
    presenter.state.misspeltWords = [["tram"]]
    view.press(.character("c"), .alt)
    presenter.report(.noSuggestions(for: "tram"))

    #expect(navigator.messages.last?.text == "No suggestions for \"tram\".")
  }

  @Test func `corrections that arrive after the word changed are not shown`() {
    let view = scene()
    view.type("tarm")
    presenter.state.misspeltWords = [["tarm"]]
    view.press(.character("c"), .alt)
    view.type("s")

    presenter.offer(.correction, for: "tarm", ["tram"])

    #expect(view.popup == nil)
    #expect(view.text.text == "tarms")
  }
}
