import Doubles
import FeedDomain
import Testing

/// What becomes of each part of a post that is held when a service tells of the post again.
struct PostMergingTests {
  private let held = Post(
    id: Post.ID("1"), author: .sample("ada"), createdAt: Timestamp(milliseconds: 1),
    content: Post.PostContent(
      text: RichText("Then"), warning: "Spoiler", foldReason: "Regatta",
      photos: [.at(lisbon, isSensitive: true)],
      poll: Poll(options: [.init(title: "Yes", votes: 1)], closesAt: nil),
      card: LinkPreview(url: "https://example.org", title: "Then", summary: ""),
      quote: Quote(id: Post.ID("q"), handle: "cy", name: "Cy", text: RichText("Then")),
      place: lisbon, mentions: ["bo"], editedAt: Timestamp(milliseconds: 2)),
    reply: Post.ReplyTarget(to: Post.ID("0"), handle: "bo"), visibility: .followers,
    url: "https://example.org/then", counts: Post.PostCounts(replies: 1, boosts: 2, likes: 3),
    userMarks: [.liked, .bookmarked], canBeAnswered: false, canBeQuoted: false)

  private static let lisbon = Place(name: "Lisbon", latitude: 38.7, longitude: -9.1)

  private let bare = Post(
    id: Post.ID("1"), author: .sample("bo"), createdAt: Timestamp(milliseconds: 9),
    content: Post.PostContent(text: RichText("Now"), photos: [.at(nil, isSensitive: false)]),
    reply: Post.ReplyTarget(to: Post.ID("0"), handle: nil), counts: .unknown,
    unknownMarks: [.liked, .boosted])

  @Test(arguments: [Post.PostFetchSource.inStream, .elsewhere])
  func `marks that a service does not tell are kept, others are replaced`(
    place: Post.PostFetchSource
  ) {
    let merged = bare.mergedPost(with: held, fetchedAs: place)

    #expect(merged.userMarks == .liked)
    #expect(merged.unknownMarks == [])
    #expect(bare.mergedPost(with: nil, fetchedAs: place).userMarks == [])
    #expect(bare.mergedPost(with: nil, fetchedAs: place).unknownMarks == [])
  }

  @Test(arguments: [Post.PostFetchSource.inStream, .elsewhere])
  func `a post without a date keeps the time it was first received`(place: Post.PostFetchSource) {
    func told(_ milliseconds: Int64, isDated: Bool) -> Post {
      Post(
        id: Post.ID("1"), author: .sample("bo"), createdAt: Timestamp(milliseconds: milliseconds),
        content: Post.PostContent(text: RichText("Now")), isDated: isDated)
    }
    let first = told(500, isDated: false).mergedPost(with: nil, fetchedAs: place)
    let again = told(900, isDated: false).mergedPost(with: first, fetchedAs: place)

    #expect(first.createdAt.milliseconds == 500)
    #expect(again == first)
    #expect(
      told(7, isDated: true).mergedPost(with: again, fetchedAs: place).createdAt.milliseconds == 7)
  }

  @Test(arguments: [Post.PostFetchSource.inStream, .elsewhere])
  func `each count that a service does not tell is kept`(place: Post.PostFetchSource) {
    let some = bare.replacingCountsAndMarks(
      counts: Post.PostCounts(replies: nil, boosts: 0, likes: nil), marks: [])

    #expect(bare.mergedPost(with: held, fetchedAs: place).counts == held.counts)
    #expect(
      some.mergedPost(with: held, fetchedAs: place).counts
        == Post.PostCounts(replies: 1, boosts: 0, likes: 3))
    #expect(bare.mergedPost(with: nil, fetchedAs: place).counts == .unknown)
  }

  @Test(arguments: [Post.PostFetchSource.inStream, .elsewhere])
  func `a post keeps its place until another place is told`(place: Post.PostFetchSource) {
    let porto = Place(name: "Porto", latitude: 41.1, longitude: -8.6)
    let moved = bare.replacingContent(
      Post.PostContent(
        text: RichText("Now"), photos: [.at(porto, isSensitive: false)], place: porto))

    let merged = bare.mergedPost(with: held, fetchedAs: place)

    #expect(merged.content.place == Self.lisbon)
    #expect(merged.content.photos.map(\.place) == [Self.lisbon])
    #expect(moved.mergedPost(with: held, fetchedAs: place).content.place == porto)
  }

  @Test(arguments: [Post.PostFetchSource.inStream, .elsewhere])
  func `a reply keeps the handle it answers, unless it answers another post`(
    place: Post.PostFetchSource
  ) {
    let other = Post(
      id: Post.ID("1"), author: .sample("ada"), createdAt: Timestamp(milliseconds: 1),
      content: Post.PostContent(text: RichText("")),
      reply: Post.ReplyTarget(to: Post.ID("9"), handle: nil))

    #expect(bare.mergedPost(with: held, fetchedAs: place).reply == held.reply)
    #expect(other.mergedPost(with: held, fetchedAs: place).reply == other.reply)
    #expect(Post.sample("1").mergedPost(with: held, fetchedAs: place).reply == nil)
  }

  @Test func `a filter's fold is kept from another fetch, and replaced by a stream's page`() {
    #expect(bare.mergedPost(with: held, fetchedAs: .elsewhere).content.foldReason == "Regatta")
    #expect(bare.mergedPost(with: held, fetchedAs: .inStream).content.foldReason == nil)
  }

  @Test func `a photo's cover is kept from another fetch, and replaced by a stream's page`() {
    #expect(
      bare.mergedPost(with: held, fetchedAs: .elsewhere).content.photos.map(\.isSensitive) == [true]
    )
    #expect(
      bare.mergedPost(with: held, fetchedAs: .inStream).content.photos.map(\.isSensitive) == [false]
    )
  }

  @Test(arguments: [Post.PostFetchSource.inStream, .elsewhere])
  func `all other parts of a merged post are those of the fetched one`(place: Post.PostFetchSource)
  {
    let merged = bare.mergedPost(with: held, fetchedAs: place)

    #expect(merged.id == bare.id)
    #expect(merged.author == bare.author)
    #expect(merged.createdAt == bare.createdAt)
    #expect(merged.content.text == bare.content.text)
    #expect(merged.content.warning == nil)
    #expect(merged.content.poll == nil)
    #expect(merged.content.card == nil)
    #expect(merged.content.quote == nil)
    #expect(merged.content.mentions == [])
    #expect(merged.content.editedAt == nil)
    #expect(merged.visibility == .everybody)
    #expect(merged.url == nil)
    #expect(merged.canBeAnswered)
    #expect(merged.canBeQuoted)
  }

  @Test func `the reply to an action changes only the marks and counts it tells`() {
    let taken = bare.settingMark(.boosted, isSet: true).mergedPost(
      with: held, fetchedAs: .actionReply)

    #expect(taken == held.replacingCountsAndMarks(counts: held.counts, marks: [.liked, .boosted]))
  }

  @Test func `a mark does not change a count that is not told`() {
    let liked = bare.settingMark(.liked, isSet: true)

    #expect(liked.counts == .unknown)
    #expect(liked.userMarks == .liked)
  }
}

extension Photo {
  fileprivate static func at(_ place: Place?, isSensitive: Bool) -> Photo {
    Photo(
      id: ID("p"), renditions: [], size: PhotoSize(width: 3, height: 2), altText: "",
      place: place, isSensitive: isSensitive)
  }
}
