internal import FeedDomain

/// The portrait of a person of the demo.
struct Portrait {
  private static let beginning = "portrait-"
  private static let side = 160

  let person: Person.ID

  init(of person: Person.ID) { self.person = person }

  /// Nil for the name of a photograph.
  init?(_ name: Photo.ID) {
    guard name.rawValue.hasPrefix(Self.beginning) else { return nil }
    person = Person.ID(String(name.rawValue.dropFirst(Self.beginning.count)))
  }

  var name: Photo.ID { Photo.ID(Self.beginning + person.rawValue) }

  var renditions: [Photo.Rendition] { photo.renditions }

  /// The portrait as a photo of the world.
  var photo: Photo {
    let size = PhotoSize(width: Self.side, height: Self.side)
    return Photo(
      id: name, renditions: [.init(url: PhotoAddress(name, width: Self.side).url, size: size)],
      size: size, altText: "")
  }
}
