import Doubles
import FeedDomain
import Terminal
import Testing
import UseCases

@testable import Preferences
@testable import Scenes
@testable import Words

@MainActor @Suite struct ComposePictureTests {
  let interactor = Spy<Compose.Request>()
  let navigator = NavigatorSpy()
  let presenter = ComposePresenter(wording: Wording(), keys: .defaults)
  let boat = Draft.Attachment(path: "/pictures/boat.jpg", altText: "A boat at dusk.")
  let cat = Draft.Attachment(path: "/pictures/cat.png", altText: "")

  func scene(
    _ pictures: [Draft.Attachment] = [], limit: Int = 4, covers: Bool = true,
    canEditAltTexts: Bool = false
  ) -> ComposeView {
    let view = ComposeView(interactor: interactor, purpose: .post)
    presenter.display = view
    view.navigator = navigator
    view.opened()
    presenter.present(
      .editing(
        Draft(id: .init("d"), text: "Look!", attachments: pictures),
        DraftLimits(
          characters: 500, attachments: limit, visibilities: [.everybody], allowsWarning: false,
          coversPictures: covers, canEditAltTexts: canEditAltTexts),
        replyingTo: nil, isResumed: false))
    return view
  }

  @Test func `pictures stand below the text, and the place to add one below them`() {
    let view = scene([boat, cat])
    view.press(.character("p"), .control)

    let rows = view.drawn(rows: 14, columns: 60).text
      .split(separator: "\n", omittingEmptySubsequences: false)

    #expect(rows[1].contains("Look!"))
    #expect(rows[7] == "    1/4 boat.jpg  A boat at dusk.")
    #expect(rows[8] == "    2/4 cat.png  no description")
    #expect(rows[9].hasPrefix("  Picture file:"))
    #expect(rows[10].hasPrefix("  What it shows:"))
  }

  @Test func `pictures are seen side by side where there is room for them`() {
    let view = scene([boat, cat, Draft.Attachment(path: "", altText: "", uploaded: "1")])
    let shelf = FakePhotoPipeline()
    func draw(rows: Int) -> Canvas {
      var canvas = Canvas(size: CellSize(rows: rows, columns: 60))
      view.draw(
        on: &canvas, in: canvas.bounds,
        Drawing(theme: .dark, isFront: true, frame: 0, now: Posts.now, pictures: shelf))
      return canvas
    }

    let small = draw(rows: 12)
    #expect(shelf.asked == [])
    let large = draw(rows: 20)

    #expect(small.placements.isEmpty)
    #expect(shelf.asked == ["/pictures/boat.jpg", "/pictures/cat.png"])
    #expect(large.placements.map(\.origin.column) == [4, 15])
    #expect(Set(large.placements.map(\.origin.row)).count == 1)
    #expect(large.text.contains("1/4 boat.jpg"))
  }

  @Test func `the chosen file is seen beside the list`() {
    let view = scene()
    let shelf = FakePhotoPipeline()
    view.press(.character("p"), .control)
    presenter.present(.paths(["boats/", "cat.png"], beginning: ""))
    func draw(columns: Int) -> Canvas {
      var canvas = Canvas(size: CellSize(rows: 20, columns: columns))
      view.draw(
        on: &canvas, in: canvas.bounds,
        Drawing(theme: .dark, isFront: true, frame: 0, now: Posts.now, pictures: shelf))
      return canvas
    }

    _ = draw(columns: 60)
    view.press(.down)
    view.press(.down)
    _ = draw(columns: 60)
    #expect(shelf.asked == [])
    view.press(.down)
    let narrow = draw(columns: 24)
    #expect(shelf.asked == [])
    let wide = draw(columns: 60)

    #expect(narrow.placements.isEmpty)
    #expect(shelf.asked == ["cat.png"])
    #expect(wide.placements.count == 1)
    let list = wide.text.split(separator: "\n").first { $0.contains("cat.png") } ?? ""
    #expect(wide.placements[0].origin.column > list.prefix { $0 != "." }.count)
  }

  @Test func `with a picture added one is back in the text, with one described not yet`() {
    let view = scene([boat])
    view.press(.character("p"), .control)
    presenter.present(.attached(Draft(id: .init("d"), text: "Look!", attachments: [boat, cat])))
    #expect(view.panel == nil)
    #expect(view.draft?.attachments == [boat, cat])

    view.press(.character("p"), .control)
    view.press(.down)
    view.press(.enter)
    presenter.present(.attached(Draft(id: .init("d"), text: "Look!", attachments: [boat, cat])))

    #expect(view.panel != nil)
    #expect(view.panel?.isEmpty == true)
  }

  @Test func `a picture that is typed but not added goes along`() {
    let view = scene()
    view.press(.character("p"), .control)
    view.type("/pictures/boat.jpg")

    view.press(.character("s"), .control)

    #expect(interactor.values.last == .attach(path: "/pictures/boat.jpg", altText: ""))
    #expect(!interactor.values.contains(.send))
  }

  @Test func `what the keys do goes on in the bottom line, and a key tells them all`() {
    let view = scene()

    let rows = view.drawn(rows: 14, columns: 60).text.split(separator: "\n")
    view.press(.function(1))

    #expect(rows.last == "  ^S send   Esc leave, keep draft   ^X editor   ^P picture")
    #expect(
      view.keyHints.map { $0.key + " " + $0.word }
        == ["F1 all keys", "Alt-U undo", "Alt-X discard", "Alt-S cover pictures"])
    #expect(navigator.routes == [.writingHelp])
    view.press(.character("p"), .control)
    _ = view.drawn(rows: 14, columns: 60)
    #expect(view.keyHints.last == Hint(.alt("s"), word: "cover them"))
    view.press(.function(1))
    #expect(navigator.routes == [.writingHelp, .writingHelp])
  }

  @Test(arguments: [40, 80]) func `the way back to the text is told at every width`(columns: Int) {
    let view = scene()
    view.press(.character("p"), .control)

    let rows = view.drawn(rows: 10, columns: columns).text.split(separator: "\n")

    let inside = String(rows.last ?? "")
    let hints = view.keyHints.prefix(2).map { ($0.key + " " + $0.word).string }
    #expect(inside.hasPrefix("  Enter add the picture"))
    #expect((inside + hints.joined(separator: "  ")).contains("Esc back to the text"))
  }

  @Test func `what is typed while pictures are added comes between two keys, too`() {
    let view = scene([cat])
    view.press(.character("p"), .control)

    view.press(.character("s"), .control)
    view.press(.down)
    view.press(.character("s"), .control)
    #expect(!interactor.values.contains(.send))
    view.press(.character("s"), .control)

    #expect(interactor.values.last == .send)
  }

  @Test func `a picture that nobody described is sent when it is asked for twice in a row`() {
    let view = scene([boat, cat])

    view.press(.character("s"), .control)
    view.type("x")
    view.press(.character("s"), .control)
    #expect(!interactor.values.contains(.send))
    #expect(
      navigator.messages.map(\.text)
        == Array(
          repeating: "A picture has no description. Press ^S again to send it anyway.", count: 2))
    view.press(.character("s"), .control)

    #expect(interactor.values.last == .send)
  }

  @Test func `a picture with words, or one that is posted already, is sent at once`() {
    let posted = Draft.Attachment(path: "", altText: "", uploaded: "1")
    for picture in [boat, posted] {
      let view = scene([picture])

      view.press(.character("s"), .control)

      #expect(interactor.values.last == .send)
    }
  }

  @Test func `where there is no room inside all of it stands in the bottom line`() {
    let view = scene()

    _ = view.drawn(rows: 4, columns: 20)

    #expect(view.keyHints.first == Hint(.control("s"), word: "send"))
    #expect(view.keyHints.last == Hint(Key(.function(1)), word: "all keys"))
  }

  @Test func `pictures are covered and uncovered with a key, and that is kept`() {
    let view = scene([boat])

    view.press(.character("s"), .alt)
    let text = view.drawn(rows: 14, columns: 60).text
    view.press(.character("p"), .control)
    view.press(.character("s"), .alt)

    #expect(text.contains("→ everybody · pictures covered"))
    #expect(interactor.drafts.map(\.isSensitive) == [true, false])
    #expect(view.draft?.isSensitive == false)
  }

  @Test func `where pictures cannot be covered one line says so`() {
    let view = scene([boat], covers: false)

    view.press(.character("s"), .alt)

    #expect(interactor.drafts.isEmpty)
    #expect(navigator.messages.map(\.text) == ["This service cannot cover pictures."])
  }

  @Test func `a path and words make a picture`() {
    let view = scene()
    view.press(.character("p"), .control)
    view.type("/boat.jpg")
    view.press(.enter)
    view.type("A boat")
    view.press(.enter)

    #expect(interactor.values.contains(.attach(path: "/boat.jpg", altText: "A boat")))
    #expect(view.text.text == "Look!")
  }

  @Test func `a wrong path is asked for again before anything is described`() {
    let view = scene()
    view.press(.character("p"), .control)
    view.type("/boot.jpg")
    view.press(.enter)
    #expect(interactor.values.last == .look(path: "/boot.jpg"))
    #expect(view.panel?.field == .words)

    presenter.present(.notAttached(.missing))

    #expect(view.panel?.field == .path)
    #expect(
      navigator.messages.last?.text.string == "There is no such file. Tab completes the path.")
  }

  @Test func `a path goes on as far as the files agree`() {
    let view = scene()
    view.press(.character("p"), .control)
    view.type("/pi")

    presenter.present(.paths(["/pictures/boat.jpg", "/pictures/bow.jpg"], beginning: "/pi"))
    #expect(view.panel?.path.text == "/pictures/bo")
    presenter.present(.paths(["/other/"], beginning: "/pi"))

    #expect(view.panel?.path.text == "/pictures/bo")
  }

  @Test func `pictures are chosen, moved and removed`() {
    let view = scene([boat, cat])
    view.press(.character("p"), .control)

    view.press(.down)
    view.press(.down, .alt)
    #expect(view.draft?.attachments == [cat, boat])
    view.press(.character("d"), .control)

    #expect(view.draft?.attachments == [cat])
    view.press(.escape)
    #expect(view.panel == nil)
  }

  @Test func `why a file is no picture is said in a sentence`() {
    let view = scene()

    let problems: [PictureProblem] = [
      .missing, .unreadable, .notAPicture, .damaged, .tooManyPixels, .notOpened,
      .tooLarge(limit: 64 << 20),
    ]
    for problem in problems { presenter.present(.notAttached(problem)) }
    presenter.present(.tooManyPictures(limit: 4))
    presenter.present(.altTextTooLong(by: 3))

    #expect(
      navigator.messages.map(\.text.string).suffix(6) == [
        "The picture is damaged: save it again, or choose another.",
        "The picture has too many pixels: make it smaller.",
        "The picture cannot be opened here. Try: tweetie doctor",
        "The file is too large: make it smaller than 64 MB.",
        "A post has at most 4 pictures here.", "The description is 3 characters too long.",
      ])
    #expect(view.draft?.attachments == [])
  }

  @Test func `where no pictures go there is no place to add one`() {
    let view = scene(limit: 0)

    view.press(.character("p"), .control)

    #expect(view.panel == nil)
    #expect(navigator.messages.last?.text.string == "No pictures can be posted here.")
  }
}
