import FeedDomain
import Testing

@testable import FeedServices

/// Photos and people by the addresses of their pages, at the services for photographs.
@Suite struct PhotoPageTests {
  @Test(arguments: [
    ("https://www.flickr.com/photos/juno/54321/in/explore", ResolvedLink.ResolvedLinkKind.post),
    ("https://flickr.com/photos/90000001@N07/54321", .post),
    ("https://www.flickr.com/photos/juno/", .person),
    ("https://www.flickr.com/people/90000001@N07/", .person),
    ("https://www.flickr.com/photos/juno/albums", nil), ("https://www.flickr.com/explore", nil),
    ("https://example.org/photos/juno/54321", nil),
  ])
  func `Flickr links to photos and people are recognised by their form`(
    address: String, kind: ResolvedLink.ResolvedLinkKind?
  ) {
    #expect(FlickrFixture(always: [:]).addresses.linkKind(of: address) == kind)
  }

  @Test(arguments: [
    ("https://unsplash.com/photos/a-red-boat-Dwu85P9SOIk", ResolvedLink.ResolvedLinkKind.post),
    ("https://unsplash.com/@mirre", .person), ("https://unsplash.com/t/nature", nil),
    ("https://unsplash.com/photos", nil), ("https://example.org/@mirre", nil),
  ])
  func `Unsplash links to photos and people are recognised by their form`(
    address: String, kind: ResolvedLink.ResolvedLinkKind?
  ) {
    #expect(UnsplashFixture(always: [:]).addresses.linkKind(of: address) == kind)
  }

  @Test func `an Unsplash photo is fetched by the last part of its address`() async throws {
    let fixture = UnsplashFixture(always: UnsplashFixture.photo("Dwu85P9SOIk"))

    let found = try await fixture.addresses.linkDestination(
      of: "https://unsplash.com/photos/a-red-boat-Dwu85P9SOIk")

    guard case .post(let post) = found else { return #expect(Bool(false), "\(found)") }
    #expect(post.id == Post.ID("Dwu85P9SOIk"))
    #expect(
      fixture.stub.transport.requests.map(\.url).first?.hasSuffix("/photos/a-red-boat-Dwu85P9SOIk")
        == true)
  }

  @Test func `a Flickr person is found by the id in the link`() async throws {
    let fixture = FlickrFixture([
      "people.getInfo": [
        "stat": "ok", "person": ["nsid": "90000001@N07", "username": ["_content": "Juno"]],
      ]
    ])

    let found = try await fixture.addresses.linkDestination(
      of: "https://www.flickr.com/people/90000001@N07/")

    guard case .person(let juno) = found else { return #expect(Bool(false), "\(found)") }
    #expect(juno.id == Person.ID("90000001@N07"))
  }
}
