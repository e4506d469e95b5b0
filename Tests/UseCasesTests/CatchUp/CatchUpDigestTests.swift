import Doubles
import Testing

@testable import FeedDomain
@testable import UseCases

struct CatchUpDigestTests {
  private let reader = SignedInAccount.sample.account

  /// A post so many minutes after the world began.
  private func post(
    _ id: String, by author: String = "ada", _ text: RichText = RichText("Hello"),
    answering parent: String? = nil,
    by other: String? = nil, likes: Int = 0, card: LinkPreview? = nil, mute: String? = nil,
    photos: [Photo] = []
  ) -> Post {
    var content = Post.PostContent(text: text, photos: photos, card: card)
    content.foldingMute = mute
    return Post(
      id: Post.ID(id), author: .sample(author), createdAt: Timestamp(milliseconds: 0),
      content: content,
      reply: parent.map { Post.ReplyTarget(to: Post.ID($0), handle: other) },
      counts: Post.PostCounts(likes: likes))
  }

  private func boost(_ id: String, of post: Post, by booster: String) -> FeedRow {
    .entry(FeedEntry(id: FeedEntry.ID(id), post: post, boostedBy: .sample(booster)))
  }

  /// Rows from the top, of posts from the oldest.
  private func rows(_ posts: Post...) -> [FeedRow] {
    posts.reversed().map { .entry(FeedEntry($0)) }
  }

  private func digest(
    _ rows: [FeedRow], by order: CatchUpOrder = .people, showing open: Set<Post.ID> = [],
    quiet: Set<Person.ID> = []
  ) -> CatchUpDigest {
    CatchUpDigest(of: rows, for: reader, by: order, showing: open, quiet: quiet)
  }

  /// Groups in a line each, folded posts as their number.
  private func sketch(_ digest: CatchUpDigest) -> [String] {
    digest.groups.map { group in
      let items = group.items.map { item in
        switch item {
        case .post(let piece): piece.post.id.rawValue
        case .fold(let pieces, _): "(\(pieces.count))"
        }
      }
      let name =
        switch group.kind {
        case .toReader: "me"
        case .quiet: "quiet"
        case .person(let id): id.rawValue
        case .thread(let root): "thread " + root.rawValue
        case .others: "others"
        case .boosts: "boosts"
        }
      return name + ": " + items.joined(separator: " ")
    }
  }

  @Test
  func
    `what any of the reader's accounts wrote is their own, and what speaks to it speaks to them`()
  {
    let other = Account(
      service: .mastodon, person: Person.ID("sol"), handle: "sol", server: "https://one.example")
    let own = post("1", by: "sol").scopingIDs(to: other.id)
    let namesake = post("2", by: "sol")
    let answer = post("3", by: "ada", answering: "1", by: "sol").scopingIDs(to: other.id)

    let digest = CatchUpDigest(
      of: rows(own, namesake, answer), for: reader, as: [reader, other], by: .people)

    #expect(digest.ownEntries == [FeedEntry(own).id])
    #expect(sketch(digest) == ["me: \(answer.id.rawValue)", "sol: 2"])
  }

  @Test func `people with the fewest posts come first, each with their oldest post first`() {
    let rows = rows(
      post("1", by: "loud"), post("2", by: "quiet"), post("3", by: "loud"), post("4", by: "shy"))

    #expect(sketch(digest(rows)) == ["quiet: 2", "shy: 4", "loud: 1 3"])
  }

  @Test func `posts of quiet people have a group of their own, in the orders by people and likes`()
  {
    let rows = rows(
      post("1", by: "loud"), post("2", by: "bo"), post("3", by: "loud"), post("4", by: "cy"),
      post("5", by: "me", answering: "1"))
    let quiet: Set = [Person.ID("bo"), Person.ID("cy"), Person.ID("away")]

    #expect(sketch(digest(rows, quiet: quiet)) == ["quiet: 2 4", "loud: 1 3"])
    #expect(sketch(digest(rows, by: .likes, quiet: quiet)) == ["quiet: 2 4", "others: 1 3"])
    #expect(sketch(digest(rows, by: .time, quiet: quiet)) == ["others: 1 2 3 4"])
    #expect(sketch(digest(rows, quiet: [Person.ID("bo")])) == ["bo: 2", "cy: 4", "loud: 1 3"])
  }

  @Test func `replies to the user and mentions of the user come before all other posts`() {
    let named = RichText(runs: [RichText.RichTextRun("@me", .mention(reader.person))])
    let rows = rows(
      post("1"), post("2", by: "bo", answering: "0", by: "me"), post("3", by: "cy", named))

    #expect(sketch(digest(rows)) == ["me: 2 3", "ada: 1"])
    #expect(sketch(digest(rows, by: .likes)) == ["me: 2 3", "others: 1"])
  }

  @Test func `the user's own posts are left out, and count as own`() {
    let digest = digest(rows(post("1", by: "me"), post("2")))

    #expect(sketch(digest) == ["ada: 2"])
    #expect(digest.ownEntries == [FeedEntry.ID("1")])
  }

  @Test func `muted posts are left out and counted`() {
    let digest = digest(rows(post("1", mute: "trams"), post("2")))

    #expect(sketch(digest) == ["ada: 2"])
    #expect(digest.foldedEntries == [FeedEntry.ID("1")])
  }

  @Test func `posts that were only boosted come last, the most boosted first, each once`() {
    let (one, two) = (post("1", by: "stranger"), post("2", by: "stranger"))
    let rows = [
      boost("c", of: two, by: "cy"), boost("b", of: two, by: "bo"), boost("a", of: one, by: "bo"),
    ]

    let digest = digest(rows + self.rows(post("0")))

    #expect(sketch(digest) == ["ada: 0", "boosts: 2 1"])
    guard case .post(let piece)? = digest.groups.last?.items.first else {
      Issue.record("no boost")
      return
    }
    #expect(piece.boosters.map(\.handle) == ["cy", "bo"])
    #expect(Set(piece.entries.map(\.rawValue)) == ["b", "c"])
  }

  @Test func `a post that was also boosted is shown with its author, once`() {
    let post = post("1")

    let digest = digest([boost("b", of: post, by: "bo")] + rows(post))

    #expect(sketch(digest) == ["ada: 1"])
    guard case .post(let piece)? = digest.groups.first?.items.first else { return }
    #expect(piece.boosters.map(\.handle) == ["bo"])
    #expect(piece.entries.count == 2)
  }

  @Test func `a long thread shows its first and last post until it is unfolded`() {
    let rows = rows(
      post("1"), post("2", answering: "1"), post("3", answering: "2"), post("4", answering: "3"),
      post("5"))

    #expect(sketch(digest(rows)) == ["ada: 1 (2) 4 5"])
    #expect(sketch(digest(rows, showing: [Post.ID("1")])) == ["ada: 1 2 3 4 5"])
    #expect(sketch(digest(rows, by: .time)) == ["others: 1 2 3 4 5"])
  }

  @Test
  func `in the order by threads the last active conversation is first, and single posts are last`()
  {
    let rows = rows(
      post("1"), post("2", by: "bo", answering: "1"), post("3", by: "cy"),
      post("4", by: "di", answering: "gone"), post("5", by: "ed", answering: "gone"))

    #expect(
      sketch(digest(rows, by: .threads)) == ["thread gone: 4 5", "thread 1: 1 2", "others: 3"])
  }

  @Test func `posts that answer each other in a circle are shown once each`() {
    let rows = rows(post("1", answering: "2"), post("2", answering: "1"))

    #expect(digest(rows, by: .threads).groups.reduce(0) { $0 + $1.count } == 2)
  }

  @Test
  func `in the order by likes the most liked post comes first, and equals stay in time order`() {
    let rows = rows(post("1", likes: 2), post("2", by: "bo", likes: 7), post("3", likes: 2))

    #expect(sketch(digest(rows, by: .likes)) == ["others: 2 1 3"])
  }

  @Test func `pages shared by several people are listed with those people`() {
    let page = "https://example.org/fog"
    let link = RichText(runs: [RichText.RichTextRun("fog", .link(page + "/#top"))])
    let rows = rows(
      post("1", card: LinkPreview(url: page, title: "Fog", summary: "")), post("2", by: "bo", link),
      post(
        "3", by: "cy", RichText(runs: [RichText.RichTextRun("x", .link("https://example.org/x"))])),
      post("4", by: "bo", link))

    let links = digest(rows).links

    #expect(links.map(\.title) == ["Fog"])
    #expect(links.first?.people.map(\.handle) == ["bo", "ada"])
  }

  @Test func `photos are collected, except covered ones`() {
    let rows = rows(
      post("1", photos: [.sample("a"), .sample("b")]), .covered("2"))

    #expect(digest(rows).pictures.map(\.post.id.rawValue) == ["1", "1"])
  }
}
