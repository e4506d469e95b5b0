import FeedDomain
import Testing

struct FeedTests {
  @Test func `nearby streams are equal whatever the name of their place`() {
    let found = Feed.nearby(Place(name: "", latitude: 51.5007, longitude: -0.1246))
    let named = Feed.nearby(Place(name: "London", latitude: 51.5, longitude: -0.12))

    #expect(found == named)
    #expect(Set([found, named]).count == 1)
  }

  @Test func `nearby streams of places a kilometre apart are different`() {
    let here = Feed.nearby(Place(name: "London", latitude: 51.5, longitude: -0.12))
    let there = Feed.nearby(Place(name: "London", latitude: 51.51, longitude: -0.12))

    #expect(here != there)
  }

  @Test(arguments: [Double.nan, .infinity, -.infinity, 1e300, -1e300])
  func `coordinates outside the earth are limited to valid squares`(degrees: Double) {
    let square = Place(name: "", latitude: degrees, longitude: degrees).square

    #expect(abs(square.north) <= 9_000 && abs(square.east) <= 18_000)
  }

  @Test(arguments: Service.allCases)
  func `at photo services every stream is shown as a wall`(service: Service) {
    let isOfPhotos = [.unsplash, .flickr, .instagram].contains(service)

    #expect(Feed.trending.defaultTimelineLayout(at: service) == (isOfPhotos ? .wall : .list))
    #expect(Feed.photos.defaultTimelineLayout(at: service) == .wall)
  }

  @Test func `a rounded place stays in its square`() {
    let place = Place(name: "Valparaíso", latitude: -33.047_25, longitude: -71.6127)

    #expect(place.rounded == Place(name: "Valparaíso", latitude: -33.05, longitude: -71.61))
    #expect(place.rounded.square == place.square)
  }
}
