internal import Atelier
internal import FeedDomain

/// The photographs of the world: what they show, not their bytes.
struct PhotoCatalogue {
  private let photos: [String: Photo]

  /// Reads `id size colour city photographer licence[!] alternative text`, one a line; an
  /// exclamation mark after the licence covers the photo until asked for.
  init(_ lines: StaticString = Self.lines, names: [String: String]) {
    var photos: [String: Photo] = [:]
    lines.withUTF8Buffer { bytes in
      for line in bytes.split(separator: UInt8(ascii: "\n")) {
        let fields = line.split(separator: UInt8(ascii: " "), maxSplits: 6)
          .map { String(decoding: $0, as: UTF8.self) }
        photos[fields[0]] = Self.photo(fields, names: names)
      }
    }
    self.photos = photos
  }

  var ids: Set<String> { Set(photos.keys) }

  subscript(id: String) -> Photo? { photos[id] }

  private static func photo(_ fields: [String], names: [String: String]) -> Photo {
    let sides = fields[1].split(separator: "x").compactMap { Int($0) }
    let size = PhotoSize(width: sides[0], height: sides[1])
    let isSensitive = fields[5].hasSuffix("!")
    let look = PhotoLooks.all[fields[0]]
    let id = Photo.ID(fields[0])
    return Photo(
      id: id, kind: PaintedFile.films.contains(fields[0]) ? .video : .still,
      address: PhotoAddress(id, width: size.width).url,
      renditions: renditions(of: fields[0], size: size), size: size,
      altText: fields[6], blurhash: look?.blurhash,
      colour: look?.colour ?? UInt32(fields[2], radix: 16),
      photographer: names[fields[4]] ?? fields[4],
      licence: isSensitive ? String(fields[5].dropLast()) : fields[5],
      place: City.named(fields[3])?.place, isSensitive: isSensitive)
  }

  /// The sizes that services offer: a thumbnail, three for screens, and the original.
  static func renditions(of id: String, size: PhotoSize) -> [Photo.Rendition] {
    let long = max(size.width, size.height)
    let smaller = [320, 640, 1280, 2048].filter { $0 < long }.map { side in
      PhotoSize(
        width: max(1, size.width * side / long), height: max(1, size.height * side / long))
    }
    return (smaller + [size]).map {
      Photo.Rendition(url: PhotoAddress(Photo.ID(id), width: $0.width).url, size: $0)
    }
  }
}
