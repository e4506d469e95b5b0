import Doubles
import FeedDomain
import FeedServices
import Testing

/// Pages of the built-in service.
@Suite struct PageTests {
  @Test func `a demo post and its author are found by their URLs`() async throws {
    let session = try await DemoSession()
    let addresses = try #require(session.connection.addresses)
    let post = try #require(try await session.latest().entries.first).post
    let (page, profile) = (try #require(post.url), try #require(post.author.url))

    #expect(addresses.linkKind(of: page) == .post && addresses.linkKind(of: profile) == .person)
    guard case .post(let found) = try await addresses.linkDestination(of: page),
      case .person(let author) = try await addresses.linkDestination(of: profile)
    else { return #expect(Bool(false)) }

    #expect(found.id == post.id)
    #expect(author.id == post.author.id)
    #expect(addresses.linkKind(of: "https://tweetie.example/about") == nil)
    #expect(addresses.linkKind(of: "https://evil.example/https://tweetie.example/@ada") == nil)
  }
}
