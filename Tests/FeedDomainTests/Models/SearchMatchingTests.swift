import Doubles
import FeedDomain
import Testing

/// Which posts a search finds.
@Suite struct SearchMatchingTests {
  private let post = Post(
    id: Post.ID("1"),
    author: Person(id: Person.ID("ada"), handle: "ada@example.org", name: "Zoë Ókafor"),
    createdAt: FakeWorld.noon,
    content: Post.PostContent(
      text: RichText(runs: [
        RichText.RichTextRun("The late ferry to Việt Trì, "),
        RichText.RichTextRun("#Straßenbahn", .tag("Straßenbahn")),
        RichText.RichTextRun("here", .link("https://example.org")),
      ]),
      photos: [.sample("a")], language: "pt-BR"))

  @Test(arguments: [
    ("ferry", true), ("FERR", true), ("fe", false), ("erry", false), ("viet tri", true),
    ("zoe", true), ("\"late ferry\"", true), ("\"ferry late\"", false), ("\"late ferr\"", false),
    ("ferry -late", false), ("ferry -early", true), ("#straßenbahn", true),
    ("#strassenbahn", false),
    ("#bus,#straßenbahn", true), ("#bus", false), ("from:ada", true), ("from:ad", false),
    ("from:ada@example.org", true), ("from:zoe", true), ("from:okafor", false),
    ("from:\"zoë okafor\"", true), ("-from:ada", false), ("has:photo", true), ("has:link", true),
    ("has:video", false), ("-has:poll", true), ("lang:pt", true), ("lang:pt-BR", true),
    ("lang:pt-PT", false), ("lang:p", false), ("since:2026-03-04", true),
    ("since:2026-03-05", false),
    ("until:2026-03-04", true), ("until:2026-03-03", false), ("", false),
  ])
  func `a search query matches a post if all its terms do`(typed: String, isFound: Bool) {
    #expect(SearchQuery(typed, in: StillWorld(now: FakeWorld.noon)).matchesPost(post) == isFound)
  }

  @Test(arguments: [
    ("ferries", true), ("-ferry", false), ("ferries has:poll", false), ("ferries has:photo", true),
    ("\"early ferry\"", false),
  ])
  func `a post found by a service may have the words in other forms`(
    typed: String, isAdmitted: Bool
  ) {
    #expect(SearchQuery(typed, in: StillWorld()).confirmsFoundPost(post) == isAdmitted)
  }

  @Test(arguments: [
    ("has:audio", true), ("has:video", false), ("file:fog.mp3", true), ("file:/\\.ogg$/", false),
    ("-file:/ogg/", true), ("in:/fog\\.example/", true), ("in:/sea/", false),
    ("in:\"/News/\"", true), ("-in:/fog/", false),
  ])
  func `an episode is found by its kind, its file and the address of its feed`(
    typed: String, isFound: Bool
  ) {
    let sound = Photo(
      id: Photo.ID("1"), kind: .audio, address: "https://cdn.example/fog.mp3", renditions: [],
      size: PhotoSize(width: 1, height: 1), altText: "")
    let post = Post(
      id: Post.ID("fog/1"), author: Person(id: Person.ID("fog"), handle: "fog", name: "Fog"),
      createdAt: FakeWorld.noon,
      content: Post.PostContent(text: RichText("Episode 1"), photos: [sound]))
    let feed = Subscription(
      id: Subscription.ID("fog"), address: "https://fog.example/feed", name: "Fog", folder: "News")

    let query = SearchQuery(typed, in: StillWorld()).resolvingFeedNames(
      in: [feed], nestsFolders: true)

    #expect(query.mistakes == [])
    #expect(query.matchesPost(post) == isFound)
  }

  @Test func `a mistake in the expression after in: is named`() {
    let query = SearchQuery("in:/(/", in: StillWorld())

    #expect(query.mistakes.count == 1 && query.terms == [])
  }

  private static func entry(_ runs: [RichText.RichTextRun]) -> Post {
    Post(
      id: Post.ID("1"),
      author: Person(id: Person.ID("sea"), handle: "sea.example", name: "Sea News"),
      createdAt: FakeWorld.noon, content: Post.PostContent(text: RichText(runs: runs)),
      url: "https://sea.example/2026/late-ferry.html")
  }

  /// An entry of a web feed with a title and an author.
  private static let entry = entry([
    .init("The late ferry", .emphasis), .init("\n"), .init("A tram waits.\nAda is late too."),
    .init("\n— Bo Lind"),
  ])

  @Test(arguments: [
    ("title:ferry", true), ("title:FERR", true), ("title:tram", false), ("-title:tram", true),
    ("title:\"late ferry\"", true), ("title:/^the .* ferry$/", true), ("title:/^late/", false),
    ("author:bo", true), ("author:lind", true), ("author:ada", false), ("author:sea", false),
    ("author:/lind|okafor/", true), ("-author:bo", false), ("text:tram", true),
    ("text:ferry", false), ("text:lind", false), ("text:/waits\\.$/", false),
    ("text:/too\\.$/", true), ("link:late-ferry", true), ("link:/html$/", true),
    ("link:\"sea.example/2026\"", true), ("link:tram", false), ("from:/^sea/", true),
    ("from:/^news/", false), ("from:/example$/", true), ("title:ferry text:tram", true),
  ])
  func `a search term can be limited to a part of an entry`(typed: String, isFound: Bool) {
    let query = SearchQuery(typed, in: StillWorld(now: FakeWorld.noon))
    #expect(query.mistakes == [])
    #expect(query.matchesPost(Self.entry) == isFound)
    #expect(query.confirmsFoundPost(Self.entry) == isFound)
  }

  @Test(arguments: [
    ("title:one", true), ("title:two", false), ("text:two", true), ("author:sea", true),
    ("author:news", true), ("author:two", false),
  ])
  func `the title of a post without one is its first line`(
    typed: String, isFound: Bool
  ) {
    let post = Self.entry([.init("Line one — a dash"), .init("\nline two")])
    #expect(SearchQuery(typed, in: StillWorld()).matchesPost(post) == isFound)
  }

  @Test func `services are asked for the words of title and text terms`() {
    let query = SearchQuery("title:late -title:x text:\"a b\" author:bo", in: StillWorld())
    #expect(query.words == ["late", "a b"])
    #expect(query.subjects == .words)
    #expect(SearchQuery("author:bo", in: StillWorld()).subjects == .others)
  }

  @Test func `words are found at their position, whatever their case and accents`() {
    let words = SearchableWords("Die Größe der BRÜCKE, 東京 e\u{301}tude")

    #expect(words.words.map(\.text) == ["die", "große", "der", "brucke", "東", "京", "etude"])
    #expect(words.phraseRanges(of: SearchPhrase(beginning: "bruck")) == [14..<20])
    #expect(words.phraseRanges(of: SearchPhrase(whole: "京 étude")) == [23..<30])
    #expect(words.phraseRanges(of: SearchPhrase(whole: "die der")) == [])
  }

  @Test func `the search for similar posts has the post's tags, and photos if it has some`() {
    #expect(post.content.searchForSimilar == "#Straßenbahn has:photo")
  }
}
