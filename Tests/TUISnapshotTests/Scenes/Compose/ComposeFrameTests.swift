import Doubles
import FeedDomain
import Terminal
import Testing
import UseCases

@testable import Preferences
@testable import Scenes
@testable import Words

/// The frame around the text, the author above it, and the choice of the audience.
@MainActor @Suite struct ComposeFrameTests {
  private let interactor = Spy<ComposeScene.SceneRequest>()
  private let navigator = NavigatorSpy()
  private let presenter = ComposePresenter()

  @Test func `the text has a frame, with author and audience above it`() {
    let view = scene()
    view.type("Rye, always.")
    presenter.state.remaining = [488]
    presenter.state.saving = .saved

    let canvas = view.drawn(rows: 17, columns: 60)

    #expect(
      canvas.text == """

          Mei Tanaka                                  everybody ▾
          @mei@example.social
          ╭──────────────────────────────────────────────────────╮
          │ Rye, always.                                         │
          │                                                      │
          │                                                      │
          │                                                      │
          │                                                      │
          │                                                      │
          │                                                      │
          │                                                      │
          │                                                      │
          │                                                      │
          │                                                      │
          ╰──────────────────────────────────────────────────────╯
                                                        saved  488
        """)
    #expect(canvas.cursor == CellPosition(row: 4, column: 16))
    // The keys stand in the bottom line alone.
    #expect(view.keyHints.first == KeyHint(.controlKey("s"), label: "send"))
    #expect(view.keyHints.dropFirst(2).first == KeyHint(Key(.function(1)), label: "all keys"))
  }

  @Test(arguments: [(rows: 10, columns: 40), (rows: 15, columns: 80), (rows: 20, columns: 40)])
  func `a small compose page has no frame, and shows the audience below the text`(
    rows: Int, columns: Int
  ) {
    let view = scene()

    let text = view.drawn(rows: rows, columns: columns).text

    #expect(!text.contains("╭"))
    #expect(text.contains("→ everybody"))
    #expect(text.contains("^S send   Esc leave, keep draft"))
  }

  @Test func `a compose page for screen readers has no frame`() {
    let view = scene(options: DisplayOptions(isPlain: true))

    #expect(!view.drawn(rows: 20, columns: 80).text.contains("╭"))
  }

  @Test(arguments: [(rows: 17, columns: 60), (rows: 10, columns: 40)])
  func `a click on the audience opens the choices, and a click on a choice selects it`(
    rows: Int, columns: Int
  ) throws {
    let view = scene()

    try click(on: "everybody", in: view, rows: rows, columns: columns)
    let open = view.drawn(rows: rows, columns: columns).text
    try click(on: "followers only", in: view, rows: rows, columns: columns)

    #expect(open.contains("› everybody"))
    #expect(interactor.drafts.map(\.visibility) == [.followers])
    #expect(!view.drawn(rows: rows, columns: columns).text.contains("› "))
  }

  @Test func `arrows and Enter choose the audience, and Esc closes the choices`() throws {
    let view = scene()

    try click(on: "everybody", in: view, rows: 17, columns: 60)
    view.press(.down)
    view.type("x")
    view.press(.enter)
    try click(on: "unlisted", in: view, rows: 17, columns: 60)
    view.press(.up)
    view.press(.escape)

    #expect(interactor.drafts.map(\.visibility) == [.unlisted])
    #expect(view.draft?.text == "")
  }

  @Test func `a click on an audience that cannot be changed says why`() throws {
    let view = scene(visibilities: [.everybody])

    let text = view.drawn(rows: 17, columns: 60).text
    try click(on: "everybody", in: view, rows: 17, columns: 60)

    #expect(!text.contains("▾"))
    #expect(
      navigator.messages.map(\.text)
        == ["This service does not let you choose who sees a post."])
  }

  private func scene(
    visibilities: [Visibility] = [.everybody, .unlisted, .followers],
    options: DisplayOptions = DisplayOptions()
  ) -> ComposeView {
    let view = ComposeView(interactor: interactor, purpose: .post, options: options).opened(
      by: navigator)
    presenter.display = view
    presenter.begin(
      Draft(id: .init("d")),
      DraftLimits(
        characters: 500, attachments: 4, visibilities: visibilities, allowsWarning: true))
    presenter.state.author = Posts.post("p", RichText("")).author
    return view
  }

  private func click(
    on words: String, in view: ComposeView, rows: Int, columns: Int
  ) throws {
    let lines = view.drawn(rows: rows, columns: columns).text.split(
      separator: "\n", omittingEmptySubsequences: false)
    let row = try #require(lines.firstIndex { $0.contains(words) })
    let range = try #require(lines[row].firstRange(of: words))
    let column = lines[row].distance(from: lines[row].startIndex, to: range.lowerBound)
    view.click(row: row, column: column)
  }
}
