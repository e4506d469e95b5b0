import FeedDomain

/// Posts as they come from a service, for the tests.
enum Posts {
  static let now = Timestamp(milliseconds: 1_700_000_000_000)
  static let account = Account(service: .tweetie, person: .init("me"), handle: "mei@example.social")

  static func person(_ name: String, handle: String? = nil) -> Person {
    let small = name.split(separator: " ").first.map { $0.lowercased() } ?? ""
    return Person(
      id: Person.ID(small), handle: handle ?? "\(small)@example.social", name: name)
  }

  static func post(
    _ id: String, by author: String = "Mei Tanaka", _ text: RichText,
    minutesAgo: Int = 3, warning: String? = nil, photos: [Photo] = [], poll: Poll? = nil,
    card: LinkPreview? = nil, quote: Quote? = nil, place: Place? = nil,
    reply: Post.ReplyTarget? = nil,
    visibility: Visibility = .everybody, url: String? = nil,
    counts: Post.PostCounts = Post.PostCounts(),
    own: Post.UserPostMarks = []
  ) -> Post {
    Post(
      id: Post.ID(id), author: person(author),
      createdAt: now.timeAdvanced(by: .seconds(-60 * minutesAgo)),
      content: Post.PostContent(
        text: text, warning: warning, photos: photos, poll: poll, card: card, quote: quote,
        place: place),
      reply: reply, visibility: visibility, url: url, counts: counts, userMarks: own)
  }

  static func photo(_ alt: String, isSensitive: Bool = false) -> Photo {
    Photo(
      id: .init(alt), renditions: [], size: PhotoSize(width: 1200, height: 800), altText: alt,
      isSensitive: isSensitive)
  }

  /// A stream as it might be on any evening.
  static let evening: [FeedRow] = [
    .entry(
      FeedEntry(
        id: .init("b1"),
        post: post(
          "1", by: "Mei Tanaka",
          RichText(runs: [
            .init("The ferry was late, so we had an hour of evening light over "),
            .init("#harbour", .tag("harbour")),
            .init(" and nothing to do but look. More at "),
            .init("example.social/ferry", .link("https://example.social/ferry")),
          ]), counts: .init(replies: 3, boosts: 12, likes: 48), own: .liked),
        boostedBy: person("Ada Okafor"))),
    .entry(
      FeedEntry(
        post(
          "2", by: "Jonas Berg", RichText("Which loaf for Sunday?"), minutesAgo: 42,
          poll: Poll(
            options: [.init(title: "Rye", votes: 31), .init(title: "Spelt", votes: 19)],
            closesAt: now.timeAdvanced(by: .seconds(7_300)), chosenOptions: [0]),
          counts: .init(replies: 1, boosts: 0, likes: 5)))),
    .gap(TimelineGap(id: .init("g"), older: Cursor("c"), entryBelow: .init("3"))),
    .entry(
      FeedEntry(
        post(
          "3", by: "Noor", RichText("It ends with the dog."), minutesAgo: 150,
          warning: "film spoiler", reply: .init(to: .init("0"), handle: "sam@example.social"),
          counts: .init(replies: 0, boosts: 2, likes: 1_250), own: [.boosted, .bookmarked]))),
    .entry(
      FeedEntry(
        post(
          "4", by: "Sam Lee", RichText("First light."), minutesAgo: 3_000,
          photos: [photo("Fog over a lake with one rowing boat")],
          place: Place(name: "Lake Bled", latitude: 46.4, longitude: 14.1),
          visibility: .followers))),
  ]
}
