import Doubles
import FeedDomain
import Testing

@testable import Console
@testable import Words

/// Links and attachments where nobody can follow or look at them: whatever prints a post tells
/// where they are.
struct CommandLineLinkTests {
  private static let long = "https://example.org/2026/11/a-long-page-name-that-goes-on-and-on"
  private static let page = "https://example.org/tides"

  private static let post: Post = {
    let plain = CommandFixture.post("p1", "")
    return Post(
      id: plain.id, author: plain.author, createdAt: plain.createdAt,
      content: Post.PostContent(
        text: RichText(runs: [
          .init("See "), .init("example.org/2026/11/a-long-pag…", .link(long)), .init(" or "),
          .init("the tides", .link(page)),
        ]),
        photos: [film, sound, picture],
        quote: Quote(
          id: Post.ID("q"), handle: "bo", name: "Bo",
          text: RichText(runs: [.init("example.org/2026/11/a-l…", .link(long))]))),
      counts: plain.counts)
  }()

  private static func rendition(_ name: String, _ width: Int) -> Photo.PhotoRendition {
    .init(url: "https://f.example/\(name)", size: PhotoSize(width: width, height: width))
  }

  private static let film = Photo(
    id: Photo.ID("f"), kind: .animation, address: "https://f.example/film.mp4",
    renditions: [rendition("poster.jpg", 40)], size: PhotoSize(width: 40, height: 40),
    altText: "Waves")
  private static let sound = Photo(
    id: Photo.ID("s"), kind: .audio, address: "https://f.example/sound.ogg", renditions: [],
    size: PhotoSize(width: 1, height: 1), altText: "")
  private static let picture = Photo(
    id: Photo.ID("p"), renditions: [rendition("small.jpg", 40), rendition("large.jpg", 400)],
    size: PhotoSize(width: 400, height: 400), altText: "A boat")

  private func fixture() async throws -> CommandFixture {
    var fixture = CommandFixture()
    fixture.service.pages = [FeedPage([FeedEntry(Self.post)], older: nil)]
    fixture.service.conversations = [
      Self.post.id: Conversation(
        focus: Self.post.id, nodes: [Conversation.ConversationNode(Self.post, depth: 0)])
    ]
    fixture.service.people = [Person(id: Person.ID("1"), handle: "ada", name: "Ada")]
    fixture.service.notifications = StubNotificationPages(pages: [
      [
        Notification(
          id: Notification.ID("n"), kind: .mention, people: [Self.post.author], count: 1,
          post: Self.post, createdAt: FakeWorld.noon)
      ]
    ])
    fixture.service.messages = StubDirectConversations([.sample("1", "ada", last: Self.post)])
    fixture.store = FakeFeedStore([
      .home: [FeedEntry(Self.post), FeedEntry(CommandFixture.post("p0", "Old"))]
    ])
    try await fixture.store.advanceLastReadEntry(
      FeedEntry.ID("p0"), in: .stream(.home, CommandFixture.ada.account.id))
    return fixture
  }

  private static let commands = [
    ["feed", "-n", "1"], ["feed", "--offline"], ["thread", "p1"], ["show", "p1"],
    ["show", "p1", "--offline"], ["search", "See"], ["notifications"], ["messages"],
    ["catch-up", "--offline"],
  ]

  @Test(arguments: commands)
  func `text output has each web address in full, also behind link text`(
    _ words: [String]
  ) async throws {
    let fixture = try await fixture()

    #expect(try await fixture.run(words) == .done)

    let text = fixture.output.text
    #expect(text.contains("See \(Self.long) or the tides <\(Self.page)>"), "\(text)")
    #expect(!text.contains("…"))
  }

  @Test(arguments: commands)
  func `JSON output has each web address in full, and the links with their texts`(
    _ words: [String]
  ) async throws {
    let fixture = try await fixture()

    #expect(try await fixture.run(words + ["--json"]) == .done)

    let text = fixture.output.text
    #expect(text.contains(#""text":"See \#(Self.long) or the tides","links":"#), "\(text)")
    #expect(
      text.contains(
        #""links":[{"url":"\#(Self.long)","text":"\#(Self.long)"},"#
          + #"{"url":"\#(Self.page)","text":"the tides"}]"#), "\(text)")
    #expect(!text.contains("a-long-pag…"))
  }

  @Test func `the JSON of a post has the address and preview of each attachment`() async throws {
    let fixture = try await fixture()

    #expect(try await fixture.run("show", "p1", "--json") == .done)

    let text = fixture.output.text
    for (url, preview) in [
      (#""https://f.example/film.mp4""#, #""https://f.example/poster.jpg""#),
      (#""https://f.example/sound.ogg""#, "null"),
      (#""https://f.example/large.jpg""#, #""https://f.example/small.jpg""#),
    ] {
      #expect(text.contains(#""url":\#(url),"preview":\#(preview),"description":"#), "\(text)")
    }
  }

  @Test func `text output has the addresses of videos and audio, and the description of pictures`()
    async throws
  {
    let fixture = try await fixture()

    #expect(try await fixture.run("show", "p1") == .done)

    #expect(
      fixture.output.text.contains(
        """
          [picture] Waves <https://f.example/film.mp4>
          [audio without description] <https://f.example/sound.ogg>
          [picture] A boat
          > @bo: \(Self.long)

        """), "\(fixture.output.text)")
  }

  @Test(arguments: ["json", "mbox", "html"])
  func `an exported archive has web addresses in full`(_ format: String) async throws {
    let fixture = try await fixture()

    #expect(try await fixture.run("export", "-", "--format", format) == .done)

    let text = fixture.output.text.replacing("=\n", with: "")
    for address in [Self.long, Self.page, "https://f.example/film.mp4"] {
      #expect(text.contains(address), "\(text)")
    }
    if format == "html" {
      #expect(text.contains(#"<a href="\#(Self.long)" rel="#))
      #expect(text.contains(">\(Self.long)</a>"))
    }
    #expect(!text.contains("a-long-pag…"))
  }
}
