internal import FeedDomain

/// Where a photo was taken, as far as it is told: zeros stand for nowhere.
struct FlickrPlace: Equatable, Sendable {
  private let latitude: Double?
  private let longitude: Double?

  init(_ json: JSON) {
    latitude = json["latitude"].double
    longitude = json["longitude"].double
  }

  func place(named name: String) -> Place? {
    guard let latitude, let longitude, latitude != 0 || longitude != 0, abs(latitude) <= 90,
      abs(longitude) <= 180
    else { return nil }
    return Place(name: name, latitude: latitude, longitude: longitude)
  }
}
