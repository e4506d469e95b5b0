import Doubles
import FeedDomain
import Testing
import Threads

@testable import FeedServices

/// What counts as kept at Unsplash: what is in the collection of that name, and in no other.
@Suite struct UnsplashSavedPhotosTests {
  private let key = OutboxItem.ID("k")

  private func photo(in collections: JSON) -> JSON {
    .object(
      UnsplashFixture.photo("a").members + [
        .init(name: "current_user_collections", value: collections),
        .init(name: "liked_by_user", value: true),
      ])
  }

  @Test(
    arguments: [
      ([["id": "9", "title": "Tweetie"]], [.liked, .bookmarked]),
      ([["id": "1", "title": "Boats"], ["id": "9", "title": "Tweetie"]], [.liked, .bookmarked]),
      ([["id": "1", "title": "Boats"]], .liked), ([["id": "1"], 7, nil], .liked), ([], .liked),
    ] as [(JSON, Post.UserPostMarks)])
  func `a photo in the collection Tweetie is bookmarked`(
    collections: JSON, own: Post.UserPostMarks
  ) {
    let post = UnsplashJSONReader(now: .received, me: "mirre").parsedPost(photo(in: collections))

    #expect(post?.userMarks == own)
    #expect(post?.unknownMarks == [])
  }

  @Test func `a photo without the user's marks leaves them unknown`() {
    let bare = UnsplashFixture.photo("a")

    #expect(
      UnsplashJSONReader(now: .received, me: "mirre").parsedPost(bare)?.unknownMarks == [
        .liked, .bookmarked,
      ])
    #expect(UnsplashJSONReader(now: .received).parsedPost(bare)?.unknownMarks == [])
  }

  @Test func `all pages of collections are searched before one is created`() async throws {
    let fixture = UnsplashFixture(handle: "mirre") { request in
      if request.method != .get { return .json(["id": "9"]) }
      return request.url.contains("page=1&")
        ? .json([["id": "1", "title": "Boats"]], ["Link": "<https://x.example/>; rel=\"next\""])
        : .json([["id": "77", "title": "Tweetie"]])
    }

    _ = try await fixture.publishing.sendChange(.mark(Post.ID("a"), .bookmarked, true), key: key)

    #expect(
      fixture.stub.asked.map { $0.split(separator: " ").prefix(2).joined(separator: " ") } == [
        "GET /users/mirre/collections?page=1&per_page=30",
        "GET /users/mirre/collections?page=2&per_page=30", "POST /collections/77/add",
      ])
  }

  @Test(arguments: [(true, 2), (false, 100)])
  func `repeated or endless pages of collections fail without creating one`(
    areSame: Bool, count: Int
  ) async throws {
    let fixture = UnsplashFixture(handle: "mirre") { request in
      let id = JSON.string(areSame ? "1" : request.url)
      return request.method == .get
        ? .json([["id": id, "title": "Boats"]], ["Link": "<https://x.example/>; rel=\"next\""])
        : .json(["id": "9"])
    }

    let error = await failure {
      try await fixture.publishing.sendChange(.mark(Post.ID("a"), .bookmarked, true), key: key)
    }

    #expect(error == .badReply)
    #expect(fixture.stub.asked.count == count)
  }

  @Test func `photos in the bookmarks stream are bookmarked`() async throws {
    let fixture = UnsplashFixture(handle: "mirre") { request in
      request.url.contains("/photos")
        ? .json(UnsplashFixture.photos("a")) : .json([["id": "9", "title": "Tweetie"]])
    }

    let page = try await fixture.feeds.feedPage(of: .bookmarks, .latest)

    #expect(page.entries.map(\.post.userMarks) == [.bookmarked])
  }

  @Test(arguments: [nil, "10", "9"] as [String?])
  func `the bookmarks stream looks again for a collection that was deleted elsewhere`(
    other: String?
  ) async throws {
    let isDeleted = LockedValue(false)
    let fixture = UnsplashFixture(handle: "mirre") { request in
      let isGone = isDeleted.withLock { $0 }
      if request.url.contains("/collections/9/") {
        return isGone ? HTTPReply(status: 404) : .json(UnsplashFixture.photos("a"))
      }
      if request.url.contains("/photos") { return .json(UnsplashFixture.photos("b")) }
      guard let id = isGone ? other : "9" else { return .json([]) }
      return .json([["id": .string(id), "title": "Tweetie"]])
    }
    _ = try await fixture.feeds.feedPage(of: .bookmarks, .latest)
    isDeleted.withLock { $0 = true }

    guard other != "9" else {
      // The list of collections has it still.
      await #expect(throws: FeedError.notFound) {
        try await fixture.feeds.feedPage(of: .bookmarks, .latest)
      }
      return
    }
    let page = try await fixture.feeds.feedPage(of: .bookmarks, .latest)

    #expect(page.entries.map(\.id.rawValue) == (other == nil ? [] : ["b"]))
  }

  @Test func `the collection of bookmarks is looked up again after a bookmark failed`() async throws
  {
    let fixture = UnsplashFixture(handle: "mirre") { request in
      if request.method == .post { return HTTPReply(status: 404) }
      return .json([["id": "77", "title": "Tweetie"]])
    }

    for _ in 1...2 {
      _ = await failure {
        try await fixture.publishing.sendChange(.mark(Post.ID("a"), .bookmarked, true), key: key)
      }
    }

    #expect(fixture.stub.asked.count { $0.hasPrefix("GET") } == 2)
  }
}
