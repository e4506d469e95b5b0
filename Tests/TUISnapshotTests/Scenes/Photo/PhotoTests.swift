import Doubles
import FeedDomain
import Terminal
import Testing
import UseCases

@testable import PhotoDisplay
@testable import Preferences
@testable import Scenes

@MainActor struct PhotoTests {
  @Test(arguments: [(24, 2), (12, 1)])
  func `the photo's description has two lines if there is room`(rows: Int, lines: Int) {
    let screen = PhotoScreen(columns: 30, rows: rows)

    screen.show()

    let words = screen.text.split(separator: "\n").suffix(4)
    #expect(words.contains { $0.hasSuffix(lines == 2 ? "lake with one" : "…") })
    #expect(words.contains { $0.hasSuffix("rowing boat") } == (lines == 2))
  }

  @Test func `a photo that is being fetched is drawn at 80 by 24`() {
    let screen = PhotoScreen(shelf: ComingPictures())

    screen.show()

    #expect(
      screen.text == """
         Photo 1 of 2 by Ada Okafor



















                     ▂▂▂▂▂▂▂▂▂▂▂▂▂▂▂▂▂▂▂▂▂▂▂▂▂▂
         Fog over a lake with one rowing boat
         ↩ 2   ↻ 3   ♡ 12   Ada Okafor · Lake Bled · CC BY 4.0
         Esc back  ] next  + zoom in  i details  l like  d save  Enter open  R reply
        """)
  }

  @Test func `without pictures the description stands in place of the photo at 40 by 12`() {
    let screen = PhotoScreen(columns: 40, rows: 12)

    screen.show()

    #expect(
      screen.text == """
         Photo 1 of 2 by Ada Okafor


                   ▣ Fog over a lake
                    with one rowing
                         boat




         ↩ 2   ↻ 3   ♡ 12   Ada Okafor
         Esc back  ] next  + zoom in  i details
        """)
  }

  @Test func `in the plain mode a photo is its description and facts`() {
    let shelf = ComingPictures()
    let screen = PhotoScreen(
      columns: 40, rows: 15, shelf: shelf, options: DisplayOptions(isPlain: true))

    screen.show(PhotoScreen.lake(), PhotoScreen.details)

    #expect(
      screen.text == """
         Photo 1 of 2 by Ada Okafor
         Fog over a lake with one rowing boat
         2 replies, 3 boosts, 12 likes

         Photographer  Ada Okafor
         Licence       CC BY 4.0
         Place         Lake Bled (46.36, 14.09)
         Taken         2023-11-03 08:26
         Camera        Halmer 35
         Lens          35 mm f/2
         Exposure      f/2.8 · 1/250 s · 35 mm
                       · ISO 200
         Size          4000 × 3000 · 12.0 MP ·
                       4.2 MB
         Esc back  ] next  i details  l like
        """)
    #expect(shelf.asked.isEmpty)
    #expect(screen.interactor.values.contains(.details))
    screen.press(.zoomIn)
    #expect(screen.navigator.messages.map(\.text) == ["Plain mode shows photo descriptions only."])
    #expect(!screen.press(.back))
  }

  @Test func `the smallest screen keeps the photo and its counts`() {
    let screen = PhotoScreen(columns: 20, rows: 6)

    screen.show()

    #expect(
      screen.text == """
         Photo 1 of 2 by A…
               ▣ Fog
               over a
                lake
         ↩ 2 ↻ 3 ♡ 12
         Esc back  ] next
        """)
  }

  @Test func `on a small screen the facts stand below the photo`() {
    let screen = PhotoScreen().show(PhotoScreen.lake(), PhotoScreen.details)

    screen.press(.details)

    #expect(
      screen.text == """
         Photo 1 of 2 by Ada Okafor



                                     ▣ Fog over a lake with
                                        one rowing boat





         ↩ 2   ↻ 3   ♡ 12   Ada Okafor · Lake Bled · CC BY 4.0
        ────────────────────────────────────────────────────────────────────────────────
         Photographer  Ada Okafor
         Licence       CC BY 4.0
         Place         Lake Bled (46.36, 14.09)
         Taken         2023-11-03 08:26
         Camera        Halmer 35
         Lens          35 mm f/2
         Exposure      f/2.8 · 1/250 s · 35 mm · ISO 200
         Size          4000 × 3000 · 12.0 MP · 4.2 MB
         Views         12 345
         Downloads     67                                                              ↓
         Esc back  ] next  + zoom in  i details  l like  d save  Enter open  R reply
        """)
  }

  @Test func `on a wide screen the facts stand beside the photo`() {
    let screen = PhotoScreen(columns: 200, rows: 60).show(PhotoScreen.lake(), PhotoScreen.details)

    screen.press(.details)

    let first = screen.text.split(separator: "\n")[1]
    #expect(first.hasSuffix("│ Photographer  Ada Okafor"))
    let place = screen.draw().links.first?.target.address
    #expect(
      place
        == "https://www.openstreetmap.org/?mlat=46.3636&mlon=14.0938#map=13/46.3636/14.0938")
  }

  @Test func `facts beside the photo begin at the photo's top edge`() throws {
    let screen = PhotoScreen(columns: 100, rows: 60).show(PhotoScreen.lake(), PhotoScreen.details)

    screen.press(.details)

    let lines = screen.text.split(separator: "\n", omittingEmptySubsequences: false)
    let first = try #require(lines.firstIndex { $0.contains("Photographer") })
    let measure = try #require(screen.view.lastFrame.measure)
    // The top line of the screen comes first.
    #expect(first == 1 + PhotoZoom().visibleRegion(measure).box.origin.row)
    #expect(first > 5)
  }

  @Test func `Esc closes the facts first, then resets the zoom`() {
    let screen = PhotoScreen().show()
    screen.press(.zoomIn, .details)

    screen.press(.back)
    #expect(!screen.view.displayState.showsFacts && screen.view.displayState.zoom != PhotoZoom())
    screen.press(.back)
    #expect(screen.view.displayState.zoom == PhotoZoom())

    // There is nothing left to close here: what it means now is for the program to say.
    #expect(!screen.press(.back))
  }

  @Test(arguments: [PhotoScreen.lake(isSensitive: true), PhotoScreen.lake(warning: "spiders")])
  func `a covered photo is fetched only when it is uncovered`(post: Post) {
    let shelf = ComingPictures()
    let screen = PhotoScreen(shelf: shelf)

    screen.show(post)
    #expect(shelf.asked.isEmpty)
    #expect(screen.text.contains("covered · x shows it"))
    screen.press(.reveal)

    #expect(shelf.asked.last?.photo == .init("lake"))
    #expect(!screen.text.contains("covered"))
  }

  @Test func `the next photo is fetched after the current one is shown`() {
    let shelf = ComingPictures()
    let screen = PhotoScreen(shelf: shelf).show()
    screen.presenter.present { $0.neighbours = [Posts.photo("Another")] }
    screen.draw()
    #expect(shelf.expected.isEmpty)

    let pixels = PixelImage(size: PixelSize(width: 1, height: 1), pixels: [0, 0, 0])
    shelf.answer = pixels.map { .ready(Picture($0, cells: CellSize(rows: 1, columns: 1))) }
    screen.draw()

    #expect(shelf.expected == [.init("Another")])
  }

  @Test func `saving shows its progress, and names the file even after the scene has closed`() {
    let navigator = NavigatorSpy()
    weak var kept: PhotoView?
    let presenter: PhotoStatePresenter
    do {
      let screen = PhotoScreen().show()
      screen.view.navigator = navigator
      (kept, presenter) = (screen.view, screen.presenter)
      presenter.present {
        $0.saving = .init(ByteTransferProgress(receivedBytes: 40, totalBytes: 100))
      }
      #expect(screen.view.header.rightText.last?.text.string.contains("saving 40 %") == true)
      screen.view.sceneDidClose()
    }

    #expect(kept != nil)
    presenter.present { $0.fetchProgress = .idle }
    presenter.perform(.say(.photoSaved(path: "/home/me/Pictures/ada-4.jpg")))
    presenter.present { $0.saving = nil }

    #expect(navigator.messages.map(\.text.string) == ["Saved as /home/me/Pictures/ada-4.jpg"])
    #expect(kept == nil)
  }

  @Test func `a deleted photo says so, and a failed fetch gives the reason`() {
    let screen = PhotoScreen()
    screen.presenter.present { $0.fetchProgress = .underWay }
    #expect(screen.text.contains("⠋ Fetching the photo"))

    screen.presenter.present { ($0.fetchProgress, $0.failure) = (.idle, .unreachable) }
    #expect(screen.text.contains("Nothing can be shown:") && screen.text.contains("r tries again."))
    screen.presenter.present { $0.isGone = true }

    #expect(screen.text.contains("This photo no longer exists."))
  }

  @Test func `a failed fetch of details leaves the photo visible`() {
    let screen = PhotoScreen().show()

    screen.presenter.present { $0.failure = .serverFailed(503) }

    #expect(screen.text.contains("rowing boat"))
    #expect(screen.view.header.rightText.last?.role == .bad)
  }

  @Test func `control characters in a photo's texts are not drawn`() {
    let evil = "\u{1B}[2J\u{9B}31m\r\nx\u{202E}y"
    let photo = Photo(
      id: .init(evil), renditions: [], size: PhotoSize(width: .max, height: -3), altText: evil,
      photographer: evil, licence: evil, place: Place(name: evil, latitude: .nan, longitude: 1e300))
    let screen = PhotoScreen()

    screen.show(
      Posts.post("1", by: evil, RichText(""), photos: [photo]),
      PhotoDetails(
        views: .min, camera: .init(model: evil, lens: evil, iso: .max), originalBytes: .max))
    screen.press(.details)

    #expect(screen.text.unicodeScalars.allSatisfy { $0 == "\n" || $0.value >= 0x20 })
    #expect(!screen.text.unicodeScalars.contains("\u{202E}"))
    #expect(screen.draw().links.isEmpty)
  }
}
