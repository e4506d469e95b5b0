import Doubles
import FeedDomain
import Testing

@testable import FeedServices

/// What Instagram answers, made ours.
@Suite struct InstagramReadingTests {
  private let reader = InstagramJSONReader(me: InstagramFixture.account, now: .received)

  private func media() throws -> [Post] {
    reader.parsedPosts(try ServiceSample.json("Instagram/media_page")["data"])
  }

  @Test func `a medium is read with text, counts and URL`() throws {
    let post = try #require(try media().first)

    #expect(post.id == Post.ID("17900000000000001"))
    #expect(post.author.id == InstagramFixture.account.person)
    #expect(post.author.relationship == .oneself)
    #expect(post.createdAt == Timestamp(milliseconds: 1_780_121_442_000))
    #expect(post.content.text.plain == "First light at the market")
    #expect(post.counts == .init(replies: 2, boosts: nil, likes: 18))
    #expect(post.url == "https://www.instagram.com/p/InventedAA1/")
  }

  @Test func `an album is read with its children, a video with its poster`() throws {
    let posts = try media()
    let album = posts[1].content.photos
    let film = posts[2].content.photos

    #expect(album.map(\.id.rawValue) == ["17900000000000021", "17900000000000022"])
    #expect(album.map(\.kind) == [.still, .video])
    #expect(
      album[1].renditions.map(\.url) == [
        "https://scontent.example.invalid/v/two-b.jpg?oe=00000000#17900000000000022"
      ])
    #expect(film.map(\.kind) == [.video])
    #expect(film[0].renditions[0].url.contains("/three.jpg"))
    #expect(film[0].url != nil && film[0].url == posts[2].url)
    #expect(album[1].url == "https://scontent.example.invalid/v/two-b.mp4?oe=00000000")
    #expect(album.allSatisfy { $0.url?.contains("#") == false })
  }

  @Test func `a medium without a picture address is read without photos`() throws {
    let post = try #require(reader.parsedPost(["id": "1", "media_type": "IMAGE", "caption": "x"]))

    #expect(post.content.photos == [])
    #expect(post.content.text.plain == "x")
  }

  @Test func `a video without a poster is read as a video`() throws {
    let posts = reader.parsedPosts(try ServiceSample.json("Instagram/films")["data"])

    #expect(posts[0].content.photos.map(\.kind) == [.video])
    #expect(posts[0].content.photos[0].renditions == [])
    #expect(posts[1].content.photos.map(\.kind) == [.video, .still])
    #expect(posts[2].content.photos == [])
  }

  @Test func `the user's profile is read from a list of one or a flat object`() throws {
    let json = try ServiceSample.json("Instagram/me")

    let listed = try #require(InstagramJSONReader.parsedPerson(json))
    let flat = InstagramJSONReader.parsedPerson(json["data"][0])

    #expect(listed == flat)
    #expect(listed.id == Person.ID("17841400000000001"))
    #expect(listed.name == "Lantern Room")
    #expect(listed.counts == .init(followers: 312, following: 57, posts: 41))
  }

  @Test func `comments are read with replies, some without an author`() throws {
    let medium = try #require(try media().first)
    var comments = try ServiceSample.json("Instagram/media_comments")["data"].array
    comments.append([
      "id": "3", "text": "Mine", "username": "lantern.room.invented",
      "replies": ["data": [["id": "4", "text": "Theirs", "from": ["id": "9", "username": "r"]]]],
    ])

    let nodes = reader.comments(.array(comments), on: medium)

    #expect(nodes.map(\.depth) == [1, 1, 1, 2])
    #expect(
      nodes.map(\.post.id.rawValue.count) == [35, 35, 19, 21])
    #expect(
      nodes.map(\.post.author.handle) == [
        "reader.invented", "…", "lantern.room.invented", "r",
      ])
    #expect(nodes[2].post.author.relationship == .oneself)
    #expect(nodes[3].post.reply?.post == nodes[2].post.id)
  }

  @Test func `insights are read, and missing metrics stay unknown`() throws {
    let counts = InstagramPostMetrics(try ServiceSample.json("Instagram/media_insights")["data"])

    #expect(counts.views == nil)
    #expect(counts.insights == [.init(.reach, 284), .init(.saves, 3)])
  }

  @Test(arguments: 0..<3)
  func `a malformed medium does not affect other media`(_ place: Int) throws {
    let page = try ServiceSample.json("Instagram/media_page")["data"].array
    let healthy: JSON = ["id": "healthy", "media_url": "https://x.example/1.jpg"]
    let whole = reader.parsedPosts([healthy])

    let broken = page[place].variants.filter { variant in
      let posts = reader.parsedPosts([variant.json, healthy])
      let isHarmless = variant.path.first.map { $0 != "id" } ?? false
      return Array(posts.suffix(1)) != whole || (isHarmless && posts.count != 2)
    }

    #expect(whole.count == 1)
    #expect(broken.map(\.path) == [])
  }

  @Test func `a malformed comment or metric does not affect others`() throws {
    let medium = try #require(try media().first)
    let comments = try ServiceSample.json("Instagram/media_comments")["data"]
    let insights = try ServiceSample.json("Instagram/media_insights")["data"]
    let last = reader.comments(comments, on: medium).last

    for variant in comments.array[0].variants {
      let nodes = reader.comments([variant.json, comments.array[1]], on: medium)
      #expect(nodes.last == last, "\(variant.path)")
    }
    for variant in insights.array[0].variants {
      let counts = InstagramPostMetrics([variant.json, insights.array[1]])
      #expect(counts.insights.last == .init(.saves, 3), "\(variant.path)")
    }
  }

  @Test(
    arguments: [
      ("1", "1", nil, nil), ("1/2", "1", "2", "2"), ("1/2/3", "1", "2", "3"), ("", "", nil, nil),
    ] as [(String, String, String?, String?)])
  func `a post id is split into medium, comment and reply`(
    text: String, medium: String, comment: String?, last: String?
  ) {
    let id = InstagramPostID(Post.ID(text))

    #expect(id.medium == medium)
    #expect(id.comment == comment)
    #expect(id.lastComment == last)
  }
}
