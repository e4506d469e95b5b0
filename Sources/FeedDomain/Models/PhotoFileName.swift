/// What the file of a photo is called: "ada-lovelace-1234.jpg".
///
/// It is made of what others wrote, so it is made of letters, digits and single hyphens alone: no
/// path, no hidden file, nothing that a shell or a terminal would take for something else.
public struct PhotoFileName: Hashable, Sendable {
  /// What is before the ending.
  public let stem: String
  /// The ending, without a dot.
  public let ending: String

  /// The name for a photo of which these are the bytes.
  package init(_ photo: Photo, by author: Person, bytes: [UInt8]) {
    let who = Self.clean(photo.photographer ?? author.handle, bytes: 60)
    let which = Self.clean(photo.id.rawValue, bytes: 60)
    stem = [who.isEmpty ? "photo" : who, which].filter { !$0.isEmpty }.joined(separator: "-")
    ending = Self.ending(of: bytes)
  }

  /// The whole name; `copy` tells it from so many of the same name.
  public func text(copy: Int = 1) -> String {
    copy > 1 ? "\(stem)-\(copy).\(ending)" : "\(stem).\(ending)"
  }

  private static func clean(_ text: String, bytes: Int) -> String {
    var clean = ""
    for character in text.lowercased() {
      let isWord = character.isLetter || character.isNumber
      guard clean.utf8.count + character.utf8.count <= bytes else { break }
      if isWord {
        clean.append(character)
      } else if !clean.isEmpty, clean.last != "-" {
        clean.append("-")
      }
    }
    return clean.last == "-" ? String(clean.dropLast()) : clean
  }

  /// What the bytes are, by how they begin: what the service calls them does not matter.
  private static func ending(of bytes: [UInt8]) -> String {
    func begins(_ marks: [UInt8], at start: Int = 0) -> Bool {
      bytes.count >= start + marks.count
        && bytes[start..<(start + marks.count)].elementsEqual(marks)
    }
    if begins([0xFF, 0xD8, 0xFF]) { return "jpg" }
    if begins([0x89, 0x50, 0x4E, 0x47]) { return "png" }
    if begins(Array("GIF8".utf8)) { return "gif" }
    if begins(Array("RIFF".utf8)), begins(Array("WEBP".utf8), at: 8) { return "webp" }
    if begins(Array("ftypavif".utf8), at: 4) { return "avif" }
    return "bin"
  }
}
