/// An image on its way to the terminal, in chunks of at most 4,096 characters.
struct KittyUpload {
  /// Three bytes become four characters.
  private static let chunk = 3072
  private static let smallestChunk = 12
  /// About how many bytes go around a chunk, and around the first one.
  private static let (around, aroundFirst) = (20, 64)
  /// The least room in which a chunk is worth sending.
  static let leastRoom = 2 * around

  let picture: Picture
  let number: KittyNumber
  private var sent = 0

  init(picture: Picture, number: KittyNumber) {
    (self.picture, self.number) = (picture, number)
  }

  /// Ends an image before it is complete; the terminal throws away what it has of it.
  static let giveUp = KittyCommand(keys: "m=0,q=2")

  /// Whether all of it has been sent.
  var isComplete: Bool { sent == picture.image.pixels.count }
  /// About how many bytes it still takes.
  var remaining: Int { (picture.image.pixels.count - sent) * 4 / 3 }

  /// The next chunk: as large as the room, within reason.
  mutating func next(room: Int) -> KittyCommand {
    let pixels = picture.image.pixels
    let letters = room - (sent == 0 ? Self.aroundFirst : Self.around)
    let size = min(Self.chunk, max(Self.smallestChunk, letters / 4 * 3))
    let end = min(sent + size, pixels.count)
    let more = end < pixels.count ? 1 : 0
    let image = picture.image.size
    let keys =
      sent == 0
      ? "a=t,f=24,s=\(image.width),v=\(image.height),i=\(number.value),q=1,m=\(more)"
      : "m=\(more),q=1"
    defer { sent = end }
    return KittyCommand(keys: keys, payload: pixels[sent..<end])
  }
}
