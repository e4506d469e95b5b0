import Doubles
import Testing

@testable import FeedDomain

/// The user's own tags of bookmarks.
@Suite struct BookmarkTagTests {
  @Test(arguments: [
    ("Recipes", "recipes"), (" #Sour  dough ", "sour dough"), ("a,b", "a b"), ("", nil), ("#", nil),
    (" , ", nil), (String(repeating: "x", count: 61), nil),
  ])
  func `a bookmark tag is one or more words in lower case`(typed: String, name: String?) {
    #expect(BookmarkTag(typed)?.name == name)
  }

  private func query(_ typed: String, _ pairs: [(String, String)]) throws -> SearchQuery {
    let tags = BookmarkTagIndex(
      try pairs.map { (tag: try #require(BookmarkTag($0)), post: Post.ID($1)) })
    return SearchQuery(typed, in: StillWorld()).resolvingBookmarkTags(in: tags)
  }

  @Test func `a search for tags admits posts with all of them, and excludes others`() throws {
    let pairs = [("bread", "1"), ("bread", "2"), ("rye", "2"), ("old", "3")]

    #expect(try query("rye", pairs).admittedPosts == nil)
    #expect(try query("tag:bread", pairs).admittedPosts == [Post.ID("1"), Post.ID("2")])
    #expect(try query("tag:bread tag:Rye", pairs).admittedPosts == [Post.ID("2")])
    #expect(try query("tag:nothing", pairs).admittedPosts == [])
    #expect(try query("-tag:old", pairs).excludedPosts == [Post.ID("3")])
    #expect(try query("tag:", pairs).mistakes.map(\.kind) == [.missingValue])
    #expect(try query("tag:bread", pairs).matchesPost(.sample("1")))
    #expect(try !query("tag:bread", pairs).matchesPost(.sample("3")))
  }

  @Test func `a search with bookmark tags is not sent to a service`() throws {
    let connection = StubService().connection
    #expect(connection.canSearchFor(try query("bread", [])))
    #expect(!connection.canSearchFor(try query("bread tag:bread", [])))
  }

  @Test func `the stream of a bookmark tag is a list with its own id`() throws {
    let stream = DerivedFeed.tagged(try #require(BookmarkTag("sour dough")))
    #expect(DerivedFeed(stream.feed()) == stream)
  }
}
