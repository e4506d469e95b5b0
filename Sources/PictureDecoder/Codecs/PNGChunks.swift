/// What a PNG is made of, found without unpacking any of it.
struct PNGChunks: Sequence, IteratorProtocol {
  struct Chunk {
    let name: ByteView
    let content: ByteView

    func isNamed(_ text: StaticString) -> Bool { name.has(text, at: 0) }
  }

  /// The first bytes of the file.
  static let mark = 8

  private let bytes: ByteView
  private var place = mark

  init(_ bytes: ByteView) { self.bytes = bytes }

  mutating func next() -> Chunk? {
    guard let length = bytes.number(at: place, bytes: 4), length <= bytes.count - place - 12 else {
      return nil
    }
    defer { place += 12 + length }
    return Chunk(
      name: bytes.part(from: place + 4, count: 4),
      content: bytes.part(from: place + 8, count: length))
  }

  /// How many frames there are, as the file says before its first pixels; 1 of a still one.
  static func frames(in bytes: ByteView) -> Int {
    for chunk in PNGChunks(bytes) {
      if chunk.isNamed("acTL"), let count = chunk.content.number(at: 0, bytes: 4), count > 1 {
        return count
      }
      if chunk.isNamed("IDAT") { break }
    }
    return 1
  }
}
