import FeedDomain

/// Posts, people and pages to store.
enum Samples {
  static let account = Account.ID("tweetie:ada")
  static let now = Timestamp(milliseconds: 1_800_000_000_000)

  static func person(_ name: String = "ada") -> Person {
    Person(
      id: Person.ID("p-\(name)"), handle: name, name: "Dr. \(name)",
      bio: RichText("Counts."), url: "https://example.org/\(name)",
      counts: Person.PersonCounts(followers: 3, following: 4, posts: 5), relationship: .followed)
  }

  static func post(
    _ id: Int, _ text: String = "Hello", at moment: Int64? = nil, replyTo: Int? = nil,
    likes: Int = 0, own: Post.UserPostMarks = [], untold: Post.UserPostMarks = []
  ) -> Post {
    Post(
      id: Post.ID("\(id)"), author: person(),
      createdAt: Timestamp(milliseconds: moment ?? 1_700_000_000_000 + Int64(id) * 60_000),
      content: Post.PostContent(text: RichText(text)),
      reply: replyTo.map { Post.ReplyTarget(to: Post.ID("\($0)"), handle: "ada") },
      counts: Post.PostCounts(likes: likes), userMarks: own, unknownMarks: untold)
  }

  /// A page of posts in that order, the newest first.
  static func page(
    _ ids: [Int], older: String? = nil, hasNewer: Bool = false
  ) -> FeedPage {
    FeedPage(
      ids.map { FeedEntry(post($0)) }, older: older.map { Cursor($0) }, hasNewer: hasNewer)
  }

  /// A post with everything a post can have.
  static let everything = Post(
    id: Post.ID("all"), author: person("grace"), createdAt: Timestamp(milliseconds: -5),
    content: Post.PostContent(
      text: RichText(runs: [
        RichText.RichTextRun("Look "), RichText.RichTextRun("here", .link("https://example.org")),
        RichText.RichTextRun("@ada", .mention(Person.ID("p-ada"))),
        RichText.RichTextRun("#日本", .tag("日本")),
        RichText.RichTextRun("now", .emphasis), RichText.RichTextRun("x = 1", .code),
      ]),
      warning: "Spoiler",
      photos: [
        Photo(
          id: Photo.ID("ph"), kind: .animation,
          renditions: [
            Photo.PhotoRendition(
              url: "https://example.org/s", size: PhotoSize(width: 40, height: 30))
          ],
          size: PhotoSize(width: 4000, height: 3000), altText: "A lighthouse at dusk",
          blurhash: "LEHV6nWB2yk8", colour: 0x33_66_99, photographer: "Vivian", licence: "CC BY",
          place: Place(name: "Hanoi", latitude: 21.03, longitude: 105.85), isSensitive: true)
      ],
      poll: Poll(
        options: [
          Poll.PollOption(title: "Yes", votes: 3), Poll.PollOption(title: "No", votes: nil),
        ],
        closesAt: Timestamp(milliseconds: .max), chosenOptions: [1, 0]),
      card: LinkPreview(url: "https://example.org/c", title: "Card", summary: "About cards"),
      quote: Quote(id: Post.ID("q"), handle: "alan", name: "Alan", text: RichText("Quoted")),
      place: Place(name: "London", latitude: 51.5, longitude: -0.12),
      mentions: ["ada", "tomas@notes.example.org"], editedAt: .noon, language: "de"),
    reply: Post.ReplyTarget(to: Post.ID("r"), handle: nil), visibility: .followers,
    url: "https://example.org/all", counts: Post.PostCounts(replies: 1, boosts: 2, likes: .max),
    userMarks: [.liked, .bookmarked])
}

extension Timestamp {
  static let noon = Timestamp(milliseconds: 1_700_000_000_000)
}
