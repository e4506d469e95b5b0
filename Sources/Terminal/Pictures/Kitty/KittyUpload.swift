/// An image on its way to the terminal, or a frame of one that moves, in chunks of at most 4,096
/// characters.
struct KittyUpload {
  /// What the pixels are to the terminal.
  enum Part: Hashable {
    case image
    /// What follows on the other frames of a motion, and for how long it is seen.
    case frame(of: Motion, milliseconds: Int)
  }

  /// Three bytes become four characters.
  private static let chunk = 3072
  private static let smallestChunk = 12
  /// About how many bytes go around a chunk, and around the first one.
  private static let (around, aroundFirst) = (20, 64)
  /// The least room in which a chunk is worth sending.
  static let leastRoom = 2 * around

  let picture: Picture
  let number: KittyNumber
  let part: Part
  private var sent = 0

  init(picture: Picture, number: KittyNumber, part: Part = .image) {
    (self.picture, self.number, self.part) = (picture, number, part)
  }

  /// Ends it before it is complete; the terminal throws away what it has of it.
  var giveUp: KittyCommand { KittyCommand(keys: continuation + "m=0,q=2") }

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
    let keys = sent == 0 ? "\(beginning),q=1,m=\(more)" : "\(continuation)m=\(more),q=1"
    defer { sent = end }
    return KittyCommand(keys: keys, payload: pixels[sent..<end])
  }
}

extension KittyUpload {
  private var beginning: String {
    let size = picture.image.size
    let image = "f=24,s=\(size.width),v=\(size.height),i=\(number.value)"
    return switch part {
    case .image: "a=t,\(image)"
    case .frame(_, let milliseconds): "a=f,\(image),z=\(milliseconds)"
    }
  }

  private var continuation: String { part == .image ? "" : "a=f," }
}
