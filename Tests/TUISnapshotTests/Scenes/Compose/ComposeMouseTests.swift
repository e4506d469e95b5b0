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
    _ = view.handleEvent(.mouse(MouseEvent(.press(1), at: place), count: 1))
  }

  @Test func `where pictures are added, the files and folders there are listed`() {
    let view = scene()
    view.press(.character("p"), .control)
    #expect(interactor.values.last == .completePath(""))

    presenter.offer(.path, for: "", ["boat.jpg", "holiday/"])

    #expect(view.popup?.words.map(\.shown.string) == ["../", "boat.jpg", "holiday/"])
    #expect(view.panel?.path.text == "")
  }

  @Test func `a click goes into a folder, and a click on a file takes it`() throws {
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
  ]) func `the folder around is one of the ways`(folder: String, parent: String) {
    let view = scene()
    view.press(.character("p"), .control)
    view.type(folder)

    presenter.offer(.path, for: folder, [folder + "1.png", folder + "2.png"])

    #expect(view.popup?.words.first?.word == parent)
    #expect(view.popup?.words.first?.shown == "../")
  }

  @Test func `Tab goes on as far as the files agree, and takes the one that was chosen`() {
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

  @Test func `typing leaves what begins so in the list, and Escape closes just the list`() {
    let view = scene()
    view.press(.character("p"), .control)
    presenter.offer(.path, for: "", ["boat.jpg", "bow.jpg", "cat.png"])

    view.type("bo")
    #expect(view.popup?.words.map(\.word) == ["boat.jpg", "bow.jpg"])
    view.press(.escape)

    #expect(view.popup == nil)
    #expect(view.panel?.path.text == "bo")
  }

  @Test func `what was listed goes with the place where pictures are added`() {
    let view = scene()
    view.press(.character("p"), .control)
    presenter.offer(.path, for: "", ["boat.jpg", "bow.jpg"])

    view.press(.character("p"), .control)
    view.press(.tab)

    #expect(view.panel == nil && view.popup == nil)
    #expect(view.text.text == "Look!")
  }

  @Test func `a path that leads to one folder goes on into it`() {
    let view = scene()
    view.press(.character("p"), .control)
    view.type("/ho")
    view.press(.tab)

    presenter.offer(.path, for: "/ho", ["/home/"])

    #expect(view.panel?.path.text == "/home/")
    #expect(interactor.values.last == .completePath("/home/"))
  }

  @Test func `a long list turns under the wheel`() {
    let view = scene()
    view.press(.character("p"), .control)
    presenter.offer(.path, for: "", (10..<40).map { "\($0).png" })

    for _ in 0..<20 {
      _ = view.handleEvent(
        .mouse(MouseEvent(.wheelDown, at: CellPosition(row: 3, column: 3)), count: 1))
    }

    let screen = view.drawn(rows: 24, columns: 60).text
    #expect(view.popup?.chosen == 19)
    #expect(screen.contains("28.png"))
    #expect(!screen.contains("10.png"))
  }

  @Test func `a click on a field gives it the keys`() throws {
    let view = scene()
    view.press(.character("p"), .control)

    try click(on: "Description:", in: view)
    #expect(view.panel?.field == .words)
    try click(on: "Picture file:", in: view)

    #expect(view.panel?.field == .path)
  }

  @Test func `a click on a picture chooses it, and one on the text goes back to that`() throws {
    let view = scene(Draft(id: .init("d"), text: "Look!", attachments: [boat, cat]))

    try click(on: "cat.png", in: view)
    #expect(view.panel?.chosen == 1)
    try click(on: "Look!", in: view)

    #expect(view.panel == nil)
  }

  @Test func `a click beside it keeps what was typed for a picture`() throws {
    let view = scene()
    view.press(.character("p"), .control)
    view.type("/pictures/boat.jpg")

    try click(on: "Look!", in: view)

    #expect(view.panel?.path.text == "/pictures/boat.jpg")
  }

  @Test func `a click on an answer gives it the keys`() throws {
    let poll = Draft.DraftPoll(choices: ["Tea", "Coffee"], lasts: .seconds(86_400))
    let view = scene(Draft(id: .init("d"), text: "Which?", poll: poll))

    try click(on: "Coffee", in: view)
    view.type("!")

    #expect(view.draft?.poll?.choices == ["Tea", "Coffee!"])
  }

  @Test func `a click on what else is said gives it the keys`() throws {
    let view = scene()
    view.press(.character("o"), .alt)

    try click(on: "Who may quote", in: view)

    #expect(view.more?.row == .quotePolicy)
  }

  @Test func `what the keys do can be clicked on`() {
    let view = scene()

    let keys = view.drawn(rows: 18, columns: 60).keys.map(\.target)

    #expect(keys.starts(with: [.controlKey("s"), Key(.escape)]))
  }
}
