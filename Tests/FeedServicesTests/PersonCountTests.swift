import FeedDomain
import Testing

@testable import FeedServices

/// Numbers about people, each of which may be missing.
@Suite struct PersonCountTests {
  @Test func `an Unsplash person without other counts has only the number of photos`() {
    let person = UnsplashJSONReader(now: .received).parsedPerson([
      "username": "ada", "total_photos": 41,
    ])

    #expect(person?.counts == .init(followers: nil, following: nil, posts: 41))
    #expect(UnsplashJSONReader(now: .received).parsedPerson(["username": "ada"])?.counts == nil)
  }

  @Test func `a Flickr person has only the number of photos`() {
    let reader = FlickrJSONReader(me: nil, now: .received)
    let person = reader.parsedPerson(["nsid": "9@N1", "photos": ["count": ["_content": "1204"]]])

    #expect(person?.counts == .init(followers: nil, following: nil, posts: 1204))
    #expect(reader.parsedPerson(["nsid": "9@N1"])?.counts == nil)
  }

  @Test func `an Instagram person's missing counts stay unknown`() {
    let person = InstagramJSONReader.parsedPerson(["id": "1", "username": "me", "media_count": 3])

    #expect(person?.counts == .init(followers: nil, following: nil, posts: 3))
  }
}
