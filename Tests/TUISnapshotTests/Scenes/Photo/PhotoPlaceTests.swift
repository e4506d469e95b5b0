import FeedDomain
import Terminal
import Testing

@testable import Preferences
@testable import Scenes
@testable import Words

/// Where a photo was taken, as it is shown.
@MainActor struct PhotoPlaceTests {
  private let ghent = Place(name: "Ghent", latitude: 51.05, longitude: 3.72)

  private func facts(_ details: PhotoDetails, heldAt place: Place? = nil) -> [PhotoFact] {
    let lake = PhotoScreen.lake()
    let bare = Photo(
      id: Photo.ID("1"), renditions: [], size: PhotoSize(width: 4, height: 3), altText: "",
      place: place)
    let post = lake.replacingContent(
      Post.PostContent(text: RichText(""), photos: [bare], place: place))
    return PhotoFactFactory(wording: Wording()).photoFacts(of: bare, in: post, details)
  }

  private func told(_ facts: [PhotoFact]) -> [String] {
    facts.map { "\($0.name.string): \($0.value.string)" }
  }

  @Test func `the photo's facts show place and tags`() {
    let facts = facts(PhotoDetails(location: .at(ghent), tags: ["tram", "night"]))

    #expect(told(facts).contains { $0.hasPrefix("Place: Ghent (") })
    #expect(told(facts).contains("Tags: #tram #night"))
    #expect(facts.first { $0.name == "Place" }?.link != nil)
  }

  @Test func `a place with a name only is shown without a link to a map`() {
    let facts = facts(PhotoDetails(location: .named("A lake")))

    #expect(told(facts).contains("Place: A lake"))
    #expect(facts.first { $0.name == "Place" }?.link == nil)
  }

  @Test func `the place name from the details completes the coordinates of the post`() {
    let nameless = Place(name: "", latitude: 51.05, longitude: 3.72)

    let facts = facts(PhotoDetails(location: .named("Ghent")), heldAt: nameless)

    #expect(told(facts).contains { $0.hasPrefix("Place: Ghent (") })
  }

  @Test func `a place without a name takes no room in the post`() {
    let posts = PostViewModelFactory()
    var item = PostItem(
      Posts.post(
        "1", RichText("Tram"), place: Place(name: " ", latitude: 51.05, longitude: 3.72)))

    #expect(posts.placeName(of: item) == nil)
    #expect(posts.postViewModel(of: item, now: Posts.now).place == nil)
    item.post = Posts.post("1", RichText("Tram"), place: ghent)
    #expect(posts.placeName(of: item) == "Ghent")
  }
}
