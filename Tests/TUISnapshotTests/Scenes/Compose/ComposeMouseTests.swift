import Doubles
import FeedDomain
import Terminal
import Testing
import UseCases

@testable import Preferences
@testable import Scenes
@testable import Words

/// Writing with the mouse, and the list of files that it needs.
@MainActor @Suite struct ComposeMouseTests {
  let interactor = Spy<ComposeScene.SceneRequest>()
  let navigator = NavigatorSpy()
  let presenter = ComposePresenter()
  let boat = Draft.DraftAttachment(path: "/pictures/boat.jpg", altText: "A boat at dusk.")
  let cat = Draft.DraftAttachment(path: "/pictures/cat.png", altText: "")

  private func scene(_ draft: Draft = Draft(id: .init("d"), text: "Look!")) -> ComposeView {
    let view = ComposeView(interactor: interactor, purpose: .post).opened(by: navigator)
    presenter.display = view
    presenter.begin(
      draft,
      DraftLimits(
        characters: 500, attachments: 4, visibilities: [.everybody], allowsWarning: false,
        polls: .standard, canSetLanguage: true, canSetQuotePolicy: true))
    return view
  }

  /// Clicks on a text where it is drawn first.
  private func click(on text: String, in view: ComposeView, rows: Int = 18) throws {
    let lines = view.drawn(rows: rows, columns: 60).text
      .split(separator: "\n", omittingEmptySubsequences: false)
    let row = try #require(lines.firstIndex { $0.contains(text) }, "\(lines)")
    let column = try #require(lines[row].firstRange(of: text)).lowerBound
    let place = CellPosition(row: row, column: lines[row][..<column].count)
    _ = view.handleEvent(.mouse(MouseEvent(.press(1), at: place), clicks: 1))
  }

  @Test func `opening the picture panel lists the files and folders`() {
    let view = scene()
    view.press(.character("p"), .control)
    #expect(interactor.values.last == .completePath(""))

    presenter.offer(.path, for: "", ["boat.jpg", "holiday/"])

    #expect(view.popup?.words.map(\.displayedText.string) == ["../", "boat.jpg", "holiday/"])
    #expect(view.panel?.path.text == "")
  }

  @Test func `a click on a folder opens it, and a click on a file chooses it`() throws {
    let view = scene()
    view.press(.character("p"), .control)
    presenter.offer(.path, for: "", ["boat.jpg", "holiday/"])

    try click(on: "holiday/", in: view)
    #expect(interactor.values.last == .completePath("holiday/"))
    presenter.offer(.path, for: "holiday/", ["holiday/sea.jpg", "holiday/sky.jpg"])
    #expect(view.panel?.path.text == "holiday/s")
    try click(on: "sky.jpg", in: view)

    #expect(view.panel?.path.text == "holiday/sky.jpg")
    #expect(view.panel?.field == .words)
    #expect(view.popup == nil)
    #expect(interactor.values.last == .checkPicture(path: "holiday/sky.jpg"))
  }

  @Test(arguments: [
    ("", "../"), ("../", "../../"), ("holiday/", ""), ("/home/ada/", "/home/"), ("/home/", "/"),
    ("~/", "~/../"), ("a/b/", "a/"),
  ]) func `the list of files has a row for the parent folder`(folder: String, parent: String) {
    let view = scene()
    view.press(.character("p"), .control)
    view.type(folder)

    presenter.offer(.path, for: folder, [folder + "1.png", folder + "2.png"])

    #expect(view.popup?.words.first?.insertedText == parent)
    #expect(view.popup?.words.first?.displayedText == "../")
  }

  @Test func `Tab completes a path as far as the files agree, or takes the selected file`() {
    let view = scene()
    view.press(.character("p"), .control)
    presenter.offer(.path, for: "", ["boat.jpg", "bow.jpg"])
    view.press(.tab)
    #expect(interactor.values.last == .completePath(""))
    #expect(view.panel?.path.text == "")

    view.press(.down)
    view.press(.down)
    view.press(.down)
    view.press(.tab)

    #expect(view.panel?.path.text == "bow.jpg")
  }

  @Test func `typing narrows the list of files, and Esc closes only the list`() {
    let view = scene()
    view.press(.character("p"), .control)
    presenter.offer(.path, for: "", ["boat.jpg", "bow.jpg", "cat.png"])

    view.type("bo")
    #expect(view.popup?.words.map(\.insertedText) == ["boat.jpg", "bow.jpg"])
    view.press(.escape)

    #expect(view.popup == nil)
    #expect(view.panel?.path.text == "bo")
  }

  @Test func `the list of files closes with the picture panel`() {
    let view = scene()
    view.press(.character("p"), .control)
    presenter.offer(.path, for: "", ["boat.jpg", "bow.jpg"])

    view.press(.character("p"), .control)
    view.press(.tab)

    #expect(view.panel == nil && view.popup == nil)
    #expect(view.text.text == "Look!")
  }

  @Test func `a path with one matching folder is completed into that folder`() {
    let view = scene()
    view.press(.character("p"), .control)
    view.type("/ho")
    view.press(.tab)

    presenter.offer(.path, for: "/ho", ["/home/"])

    #expect(view.panel?.path.text == "/home/")
    #expect(interactor.values.last == .completePath("/home/"))
  }

  @Test func `the wheel scrolls a long list of files`() {
    let view = scene()
    view.press(.character("p"), .control)
    presenter.offer(.path, for: "", (10..<40).map { "\($0).png" })

    for _ in 0..<20 {
      _ = view.handleEvent(
        .mouse(MouseEvent(.wheelDown, at: CellPosition(row: 3, column: 3)), clicks: 1))
    }

    let screen = view.drawn(rows: 24, columns: 60).text
    #expect(view.popup?.chosen == 19)
    #expect(screen.contains("28.png"))
    #expect(!screen.contains("10.png"))
  }

  @Test func `a click on a field of the picture panel focuses it`() throws {
    let view = scene()
    view.press(.character("p"), .control)

    try click(on: "Description:", in: view)
    #expect(view.panel?.field == .words)
    try click(on: "Picture file:", in: view)

    #expect(view.panel?.field == .path)
  }

  @Test func `a click on a picture selects it, and a click on the text closes the panel`() throws {
    let view = scene(Draft(id: .init("d"), text: "Look!", attachments: [boat, cat]))

    try click(on: "cat.png", in: view)
    #expect(view.panel?.chosen == 1)
    try click(on: "Look!", in: view)

    #expect(view.panel == nil)
  }

  @Test func `a click beside the panel keeps the path typed in it`() throws {
    let view = scene()
    view.press(.character("p"), .control)
    view.type("/pictures/boat.jpg")

    try click(on: "Look!", in: view)

    #expect(view.panel?.path.text == "/pictures/boat.jpg")
  }

  @Test func `a click on a poll answer focuses it`() throws {
    let poll = Draft.DraftPoll(choices: ["Tea", "Coffee"], lasts: .seconds(86_400))
    let view = scene(Draft(id: .init("d"), text: "Which?", poll: poll))

    try click(on: "Coffee", in: view)
    view.type("!")

    #expect(view.draft?.poll?.choices == ["Tea", "Coffee!"])
  }

  @Test func `a click on a post option focuses it`() throws {
    let view = scene()
    view.press(.character("o"), .alt)

    try click(on: "Who may quote", in: view)

    #expect(view.more?.row == .quotePolicy)
  }

  @Test func `the key hints can be clicked`() {
    let view = scene()

    let keys = view.drawn(rows: 18, columns: 60).keys.map(\.target)

    #expect(keys.starts(with: [.controlKey("s"), Key(.escape)]))
  }
}
