import FeedDomain
import Testing

@testable import FeedServices

@Suite struct BlueskyAddressTests {
  @Test(arguments: [
    ("https://bsky.app/profile/ada.example.com/post/3kabc", ResolvedLink.ResolvedLinkKind.post),
    ("https://bsky.app/profile/did:plc:abc/post/3kabc?x=1", .post),
    ("at://did:plc:abc/app.bsky.feed.post/3kabc", .post),
    ("at://ada.example.com/app.bsky.feed.post/3kabc", .post),
    ("https://bsky.app/profile/ada.example.com", .person), ("at://did:plc:abc", .person),
  ])
  func `a Bluesky address of a post or person is recognised`(
    address: String, kind: ResolvedLink.ResolvedLinkKind
  ) {
    #expect(BlueskyFixture(always: [:]).addresses.linkKind(of: address) == kind)
  }

  @Test(arguments: [
    "https://bsky.app", "https://bsky.app/profile", "https://bsky.app/profile/ada",
    "https://bsky.app/profile/ada.example.com/feed/3kabc", "at://did:plc:abc/app.bsky.feed.like/3k",
    "https://example.com/profile/ada.example.com/post/3kabc", "at://", "at://did:plc:abc/x",
    "https://bsky.app/profile/ada.example.com/post/a/b", "https://bsky.app/profile/a@b.example",
  ])
  func `an address that is no post or person is left to the browser`(address: String) {
    #expect(BlueskyFixture(always: [:]).addresses.linkKind(of: address) == nil)
  }

  @Test func `a post link with a handle resolves the handle, then fetches the post by its DID`()
    async throws
  {
    let sample = try BlueskySample.json("post_thread")
    let fixture = BlueskyFixture { request in
      request.url.contains("getProfile")
        ? .json(["did": "did:plc:abc", "handle": "ada.example.com"]) : .json(sample)
    }

    let found = try await fixture.addresses.linkDestination(
      of: "https://bsky.app/profile/ada.example.com/post/3kabc")

    guard case .post = found else { return #expect(Bool(false), "\(found)") }
    #expect(fixture.asked.first?.contains("actor=ada.example.com") == true)
    #expect(
      fixture.asked.dropFirst().first?.contains(
        "at%3A%2F%2Fdid%3Aplc%3Aabc%2Fapp.bsky.feed.post%2F3kabc") == true)
  }
}
