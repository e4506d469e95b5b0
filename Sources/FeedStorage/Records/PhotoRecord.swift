internal import FeedDomain

extension ByteWriter {
  mutating func photo(_ photo: Photo) {
    text(photo.id.rawValue)
    code(photo.kind, in: .photoKinds)
    renditions(photo.renditions)
    size(photo.size)
    text(photo.altText)
    text(orNil: photo.blurhash)
    optional(photo.colour) { $0.number(Int64($1)) }
    text(orNil: photo.photographer)
    text(orNil: photo.licence)
    optional(photo.place) { $0.place($1) }
    flag(photo.isSensitive)
  }

  /// The sizes of a photo.
  mutating func renditions(_ renditions: [Photo.Rendition]) {
    list(renditions) {
      $0.text($1.url)
      $0.size($1.size)
    }
  }

  mutating func place(_ place: Place) {
    text(place.name)
    fraction(place.latitude)
    fraction(place.longitude)
  }

  private mutating func size(_ size: PhotoSize) {
    number(size.width)
    number(size.height)
  }
}

extension ByteReader {
  mutating func photo() throws(Unreadable) -> Photo {
    Photo(
      id: Photo.ID(try text()), kind: try coded(in: .photoKinds),
      renditions: try renditions(),
      size: try size(), altText: try text(), blurhash: try optionalText(),
      colour: try optional { reader throws(Unreadable) in try reader.colour() },
      photographer: try optionalText(), licence: try optionalText(),
      place: try optional { reader throws(Unreadable) in try reader.place() },
      isSensitive: try flag())
  }

  /// The sizes of a photo.
  mutating func renditions() throws(Unreadable) -> [Photo.Rendition] {
    try list { reader throws(Unreadable) in
      Photo.Rendition(url: try reader.text(), size: try reader.size())
    }
  }

  mutating func place() throws(Unreadable) -> Place {
    Place(name: try text(), latitude: try fraction(), longitude: try fraction())
  }

  private mutating func size() throws(Unreadable) -> PhotoSize {
    PhotoSize(width: try integer(), height: try integer())
  }

  private mutating func colour() throws(Unreadable) -> UInt32 {
    guard let colour = UInt32(exactly: try number()) else { throw Unreadable() }
    return colour
  }
}
