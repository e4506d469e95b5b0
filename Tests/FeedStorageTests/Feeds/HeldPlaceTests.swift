import FeedDomain
import FeedStorage
import Testing

/// Where a photo was taken is kept, also where a list does not tell it.
struct HeldPlaceTests {
  private static let ghent = Place(name: "Ghent", latitude: 51.05, longitude: 3.72)
  private static let nameless = Place(name: "", latitude: 51.05, longitude: 3.72)
  private static let hanoi = Place(name: "Hanoi", latitude: 21.03, longitude: 105.85)

  private func post(at place: Place?) -> Post {
    let photo = Photo(
      id: Photo.ID("ph"), renditions: [], size: PhotoSize(width: 4, height: 3), altText: "",
      place: place)
    return Samples.post(1).replacingContent(
      Post.PostContent(text: RichText("Tram"), photos: [photo], place: place))
  }

  @Test(arguments: [(nil, ghent), (nameless, ghent), (hanoi, hanoi)] as [(Place?, Place)])
  func `a post's stored place is not replaced by no place or one without a name`(
    told: Place?, place: Place
  ) async throws {
    let store = try await SQLiteFeedStore(.memory)
    _ = try await store.storePosts(
      [post(at: Self.ghent)], account: Samples.account, now: Samples.now)

    _ = try await store.storePosts([post(at: told)], account: Samples.account, now: Samples.now)

    let held = try await store.storedPost(Post.ID("1"), account: Samples.account)
    #expect(held?.content.place == place)
    #expect(held?.content.photos.map(\.place) == [place])
  }
}
