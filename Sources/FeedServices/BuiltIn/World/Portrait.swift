internal import FeedDomain

/// The picture of somebody who lives in the world: painted from their name alone.
struct Portrait {
  private static let beginning = "portrait-"
  private static let sides = [80, 160, 320]

  let person: Person.ID

  init(of person: Person.ID) { self.person = person }

  /// The portrait with that name; nil where it is a photograph's.
  init?(_ name: Photo.ID) {
    guard name.rawValue.hasPrefix(Self.beginning) else { return nil }
    person = Person.ID(String(name.rawValue.dropFirst(Self.beginning.count)))
  }

  /// What it is painted by.
  var name: Photo.ID { Photo.ID(Self.beginning + person.rawValue) }

  /// The sizes in which it is delivered.
  var renditions: [Photo.Rendition] {
    Self.sides.map {
      Photo.Rendition(
        url: PhotoAddress(name, width: $0).url, size: PhotoSize(width: $0, height: $0))
    }
  }

  /// It as a photo of the world.
  var photo: Photo {
    let side = Self.sides[Self.sides.count - 1]
    return Photo(
      id: name, renditions: renditions, size: PhotoSize(width: side, height: side), altText: "")
  }
}
