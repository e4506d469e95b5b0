internal import FeedDomain

/// A picture that its server has, as a post refers to it.
struct UploadedPicture: Equatable, Sendable {
  /// What the server calls it: an object that must be given back as it came.
  let blob: JSON
  let size: PhotoSize

  init(blob: JSON, size: PhotoSize) {
    (self.blob, self.size) = (blob, size)
  }

  /// Reads a name that we gave it; nil for anything else.
  init?(name: String) {
    guard let json = try? JSON(Array(name.utf8)),  // Another service's name is no JSON.
      json["blob"].isObject, let width = json["width"].int, let height = json["height"].int,
      width > 0, height > 0
    else { return nil }
    self.init(blob: json["blob"], size: PhotoSize(width: width, height: height))
  }

  /// The name by which it is known until the post is sent.
  var name: String {
    let json: JSON = [
      "blob": blob, "width": .number(String(size.width)), "height": .number(String(size.height)),
    ]
    return json.encodedText
  }

  func embedded(altText: String) -> JSON {
    [
      "image": blob, "alt": .string(altText),
      "aspectRatio": [
        "width": .number(String(size.width)), "height": .number(String(size.height)),
      ],
    ]
  }
}
