import Doubles
import FeedDomain
import Terminal
import Testing
import UseCases

@testable import PhotoDisplay
@testable import Preferences
@testable import Scenes
@testable import Words

/// Somebody's picture at the head of their profile.
@MainActor @Suite struct ProfilePortraitTests {
  private let waiting = FakePhotoPipeline { _, _ in .loading(placeholder: nil, nil) }
  private let interactor = Spy<ProfileScene.SceneRequest>()
  private let navigator = NavigatorSpy()
  private let presenter = ProfileStatePresenter(
    wording: Wording(), abilities: .all, keys: .defaults)

  private static let sizes = [48, 160].map {
    Photo.PhotoRendition(url: "mei-\($0)", size: PhotoSize(width: $0, height: $0))
  }

  private static let ferries = RichText(runs: [
    .init("Ferries, "), .init("#harbour", .tag("harbour")), .init(", light."),
  ])

  private func scene(
    _ pictures: [Photo.PhotoRendition] = sizes, bio: RichText = ferries, posts: Int = 1,
    options: DisplayOptions = DisplayOptions()
  ) -> ProfileView {
    let view = ProfileView(
      of: .init("mei"), interactor: interactor,
      posts: PostViewModelFactory(options: options), world: StillWorld())
    presenter.display = view
    view.navigator = navigator
    let mei = Person(
      id: .init("mei"), handle: "mei@example.social", name: "Mei Tanaka", bio: bio,
      url: "https://example.social/@mei", counts: .init(followers: 128, following: 53, posts: 412),
      relationship: .stranger, pictures: pictures)
    presenter.show(mei)
    presenter.show(
      (0..<posts).map { FeedEntry(Posts.post("1\($0)", RichText("First light."))) } + [
        FeedEntry(
          id: .init("b2"), post: Posts.post("2", by: "Noor", RichText("Good morning.")),
          boostedBy: mei)
      ], hasMore: false)
    return view
  }

  private func drawn(
    _ view: ProfileView, rows: Int, columns: Int, _ shelf: any PictureProvider,
    theme: Theme = .dark
  ) -> Canvas {
    var canvas = Canvas(size: CellSize(rows: rows, columns: columns))
    view.drawScene(
      on: &canvas, in: canvas.bounds,
      DrawingParameters(theme: theme, isFront: true, frame: 0, now: Posts.now, pictures: shelf))
    return canvas
  }

  @Test func `a profile picture at 80 by 24 stands beside the description, and moves no text`() {
    let view = scene()
    let coming = drawn(view, rows: 22, columns: 80, waiting).text

    #expect(
      coming.split(separator: "\n", omittingEmptySubsequences: false).prefix(11) == [
        "▌               Mei Tanaka  @mei@example.social",
        "▌               Ferries, #harbour, light.",
        "▌      ⠋        https://example.social/@mei",
        "▌               412 posts   128 followers   53 following",
        "▌               You do not follow them.",
        "▌",
        "▌ ─────────────────────────────────────────────────────────────────────────────",
        "",
        "  Mei Tanaka  @mei@example.social · 3m",
        "  First light.",
        "",
      ])
    #expect(waiting.wishes == [.init(photo: "mei-160", box: CellSize(rows: 6, columns: 12))])
    let here = drawn(view, rows: 22, columns: 80, FakePhotoPipeline()).text
    let failed = FakePhotoPipeline { _, _ in .failed(.notFetched(.unreachable)) }
    for text in [here, drawn(view, rows: 22, columns: 80, failed).text] {
      #expect(words(text) == words(coming))
    }
  }

  @Test func `the description of a person has a larger picture`() {
    let mei = Person(
      id: .init("mei"), handle: "mei", name: "Mei Tanaka", bio: Self.ferries,
      pictures: Self.sizes)
    var state = ProfileScene.SceneState(account: Posts.account, tab: .about)
    state.person = mei
    let about = ProfilePresenter(
      wording: Wording(), abilities: .all, keys: .defaults, parts: ProfileStreamKind.allCases)
    let view = scene()

    view.display(about.viewModel(of: state))
    _ = drawn(view, rows: 56, columns: 95, waiting)

    #expect(waiting.wishes == [.init(photo: "mei-160", box: CellSize(rows: 13, columns: 26))])
  }

  @Test func `a terminal limited to ASCII shows the handle, and a note for other letters`() {
    var state = ProfileScene.SceneState(account: Posts.account)
    state.person = Person(
      id: .init("h"), handle: "haruka", name: "森 はるか", bio: RichText("木工と路面電車。Woodworker"))
    let words = ProfilePresenter(
      wording: Wording(), abilities: .all, keys: .defaults, options: DisplayOptions(hasSigns: false)
    )
    let view = scene()

    view.display(words.viewModel(of: state))
    let text = drawn(view, rows: 22, columns: 80, waiting).text

    #expect(view.header.leftText.map(\.text) == ["haruka"])
    #expect(text.contains("(other letters)") && text.contains("Woodworker"))
    #expect(!text.contains("森") && !text.contains("路面電車"))
  }

  /// What stands beside the picture.
  private func words(_ text: String) -> [String] {
    text.split(separator: "\n", omittingEmptySubsequences: false)
      .enumerated().map { $0 < 6 ? String($1.dropFirst(16)) : String($1) }
  }

  @Test(arguments: [(6, 20), (7, 40), (22, 25)])
  func `a small pane shows no profile picture`(rows: Int, columns: Int) {
    let view = scene()
    let canvas = drawn(view, rows: rows - 2, columns: columns, waiting)

    #expect(canvas.text == drawn(scene([]), rows: rows - 2, columns: columns, waiting).text)
    #expect(waiting.wishes == [])
  }

  @Test(arguments: [(12, 40), (22, 30), (22, 50), (11, 120)])
  func `a narrow pane shows a small profile picture`(rows: Int, columns: Int) {
    let view = scene()

    let lines = drawn(view, rows: rows - 2, columns: columns, waiting).text.split(separator: "\n")

    #expect(lines[0].hasPrefix("▌         Mei Tanaka"))
    #expect(waiting.wishes == [.init(photo: "mei-160", box: CellSize(rows: 3, columns: 6))])
  }

  @Test func `without pictures and in the plain mode a profile is drawn as without a picture`() {
    let off = FakePhotoPipeline()
    off.isOn = false
    let plain = DisplayOptions(isPlain: true)

    #expect(
      drawn(scene(), rows: 22, columns: 80, off).text
        == drawn(scene([]), rows: 22, columns: 80, off).text)
    #expect(
      drawn(scene(options: plain), rows: 22, columns: 80, waiting, theme: .none).text
        == drawn(scene([], options: plain), rows: 22, columns: 80, waiting, theme: .none).text)
    #expect(off.wishes == [] && waiting.wishes == [])
  }

  @Test func `the profile picture scrolls with the description`() {
    let view = scene(posts: 12)
    _ = drawn(view, rows: 16, columns: 80, waiting)

    for _ in 0..<3 { view.command(.lineDown) }
    _ = drawn(view, rows: 16, columns: 80, waiting)
    #expect(waiting.asked.count == 2)
    waiting.forget()
    for _ in 0..<9 { view.command(.down) }
    for _ in 0..<9 { view.command(.lineDown) }
    _ = drawn(view, rows: 16, columns: 80, waiting)

    #expect(waiting.wishes == [])
  }

  @Test func `a long biography keeps its column below the profile picture`() {
    let view = scene(bio: RichText(String(repeating: "A word and another. ", count: 30)))

    let rows = drawn(view, rows: 22, columns: 80, waiting).text.split(separator: "\n")

    #expect(rows.dropFirst(6).prefix(3).allSatisfy { $0.hasPrefix("▌               ") })
    #expect(rows.allSatisfy { $0.count <= 80 })
  }

  @Test func `clicks beside the profile picture work as without it`() {
    let view = scene()
    _ = drawn(view, rows: 22, columns: 80, waiting)

    for (row, column) in [(1, 27), (3, 30), (2, 20), (4, 18)] {
      view.click(row: row, column: column)
    }

    #expect(navigator.routes == [.stream(.tag("harbour")), .people(.followers(.init("mei")))])
    #expect(navigator.browsed.map(\.address) == ["https://example.social/@mei"])
    #expect(interactor.values.last == .toggleFollow)
  }

  @Test func `the smallest sufficient picture is fetched once, and cancelled with the scene`()
    async
  {
    let setting = PhotoPipelineFixture()
    let view = scene()
    func frame(_ draws: Bool = true) {
      setting.shelf.beginScreenFrame()
      if draws { _ = drawn(view, rows: 22, columns: 80, setting.shelf) }
      setting.shelf.endScreenFrame()
    }

    frame()
    frame()
    await setting.settle()
    #expect(setting.photos.asked == ["mei-160"])
    frame(false)
    await setting.settle()

    #expect(setting.photos.calledOff == ["mei-160"])
  }

  @Test func `a boosted post in a profile is marked as such`() {
    let text = drawn(scene([]), rows: 22, columns: 80, waiting).text

    #expect(text.contains("Noor  @noor@example.social · 3m"))
    let boosted = text.split(separator: "\n").filter { $0.contains("↻") }
    #expect(boosted.count == 1 && boosted[0].contains("Noor"))
    #expect(boosted[0].contains("↻ Mei Tanaka"))
  }
}
