/// A place with its coordinates and a name, which may be empty.
public struct Place: Hashable, Sendable {
  public let name: String
  public let latitude: Double
  public let longitude: Double

  package init(name: String, latitude: Double, longitude: Double) {
    (self.name, self.latitude, self.longitude) = (name.shortened(to: .name), latitude, longitude)
  }
}

extension Place {
  /// A square of the earth's surface, a hundredth of a degree wide (about a kilometre), to which
  /// locations are rounded, since services are told nothing finer.
  public struct GridSquare: Hashable, Sendable {
    /// The grid square's latitude in hundredths of a degree.
    public let north: Int
    /// The grid square's longitude in hundredths of a degree.
    public let east: Int
  }

  /// The grid square that contains the place; zero for coordinates that are not finite.
  public var square: GridSquare {
    GridSquare(
      north: Self.clampedHundredths(latitude, most: 90),
      east: Self.clampedHundredths(longitude, most: 180))
  }

  public func replacingName(_ name: String) -> Place {
    Place(name: name, latitude: latitude, longitude: longitude)
  }

  /// The place with its coordinates rounded to the grid square.
  public var rounded: Place {
    let square = square
    return Place(
      name: name, latitude: Double(square.north) / 100, longitude: Double(square.east) / 100)
  }

  private static func clampedHundredths(_ degrees: Double, most: Double) -> Int {
    guard degrees.isFinite else { return 0 }
    return Int((max(-most, min(most, degrees)) * 100).rounded())
  }
}

extension Place {
  /// Creates a nameless place from coordinates such as "51.5, -0.12"; nil for other text.
  package init?(coordinates text: String) {
    let numbers = text.split(separator: ",", omittingEmptySubsequences: false).map { part in
      // The typographic minus sign is accepted as well as "-".
      Double(part.filter { !$0.isWhitespace }.map { $0 == "−" ? "-" : String($0) }.joined())
    }
    guard numbers.count == 2, let latitude = numbers[0], let longitude = numbers[1],
      abs(latitude) <= 90, abs(longitude) <= 180
    else { return nil }
    self.init(name: "", latitude: latitude, longitude: longitude)
  }
}

extension Place {
  /// Returns the place that a service sent for a photo; without a name, the place gets that of a
  /// stored place in the same grid square. Returns the stored place if the service sent none.
  static func mergedPlace(_ told: Place?, stored: Place?) -> Place? {
    guard let told else { return stored }
    guard told.name.isEmpty, let stored, stored.square == told.square else { return told }
    return told.replacingName(stored.name)
  }
}

extension Post.PostContent {
  /// Returns a post's content with the stored places of the photos that a service sent without a
  /// place.
  func keepingPlaces(of stored: Post.PostContent) -> Post.PostContent {
    guard stored.place != nil || stored.photos.contains(where: { $0.place != nil }) else {
      return self
    }
    let places = Dictionary(stored.photos.map { ($0.id, $0.place) }) { first, _ in first }
    var copy = self
    for index in copy.photos.indices {
      let photo = copy.photos[index]
      copy.photos[index].place = .mergedPlace(photo.place, stored: places[photo.id] ?? nil)
    }
    copy.place = .mergedPlace(place, stored: stored.place)
    return copy
  }
}
