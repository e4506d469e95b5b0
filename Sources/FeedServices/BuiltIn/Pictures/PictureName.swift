internal import FeedDomain

/// The name of a picture that was sent to the server: it tells how large the picture is.
struct PictureName: Hashable {
  let text: String
  let size: PhotoSize

  /// The name for a picture that came with that key.
  init(key: String, size: PhotoSize) {
    let plain = key.unicodeScalars.filter {
      $0.isASCII && ($0.properties.isAlphabetic || ("0"..."9").contains($0) || $0 == "-")
    }
    text = "\(String(String.UnicodeScalarView(plain)))-\(size.width)x\(size.height)"
    self.size = size
  }

  /// The name in a text; nil where it is none.
  init?(_ text: String) {
    guard let hyphen = text.lastIndex(of: "-"),
      text.unicodeScalars.allSatisfy({
        $0.isASCII && ($0.properties.isAlphabetic || ("0"..."9").contains($0) || $0 == "-")
      })
    else { return nil }
    let sides = text[text.index(after: hyphen)...].split(separator: "x").compactMap { Int($0) }
    guard sides.count == 2, sides.allSatisfy({ (1...65535).contains($0) }) else { return nil }
    self.text = text
    size = PhotoSize(width: sides[0], height: sides[1])
  }
}
