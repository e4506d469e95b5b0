import Doubles
import FeedDomain
import Terminal
import Testing
import UseCases

@testable import PhotoDisplay
@testable import Preferences
@testable import Scenes
@testable import Words

@MainActor @Suite struct ComposePictureTests {
  let interactor = Spy<ComposeScene.SceneRequest>()
  let navigator = NavigatorSpy()
  let presenter = ComposePresenter()
  let boat = Draft.DraftAttachment(path: "/pictures/boat.jpg", altText: "A boat at dusk.")
  let cat = Draft.DraftAttachment(path: "/pictures/cat.png", altText: "")

  func scene(
    _ pictures: [Draft.DraftAttachment] = [], limit: Int = 4, covers: Bool = true,
    canEditAltTexts: Bool = false, options: DisplayOptions = DisplayOptions()
  ) -> ComposeView {
    let view = ComposeView(interactor: interactor, purpose: .post, options: options).opened(
      by: navigator)
    presenter.display = view
    presenter.begin(
      Draft(id: .init("d"), text: "Look!", attachments: pictures),
      DraftLimits(
        characters: 500, attachments: limit, visibilities: [.everybody], allowsWarning: false,
        coversPictures: covers, canEditAltTexts: canEditAltTexts))
    return view
  }

  @Test func `the pictures are listed below the text, and the fields to add one below them`() {
    let view = scene([boat, cat])
    view.press(.character("p"), .control)

    let rows = view.drawn(rows: 14, columns: 60).text
      .split(separator: "\n", omittingEmptySubsequences: false)

    #expect(rows[1].contains("Look!"))
    #expect(rows[7] == "    1/4 boat.jpg  A boat at dusk.")
    #expect(rows[8] == "    2/4 cat.png  no description")
    #expect(rows[9].hasPrefix("  Picture file:"))
    #expect(rows[10].hasPrefix("  Description:"))
  }

  @Test func `pictures are previewed side by side if the page is large enough`() {
    let view = scene([boat, cat, Draft.DraftAttachment(path: "", altText: "", uploaded: "1")])
    let shelf = FakePhotoPipeline()
    func draw(rows: Int) -> Canvas {
      var canvas = Canvas(size: CellSize(rows: rows, columns: 60))
      view.drawScene(
        on: &canvas, in: canvas.bounds,
        DrawingParameters(theme: .dark, isFront: true, frame: 0, now: Posts.now, pictures: shelf))
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

  @Test func `the selected file is previewed beside the list`() {
    let view = scene()
    let shelf = FakePhotoPipeline()
    view.press(.character("p"), .control)
    presenter.offer(.path, for: "", ["boats/", "cat.png"])
    func draw(columns: Int) -> Canvas {
      var canvas = Canvas(size: CellSize(rows: 20, columns: columns))
      view.drawScene(
        on: &canvas, in: canvas.bounds,
        DrawingParameters(theme: .dark, isFront: true, frame: 0, now: Posts.now, pictures: shelf))
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

  @Test func `adding a picture leads back to the text, describing one does not`() {
    let view = scene([boat])
    view.press(.character("p"), .control)
    presenter.attach([boat, cat])
    #expect(view.panel == nil)
    #expect(view.draft?.attachments == [boat, cat])

    view.press(.character("p"), .control)
    view.press(.down)
    view.press(.enter)
    presenter.attach([boat, cat])

    #expect(view.panel != nil)
    #expect(view.panel?.isEmpty == true)
  }

  @Test func `sending also attaches a picture whose path is typed but not added`() {
    let view = scene()
    view.press(.character("p"), .control)
    view.type("/pictures/boat.jpg")

    view.press(.character("s"), .control)

    #expect(interactor.values.last == .attach(path: "/pictures/boat.jpg", altText: ""))
    #expect(!interactor.values.contains(.send))
  }

  @Test func `a picture that is still being checked is not added a second time`() {
    let view = scene()
    let attach = ComposeScene.SceneRequest.attach(path: "/pictures/boat.jpg", altText: "")
    view.press(.character("p"), .control)
    view.type("/pictures/boat.jpg")

    for _ in 0..<3 { view.press(.enter) }
    view.press(.character("s"), .control)
    #expect(interactor.values.count { $0 == attach } == 1)
    view.perform(.say(.draft(.tooManyPictures(limit: 4))))
    view.press(.enter)

    #expect(interactor.values.count { $0 == attach } == 2)
  }

  @Test func `key hints continue in the bottom line, and F1 opens the help for writing`() {
    let view = scene()

    let rows = view.drawn(rows: 14, columns: 60).text.split(separator: "\n")
    view.press(.function(1))

    #expect(rows.last == "  ^S send   Esc leave, keep draft   ^P picture   ^X editor")
    #expect(
      view.keyHints.map { $0.key + " " + $0.label }
        == [
          "F1 all keys", "Alt-U undo", "Alt-X discard", "Alt-H earlier texts",
          "Alt-S cover pictures",
        ])
    #expect(navigator.routes == [.writingHelp])
    view.press(.character("p"), .control)
    _ = view.drawn(rows: 14, columns: 60)
    #expect(view.keyHints.last == KeyHint(.altKey("s"), label: "cover them"))
    view.press(.function(1))
    #expect(navigator.routes == [.writingHelp, .writingHelp])
  }

  @Test(arguments: [40, 80]) func `the key back to the text is shown at every width`(columns: Int) {
    let view = scene()
    view.press(.character("p"), .control)

    let rows = view.drawn(rows: 10, columns: columns).text.split(separator: "\n")

    let inside = String(rows.last ?? "")
    let hints = view.keyHints.prefix(2).map { ($0.key + " " + $0.label).string }
    #expect(inside.hasPrefix("  Enter add the picture"))
    #expect((inside + hints.joined(separator: "  ")).contains("Esc back to the text"))
  }

  @Test func `a key in the picture panel between two sends resets the missing-description warning`()
  {
    let view = scene([cat])
    view.press(.character("p"), .control)

    view.press(.character("s"), .control)
    view.press(.down)
    view.press(.character("s"), .control)
    #expect(!interactor.values.contains(.send))
    view.press(.character("s"), .control)

    #expect(interactor.values.last == .send)
  }

  @Test
  func `a picture without a description is sent after the send key is pressed twice in a row`() {
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

  @Test func `without the reminder a picture without a description is sent at once`() {
    let view = scene([cat], options: DisplayOptions(remindsOfAltText: false))

    view.press(.character("s"), .control)

    #expect(interactor.values.last == .send)
    #expect(navigator.messages.isEmpty)
  }

  @Test func `a picture with a description, or one posted already, is sent at once`() {
    let posted = Draft.DraftAttachment(path: "", altText: "", uploaded: "1")
    for picture in [boat, posted] {
      let view = scene([picture])

      view.press(.character("s"), .control)

      #expect(interactor.values.last == .send)
    }
  }

  @Test func `on a tiny page all key hints stand in the bottom line`() {
    let view = scene()

    _ = view.drawn(rows: 4, columns: 20)

    #expect(view.keyHints.first == KeyHint(.controlKey("s"), label: "send"))
    #expect(view.keyHints.last == KeyHint(Key(.function(1)), label: "all keys"))
  }

  @Test func `a key toggles the cover of pictures, and the draft stores the setting`() {
    let view = scene([boat])

    view.press(.character("s"), .alt)
    let text = view.drawn(rows: 14, columns: 60).text
    view.press(.character("p"), .control)
    view.press(.character("s"), .alt)

    #expect(text.contains("→ everybody · pictures covered"))
    #expect(interactor.drafts.map(\.isSensitive) == [true, false])
    #expect(view.draft?.isSensitive == false)
  }

  @Test func `if the service cannot cover pictures the key says so`() {
    let view = scene([boat], covers: false)

    view.press(.character("s"), .alt)

    #expect(interactor.drafts.isEmpty)
    #expect(navigator.messages.map(\.text) == ["This service cannot cover pictures."])
  }

  @Test func `a typed path and description attach a picture`() {
    let view = scene()
    view.press(.character("p"), .control)
    view.type("/boat.jpg")
    view.press(.enter)
    view.type("A boat")
    view.press(.enter)

    #expect(interactor.values.contains(.attach(path: "/boat.jpg", altText: "A boat")))
    #expect(view.text.text == "Look!")
  }

  @Test func `a missing file leads back to the path field with a message`() {
    let view = scene()
    view.press(.character("p"), .control)
    view.type("/boot.jpg")
    view.press(.enter)
    #expect(interactor.values.last == .checkPicture(path: "/boot.jpg"))
    #expect(view.panel?.field == .words)

    presenter.report(.pictureRefused(.missing))

    #expect(view.panel?.field == .path)
    #expect(
      navigator.messages.last?.text.string == "There is no such file. Tab completes the path.")
  }

  @Test func `a path is completed as far as the matching files agree`() {
    let view = scene()
    view.press(.character("p"), .control)
    view.type("/pi")

    presenter.offer(.path, for: "/pi", ["/pictures/boat.jpg", "/pictures/bow.jpg"])
    #expect(view.panel?.path.text == "/pictures/bo")
    presenter.offer(.path, for: "/pi", ["/other/"])

    #expect(view.panel?.path.text == "/pictures/bo")
  }

  @Test func `pictures are selected, moved and removed by keys`() {
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

  @Test(arguments: [Key(.down), Key(.up, .alt), Key(.escape), .controlKey("p")])
  func `each key that ends a description stores it`(key: Key) {
    let view = scene([boat, cat])
    view.press(.character("p"), .control)
    view.press(.up)
    view.press(.enter)
    view.type("A cat.")

    _ = view.handleEvent(.key(key))

    #expect(Set(view.draft?.attachments.map(\.altText) ?? []) == ["A boat at dusk.", "A cat."])
    #expect(interactor.drafts.last == view.draft)
  }

  @Test func `a click on another picture keeps the description`() {
    let view = scene([boat, cat])
    view.press(.character("p"), .control)
    view.press(.up)
    view.press(.enter)
    view.type("A cat.")
    _ = view.drawn(rows: 14, columns: 60)

    view.click(row: 7, column: 6)

    #expect(view.draft?.attachments.map(\.altText) == ["A boat at dusk.", "A cat."])
    #expect(interactor.drafts.last == view.draft)
  }

  @Test func `an emptied description stays empty after a click in the text`() {
    let view = scene([boat])
    view.press(.character("p"), .control)
    view.press(.up)
    view.press(.enter)
    for _ in 0..<20 { view.press(.backspace) }
    _ = view.drawn(rows: 14, columns: 60)

    view.click(row: 3, column: 10)

    #expect(view.panel == nil)
    #expect(view.draft?.attachments.map(\.altText) == [""])
    #expect(interactor.drafts.last == view.draft)
  }

  @Test func `a typed picture that was not added is in the panel when reopened`() {
    let view = scene()
    view.press(.character("p"), .control)
    view.type("/pictures/boat.jpg")
    view.press(.enter)
    view.type("A boat")

    view.press(.escape)
    #expect(view.panel == nil)
    view.press(.character("p"), .control)
    view.press(.enter)

    #expect(interactor.values.last == .attach(path: "/pictures/boat.jpg", altText: "A boat"))
    presenter.attach([boat])
    view.press(.character("p"), .control)
    #expect(view.panel?.isEmpty == true)
  }

  @Test func `each reason for rejecting a picture file has a message`() {
    let view = scene()

    let problems: [PictureFileProblem] = [
      .missing, .unreadable, .notAPicture, .damaged, .tooManyPixels, .notOpened,
      .tooLarge(limit: 64 << 20),
    ]
    for problem in problems { presenter.report(.pictureRefused(problem)) }
    presenter.report(.tooManyPictures(limit: 4))
    presenter.report(.altTextTooLong(by: 3))

    #expect(
      navigator.messages.map(\.text.string).suffix(6) == [
        "The picture is damaged: save it again, or choose another.",
        "The picture has too many pixels: make it smaller.",
        "The picture cannot be opened. Try: tweetie doctor",
        "The file is too large: make it smaller than 64 MB.",
        "A post has at most 4 pictures here.", "The description is 3 characters too long.",
      ])
    #expect(view.draft?.attachments == [])
  }

  @Test func `without support for pictures the panel does not open`() {
    let view = scene(limit: 0)

    view.press(.character("p"), .control)

    #expect(view.panel == nil)
    #expect(navigator.messages.last?.text.string == "No pictures can be posted here.")
  }
}

/// Saying anew what a picture shows.
extension ComposePictureTests {
  @Test func `Enter edits the description of the selected picture`() {
    let view = scene([boat, Draft.DraftAttachment(path: "/pictures/cat.png", altText: "A cat.")])
    view.press(.character("p"), .control)
    view.press(.up)

    let rows = view.drawn(rows: 14, columns: 60).text.split(separator: "\n")
    #expect(rows.last?.hasPrefix("  Enter describe it   Esc back to the text") == true)
    view.press(.enter)
    view.type(" And a cat")
    #expect(view.drawn(rows: 14, columns: 60).text.contains("Description: A cat. And a cat"))
    view.press(.enter)

    #expect(interactor.values.last == .describe(picture: 1, altText: "A cat. And a cat"))
  }

  @Test func `sending also stores the description that is being typed`() {
    let view = scene([cat])
    view.press(.character("p"), .control)
    view.press(.up)
    view.press(.enter)
    view.type("A cat")

    view.press(.character("s"), .control)

    #expect(interactor.values.last == .describe(picture: 0, altText: "A cat"))
    #expect(!interactor.values.contains(.send))
  }

  @Test func `a description being typed is not applied to the next selected picture`() {
    let view = scene([boat, cat])
    view.press(.character("p"), .control)
    view.press(.down)
    view.press(.enter)
    view.type("x")

    view.press(.down)
    view.press(.enter)
    view.press(.enter)

    #expect(interactor.values.last == .describe(picture: 1, altText: ""))
  }

  @Test(arguments: [true, false])
  func `the description of a posted picture can be edited only if the service supports it`(
    canEditAltTexts: Bool
  ) {
    let view = scene([.init(posted: "m1", altText: "A loaf")], canEditAltTexts: canEditAltTexts)
    view.press(.character("p"), .control)
    view.press(.up)

    view.press(.enter)
    view.press(.enter)

    let sentence: SafeText = "The description of a posted picture cannot be changed here."
    #expect(
      interactor.values.contains(.describe(picture: 0, altText: "A loaf")) == canEditAltTexts)
    #expect(navigator.messages.contains { $0.text == sentence } == !canEditAltTexts)
  }
}

/// Pictures in files of the user's, as they are seen while one writes.
@MainActor struct OwnPictureTests {
  /// Files of which one is a picture.
  private struct Files: PicturePreparing {
    func preparePictureForUpload(
      _ path: String, within limits: PictureUploadLimits
    ) async throws(PictureFileProblem) -> PreparedPicture {
      guard path == "/boat.jpg" else { throw .missing }
      return PreparedPicture(
        bytes: [1], mediaType: "image/jpeg", size: PhotoSize(width: 1, height: 1))
    }
    func pictureFileExists(at path: String) async -> Bool { path == "/boat.jpg" }
    func absolutePicturePath(_ path: String) -> String { path }
    func pictureAndFolderPaths(beginning: String) async -> [String] { [] }
  }

  private func frame(_ setting: PhotoPipelineFixture, _ path: String) async -> PictureState {
    func draw() -> PictureState {
      setting.shelf.beginScreenFrame()
      defer { setting.shelf.endScreenFrame() }
      return setting.shelf.pictureState(
        of: Photo(inFile: path), in: PhotoPipelineFixture.box, .filling)
    }
    _ = draw()
    await setting.settle()
    return draw()
  }

  @Test func `a local file is shown without a request to a service and without a cache entry`()
    async
  {
    let cache = FakePhotoCache()
    let setting = PhotoPipelineFixture(cache: cache, files: Files())

    guard case .ready = await frame(setting, "/boat.jpg") else {
      Issue.record("it is not here")
      return
    }

    #expect(setting.photos.asked == [])
    #expect(cache.kept.isEmpty)
  }

  @Test func `a deleted local file is not shown`() async {
    let setting = PhotoPipelineFixture(files: Files())

    guard case .failed(.notFetched(.notFound)) = await frame(setting, "/gone.jpg") else {
      Issue.record("it did not fail")
      return
    }
  }
}
