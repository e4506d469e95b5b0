internal import FeedDomain
internal import Glibc

/// A generator of the invented details of demo photos, such as the camera and the number of views.
struct DemoPhotoDetailsGenerator {
  let seed: UInt64

  private static let cameras: [(model: String, lens: String, apertures: [String], focal: String)] =
    [
      ("Fujinon X-21", "23 mm f/2", ["2", "2.8", "5.6", "8"], "23"),
      ("Nikkor Z7", "50 mm f/1.8", ["1.8", "2.8", "4", "11"], "50"),
      ("Tweeteflex 3", "35 mm f/2.4", ["2.4", "4", "5.6"], "35"),
      ("Pocket 12", "6 mm f/1.6", ["1.6"], "26"),
    ]

  func photoDetails(of photo: Photo, in post: StoredDemoPost, now: Timestamp) -> PhotoDetails {
    let name = photo.id.rawValue.utf8.reduce(UInt64(7)) { $0 &* 31 &+ UInt64($1) }
    var generator = SplitMix64Generator(seed, name)
    let camera = Self.cameras[generator.randomInteger(below: Self.cameras.count)]
    let views =
      40 + generator.randomInteger(below: 900) + 23
      * post.popularity.likeCount(after: now.elapsedTime(since: post.number.moment))
    let original = photo.renditions.last?.url
    guard post.author != DemoPopulation.reader else {
      return PhotoDetails(views: views / 9, downloads: 0, original: original)
    }
    return PhotoDetails(
      views: views, downloads: views / (7 + generator.randomInteger(below: 20)),
      takenAt: post.number.moment.timeAdvanced(
        by: .zero - .seconds(3600 * (1 + generator.randomInteger(below: 400)))),
      camera: PhotoDetails.CameraDetails(
        model: camera.model, lens: camera.lens,
        aperture: camera.apertures[generator.randomInteger(below: camera.apertures.count)],
        exposure: "1/\([15, 60, 125, 250, 500, 1000][generator.randomInteger(below: 6)])",
        focalLength: camera.focal,
        iso: [100, 200, 400, 800, 1600][generator.randomInteger(below: 5)]),
      original: original)
  }
}

/// An index that finds demo cities by name, and the name of the nearest city by coordinates.
struct DemoCityIndex {
  let cities: [DemoCity]
  /// Maximum distance in kilometres at which a location is named after a city.
  private static let maximumCityDistance = 60.0

  /// Returns the demo cities with a name, in any script, that begins with a text; all for an empty
  /// one.
  func places(named beginning: String) -> [Place] {
    let sought = Self.foldedCityName(beginning)
    let starts = cities.filter { $0.names.contains { Self.foldedCityName($0).hasPrefix(sought) } }
    return starts.map(\.place)
  }

  /// Returns a place with the given coordinates and the nearest demo city's name; nil if none is
  /// near.
  func placeNamedAfterNearestCity(latitude: Double, longitude: Double) -> Place? {
    let here = Place(name: "", latitude: latitude, longitude: longitude)
    let nearest = cities.map { (place: $0.place, away: $0.place.distanceInKilometres(to: here)) }
      .min { $0.away < $1.away }
    guard let nearest, nearest.away <= Self.maximumCityDistance else { return nil }
    return Place(name: nearest.place.name, latitude: latitude, longitude: longitude)
  }

  /// Returns a city's name in lower case without accents, so that "Ha Noi" finds Hà Nội.
  private static func foldedCityName(_ name: String) -> String {
    var text = ""
    for scalar in name.lowercased().unicodeScalars {
      guard scalar.properties.generalCategory != .nonspacingMark else { continue }
      switch scalar {
      case "à", "á", "ả", "ã", "ạ", "â", "ä": text += "a"
      case "è", "é", "ê", "ë": text += "e"
      case "ì", "í", "î", "ï", "ı": text += "i"
      case "ò", "ó", "ô", "ộ", "ö": text += "o"
      case "ù", "ú", "û", "ü": text += "u"
      default:
        if !scalar.properties.isWhitespace { text.unicodeScalars.append(scalar) }
      }
    }
    return text
  }
}

extension Place {
  /// Returns the distance between two locations along the earth's surface, in kilometres.
  func distanceInKilometres(to other: Place) -> Double {
    let degree = Double.pi / 180
    let north = sin((other.latitude - latitude) * degree / 2)
    let east = sin((other.longitude - longitude) * degree / 2)
    let chord = north * north + cos(latitude * degree) * cos(other.latitude * degree) * east * east
    return 2 * 6371 * asin(min(1, chord.squareRoot()))
  }
}
