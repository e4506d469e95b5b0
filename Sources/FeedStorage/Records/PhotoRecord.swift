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
    text(orNil: photo.address)
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
    let (id, kind) = (Photo.ID(try text()), try coded(in: .photoKinds))
    let (renditions, size) = (try renditions(), try size())
    let (words, blurhash) = (try text(), try optionalText())
    let colour = try optional { reader throws(Unreadable) in try reader.colour() }
    let (photographer, licence) = (try optionalText(), try optionalText())
    let place = try optional { reader throws(Unreadable) in try reader.place() }
    let isSensitive = try flag()
    return Photo(
      id: id, kind: kind, address: try optionalText(), renditions: renditions,
      size: size, altText: words, blurhash: blurhash, colour: colour, photographer: photographer,
      licence: licence, place: place, isSensitive: isSensitive)
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
