import FeedDomain
import Testing

@testable import FeedServices

/// Where photos were taken, which lists do not tell.
@Suite struct PhotoPlaceTests {
  private static let ghent = Place(name: "Ghent", latitude: 51.0512, longitude: 3.7289)

  @Test(
    arguments: [
      (["name": "Ghent", "position": ["latitude": 51.0512, "longitude": 3.7289]], .at(ghent)),
      (["name": "Ghent", "position": ["latitude": 0, "longitude": 0]], .named("Ghent")),
      (["city": "Ghent", "country": "Belgium", "position": nil], .named("Ghent, Belgium")),
      (["name": nil, "position": ["latitude": nil, "longitude": nil]], nil), (nil, nil),
    ] as [(JSON, PhotoDetails.PhotoGeographicLocation?)])
  func `an Unsplash photo's location has a name, coordinates or both`(
    location: JSON, spot: PhotoDetails.PhotoGeographicLocation?
  ) {
    let details = UnsplashJSONReader(now: .received).parsedPhotoDetails([
      "id": "a", "location": location,
      "tags": [["title": "boat"], ["title": " "], 7, ["title": "fog bank"]],
    ])

    #expect(details.location == spot)
    #expect(details.tags == ["boat", "fog bank"])
  }

  @Test func `a Flickr photo's location is its town, and its tags are as written`() throws {
    let info = try ServiceSample.json("Flickr/photos_getInfo")["photo"]

    let details = FlickrJSONReader(me: nil, now: .received).parsedPhotoDetails(
      info, sizes: FlickrPhotoSizes([:]), camera: nil)

    #expect(details.location == .at(Self.ghent))
    #expect(details.tags == ["Night Tram"])
  }

  @Test(
    arguments: [
      (["locality": ["_content": "Ghent"], "latitude": 0, "longitude": 0], .named("Ghent")),
      (
        ["latitude": "51.0512", "longitude": 3.7289],
        .at(Place(name: "", latitude: 51.0512, longitude: 3.7289))
      ), ([:], nil),
    ] as [(JSON, PhotoDetails.PhotoGeographicLocation?)])
  func `a Flickr photo's location is read by name, by coordinates or as missing`(
    location: JSON, spot: PhotoDetails.PhotoGeographicLocation?
  ) {
    let details = FlickrJSONReader(me: nil, now: .received).parsedPhotoDetails(
      ["location": location], sizes: FlickrPhotoSizes([:]), camera: nil)

    #expect(details.location == spot)
  }
}
