import FeedDomain
import Terminal
import Testing

@testable import Preferences
@testable import Scenes
@testable import TweetieTUI
@testable import Words

/// The words of rows and scenes, as a screen reader reads them.
@MainActor struct SceneWordsTests {
  private static let options = DisplayOptions(isPlain: true)
  private let posts = PostViewModelFactory(options: Self.options)

  private func lines(of post: Post, boostedBy: Person? = nil) -> [String] {
    posts.screenReaderLines(of: PostItem(post, boostedBy: boostedBy), now: Posts.now).map(\.string)
  }

  @Test func `a post is read with author, time, text and counts`() {
    let post = Posts.post(
      "1", RichText("First line.\n\nSecond line."),
      counts: .init(replies: 3, boosts: 12, likes: 48),
      own: .liked)

    let lines = lines(of: post, boostedBy: Posts.person("Ada Okafor"))

    #expect(lines[0] == "Mei Tanaka, @mei@example.social, 3 minutes ago")
    #expect(lines[1].contains("Ada Okafor"))
    #expect(lines[2...3] == ["First line.", "Second line."])
    #expect(lines[4].contains("3 replies") && lines[4].contains("12 boosts"))
    #expect(lines[4].contains("48 likes"))
  }

  @Test func `pictures are read by their descriptions, unless they are covered`() {
    let photos = [Posts.photo("A heron"), Posts.photo("A secret", isSensitive: true)]

    let lines = lines(
      of: Posts.post(
        "1", RichText("Look"), photos: photos))

    #expect(lines.contains { $0.hasSuffix(": A heron") })
    #expect(!lines.contains { $0.contains("A secret") })
  }

  @Test func `polls, link previews and warnings are read, a folded text is not`() {
    let poll = Poll(
      options: [.init(title: "Rye", votes: 3), .init(title: "Spelt", votes: 1)],
      closesAt: Posts.now.timeAdvanced(by: .seconds(60)), chosenOptions: [0])
    let polled = lines(
      of: Posts.post(
        "1", RichText("Which?"), poll: poll))
    #expect(polled.contains("Rye, 75%, your choice") && polled.contains("Spelt, 25%"))

    let card = LinkPreview(
      url: "https://a.example/b", title: "Ferries", summary: "All times", site: "Harbour")
    #expect(
      lines(
        of: Posts.post(
          "1", RichText("See"), card: card)
      ).contains("Harbour. Ferries. All times"))

    let folded = lines(
      of: Posts.post(
        "1", RichText("The end is near"), warning: "Film"))
    #expect(folded.contains("Film") && !folded.contains("The end is near"))
  }

  @Test func `a post's age is read in words`() {
    let post = Posts.post(
      "1", RichText("Text"), minutesAgo: 0)
    #expect(lines(of: post)[0].hasSuffix("just now"))
    let old = Posts.post(
      "1", RichText("Text"), minutesAgo: 60 * 24 * 3)
    #expect(lines(of: old)[0].hasSuffix("3 days ago"))
  }

  @Test func `a stream provides numbered rows, and a move selects one`() throws {
    let screen = StreamScreen(options: Self.options).show()

    let words = screen.view.screenReaderContents(at: Posts.now)

    #expect(words.title == "Home")
    let items = try #require(words.items)
    #expect(items.ids.count == Posts.evening.count && items.selected == 0)
    #expect(items.lines(0).first == "Mei Tanaka, @mei@example.social, 3 minutes ago")
    // A gap has words, too.
    #expect(items.lines(2).first?.isBlank == false)
    items.select(1)
    #expect(screen.view.screenReaderContents(at: Posts.now).items?.selected == 1)
    #expect(words.marks == .liked)
  }

  @Test(arguments: [
    (TimelineLayout.list, "Full posts: only the screen changes."),
    (.lines, "One line per post: only the screen changes."),
    (.album, "Large photos: only the screen changes."),
    (.wall, "Photo wall: only the screen changes."),
    // There is no carousel in words.
    (.carousel, "Photo wall: only the screen changes."),
  ])
  func `a stream names its layout`(layout: TimelineLayout, name: String) {
    let screen = StreamScreen(options: Self.options).show(as: layout)

    #expect(screen.view.screenReaderContents(at: Posts.now).modes.map(\.string) == [name])
  }

  @Test func `a QR code is read as its address, once`() {
    let view = QRCodeView(of: "https://example.social/@mei/1", wording: Wording())
    let words = view.screenReaderContents(at: Posts.now)

    let lines = SpokenLineFactory(wording: Wording()).sceneOpeningLines(
      SpokenSceneContents(view, words))
    #expect(lines.map(\.string) == ["QR code", "https://example.social/@mei/1"])
  }

  @Test func `no row of a stream contains drawing characters`() {
    let screen = StreamScreen(options: Self.options).show()

    let items = screen.view.screenReaderContents(at: Posts.now).items
    let text = (0..<(items?.ids.count ?? 0)).flatMap { items?.lines($0) ?? [] }.map(\.string)
    #expect(!text.joined().unicodeScalars.contains { (0x2500...0x259F).contains($0.value) })
    #expect(!text.joined().contains("↻") && !text.joined().contains("♥"))
  }

  @Test func `a row laid out in columns is read with commas`() {
    var line = Line("Mei", .plain)
    line.append("   @mei · follows you", .plain)
    #expect([line, Line()].spoken == ["Mei, @mei, follows you"])
  }
}
