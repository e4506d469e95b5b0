import Doubles
import FeedDomain
import Terminal
import Testing

@testable import Console
@testable import PhotoDisplay
@testable import Preferences
@testable import Scenes
@testable import Words

/// How posts look, wherever they are drawn.
@MainActor struct PostLookTests {
  private let shelf = FakePhotoPipeline()

  private func person(_ name: String) -> Person {
    Posts.person(name).replacingPortraits([
      Photo.PhotoRendition(url: "https://\(name).example/a", size: PhotoSize(width: 80, height: 80))
    ])
  }

  private func entry(
    _ id: String, by author: Person, photos: [Photo] = [], card: LinkPreview? = nil,
    reply: Post.ReplyTarget? = nil
  ) -> FeedRow {
    .entry(
      FeedEntry(
        Post(
          id: Post.ID(id), author: author, createdAt: Posts.now,
          content: Post.PostContent(text: RichText("Words of \(id)."), photos: photos, card: card),
          reply: reply)))
  }

  private func screen(
    columns: Int = 80, options: DisplayOptions = DisplayOptions(showsPeople: true),
    _ rows: [FeedRow]
  ) -> StreamScreen {
    let screen = StreamScreen(columns: columns, options: options, pictures: shelf).show(rows)
    shelf.forget()
    return screen
  }

  @Test func `emoji reactions are shown below the text`() {
    let content = Post.PostContent(text: RichText("Tea?")).replacingReactions([
      Reaction("☕", count: 2, isOwn: true), Reaction("gull@sea.example", count: 1),
    ])
    let post = Post(
      id: Post.ID("1"), author: person("ada"), createdAt: Posts.now, content: content)

    let options = DisplayOptions(showsPeople: false)
    let drawn = screen(options: options, [.entry(FeedEntry(post))]).draw()

    #expect(drawn.text.contains("Tea?\n▌ ☕ 2  gull@sea.example 1\n"))
  }

  @Test
  func `an author's name has the same colour everywhere, and none in a theme without colours`() {
    let (options, handle) = (DisplayOptions(), "@ada" as SafeText)
    let colours = (0..<40).map { Theme.dark.personNameStyle(of: "@\($0)", options).foreground }

    #expect(
      Theme.dark.personNameStyle(of: handle, options)
        == Theme.dark.personNameStyle(of: handle, options))
    #expect(Set(colours.map { "\($0)" }).count == 7)
    #expect(Theme.none.personNameStyle(of: handle, options) == Theme.none.style(.author))
    let plain = DisplayOptions(coloursNames: false)
    #expect(Theme.dark.personNameStyle(of: handle, plain) == Theme.dark.style(.author))
  }

  @Test func `a count of zero is shown and clickable in the selected post only`() {
    let screen = screen(
      options: DisplayOptions(), ["1", "2"].map { entry($0, by: Posts.person("Mei")) })

    let lines = screen.text.split(separator: "\n", omittingEmptySubsequences: false)
    let hit = screen.view.pane.itemAndAction(at: CellPosition(row: 6, column: 16))

    #expect(lines[3] == "▌ ↩      ↻      ♡")
    #expect(lines.count { $0.contains("♡") } == 1)
    #expect(hit?.index == 1 && hit?.action == nil)
    screen.press(.down)
    #expect(screen.view.pane.itemAndAction(at: CellPosition(row: 6, column: 16))?.action != nil)
  }

  @Test func `the author's picture is beside the post, and fetched after the photos`() {
    let photo = Photo(
      id: .init("boat"), renditions: [], size: PhotoSize(width: 3, height: 2), altText: "A boat")

    let screen = screen([
      entry("1", by: person("Mei")), entry("2", by: person("Ada"), photos: [photo]),
    ])
    let lines = screen.text.split(separator: "\n", omittingEmptySubsequences: false)

    #expect(shelf.asked == ["boat", "https://Mei.example/a", "https://Ada.example/a"])
    #expect(shelf.wishes.last?.box == CellSize(rows: 2, columns: 4))
    #expect(lines[1].hasPrefix("▌ ▒▒▒▒ Mei  @mei@example.social"))
  }

  @Test func `a profile picture that is not loaded is drawn as an initial`() {
    let shelf = FakePhotoPipeline { _, _ in .failed(.notShowable) }
    let screen = StreamScreen(options: DisplayOptions(showsPeople: true), pictures: shelf)

    screen.show([entry("1", by: person("mei")), entry("2", by: Posts.person("Ada"))])

    let lines = screen.text.split(separator: "\n", omittingEmptySubsequences: false)
    #expect(lines[1].hasPrefix("▌  M   mei") && lines[5].hasPrefix("   A   Ada"))
  }

  @Test(arguments: [
    (40, DisplayOptions(showsPeople: true), false), (80, DisplayOptions(), false),
    (80, DisplayOptions(isPlain: true, showsPeople: true), false),
    (80, DisplayOptions(showsPeople: true), true),
  ])
  func `narrow screens, slow connections and the setting hide profile pictures`(
    columns: Int, options: DisplayOptions, isLineSlow: Bool
  ) {
    shelf.isLineSlow = isLineSlow

    let screen = screen(columns: columns, options: options, [entry("1", by: person("Mei"))])

    #expect(!screen.text.isEmpty && shelf.asked.isEmpty)
  }

  @Test func `in block characters a small profile picture is an initial, which is not fetched`() {
    shelf.drawsBlocks = true

    let screen = screen([entry("1", by: person("Mei")), entry("2", by: person("Ada"))])

    let lines = screen.text.split(separator: "\n", omittingEmptySubsequences: false)
    #expect(lines[1].hasPrefix("▌  M   Mei") && lines[5].hasPrefix("   A   Ada"))
    #expect(shelf.asked.isEmpty)
  }

  @Test func `a long description of a photo has two lines`() {
    let words = Array(repeating: "harbour", count: 30).joined(separator: " ")
    let photo = Photo(
      id: .init("boat"),
      renditions: [.init(url: "https://a.example/b", size: .init(width: 3, height: 2))],
      size: PhotoSize(width: 3, height: 2), altText: words)

    let text = screen(
      options: DisplayOptions(), [entry("1", by: Posts.person("Mei"), photos: [photo])]
    ).text

    let lines = text.split(separator: "\n").filter { $0.contains("harbour") }
    #expect(lines.count == 2 && !lines[0].hasSuffix("…") && lines[1].hasSuffix("…"))
  }

  @Test func `an entry of a web feed has a strong title, and no sign for replies`() throws {
    var abilities = PostAbilities.all
    abilities.hasArticles = true
    let posts = PostViewModelFactory(
      wording: Wording(), abilities: abilities, options: DisplayOptions())
    func viewModel(canBeAnswered: Bool) -> PostViewModel {
      posts.postViewModel(
        of: PostItem(
          Post(
            id: Post.ID("1"), author: Posts.person("Fog"), createdAt: Posts.now,
            content: Post.PostContent(
              text: RichText(runs: [.init("The ferry", .emphasis), .init("\nIt is late.")])),
            counts: .unknown, canBeAnswered: canBeAnswered)), now: Posts.now)
    }

    let entry = viewModel(canBeAnswered: false)

    #expect(entry.paragraphs[0].map(\.span) == [StyledSpan("The ferry", .strong)])
    #expect(entry.paragraphs[1].map(\.span) == [StyledSpan("It is late.")])
    #expect(!entry.counts.contains { $0.symbol == "↩" })
    #expect(viewModel(canBeAnswered: true).counts.contains { $0.symbol == "↩" })
  }

  @Test func `the text of an entry does not repeat the description of a photo shown below`() {
    var abilities = PostAbilities.all
    abilities.hasArticles = true
    let posts = PostViewModelFactory(
      wording: Wording(), abilities: abilities, options: DisplayOptions())
    let text = "It is late.\n\n[The ferry at dusk]\n\nVery late.\n\n[A map]\n\n[The ferry at dusk]"

    let entry = posts.postViewModel(
      of: PostItem(
        Posts.post(
          "1", by: "Fog", RichText(text), photos: [Posts.photo("The ferry at dusk")])),
      now: Posts.now)

    #expect(
      entry.paragraphs.map { $0.map(\.span.text.string).joined() } == [
        "It is late.", "", "Very late.", "", "[A map]",
      ])
  }

  @Test func `small pictures that cannot be recognised are described, large ones shown`() {
    shelf.showsPortraits = false
    let photo = Photo(
      id: .init("boat"),
      renditions: [.init(url: "https://a.example/b", size: .init(width: 3, height: 2))],
      size: PhotoSize(width: 3, height: 2), altText: "A boat")

    let rows = [entry("1", by: Posts.person("Mei"), photos: [photo])]
    let screen = screen(rows)

    #expect(screen.text.contains("A boat") && shelf.asked.isEmpty)
    screen.show(rows, as: .album)
    #expect(screen.text.contains("A boat") && Set(shelf.asked) == ["boat"])
  }

  @Test func `pictures too coarse for faces hide profile pictures`() {
    shelf.showsPortraits = false

    let screen = screen(
      columns: 80, options: DisplayOptions(showsPeople: true), [entry("1", by: person("Mei"))])

    #expect(!screen.text.isEmpty && shelf.asked.isEmpty)
  }

  @Test func `a preview card is a box with site, title, summary and picture`() {
    let words = "A few words about it that are long enough to need a second line, and a third one"
    let picture = Photo(
      id: .init("p"), renditions: [], size: PhotoSize(width: 4, height: 3), altText: "")
    let card = LinkPreview(
      url: "https://a.example/b", title: "The title", summary: words + ", " + words, site: "A site",
      picture: picture)
    let screen = screen(
      options: DisplayOptions(), [entry("1", by: Posts.person("Mei"), card: card)])

    let drawing = screen.text.split(separator: "\n", omittingEmptySubsequences: false)[2...8]

    #expect(
      drawing.joined(separator: "\n") == """
        ▌ Words of 1.
        ▌ ╭──────────────────────────────────────────────────────────────────────╮
        ▌ │ ▒▒▒▒▒▒▒▒▒▒▒▒▒▒ A site                                                │
        ▌ │ ▒▒▒▒▒▒▒▒▒▒▒▒▒▒ The title                                             │
        ▌ │ ▒▒▒▒▒▒▒▒▒▒▒▒▒▒ A few words about it that are long enough to need a   │
        ▌ │ ▒▒▒▒▒▒▒▒▒▒▒▒▒▒ second line, and a third one, A few words about it t… │
        ▌ ╰──────────────────────────────────────────────────────────────────────╯
        """)
    #expect(shelf.wishes == [.init(photo: "p", box: CellSize(rows: 4, columns: 14))])
  }

  @Test func `a post whose author has no handle is shown without an at sign`() throws {
    let saved = Person(id: Person.ID("saved"), handle: "", name: "Saved")
    let screen = StreamScreen(columns: 40, rows: 12)
    let row = entry("1", by: saved)
    screen.show([row])
    #expect(screen.text.contains("Saved · now") && !screen.text.contains("@"))

    guard case .entry(let item) = row else { return }
    let formatter = PostFormatter(wording: Wording(), now: Posts.now)
    let lines = formatter.printedLines(for: item) + [formatter.singlePrintedLine(for: item)]
    let texts = lines.map { $0.spans.map(\.text.string).joined() }
    #expect(texts.first == "Saved · now" && texts.last?.contains(" Saved  Words") == true)
    #expect(!texts.contains { $0.contains("@") })
  }

  @Test func `a preview card without picture is a box of words`() {
    let screen = StreamScreen(columns: 40, rows: 12)
    screen.show([
      entry(
        "1", by: Posts.person("Mei"),
        card: LinkPreview(url: "https://a.example/b", title: "The title", summary: ""))
    ])

    let drawing = screen.text.split(separator: "\n", omittingEmptySubsequences: false)[3...6]

    #expect(
      drawing.joined(separator: "\n") == """
        ▌ ╭───────────────────────────────────╮
        ▌ │ a.example                         │
        ▌ │ The title                         │
        ▌ ╰───────────────────────────────────╯
        """)
  }
}
