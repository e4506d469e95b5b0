internal import Groundwork

/// A command of kitty's graphics protocol, for example to send an image to the terminal.
struct KittyCommand: Equatable {
  let keys: String
  /// The pixel bytes of the kitty graphics command, which follow its keys.
  var payload: ArraySlice<UInt8> = []

  /// Appends the escape sequence of the command to the output, passed through tmux if necessary.
  func appendSequence(throughTmux: Bool, to output: inout [UInt8]) {
    let escape = throughTmux ? "\u{1b}\u{1b}" : "\u{1b}"
    if throughTmux { output.append(contentsOf: "\u{1b}Ptmux;".utf8) }
    output.append(contentsOf: "\(escape)_G\(keys)".utf8)
    if !payload.isEmpty {
      output.append(0x3b)
      Base64.appendBase64(payload, to: &output)
    }
    output.append(contentsOf: "\(escape)\\".utf8)
    if throughTmux { output.append(contentsOf: "\u{1b}\\".utf8) }
  }

  static func imageRemovalCommand(_ number: KittyImageID) -> KittyCommand {
    KittyCommand(keys: "a=d,d=I,i=\(number.value),q=2")
  }

  static func placeholderCommand(for picture: Picture, _ number: KittyImageID) -> KittyCommand {
    let (rows, columns) = (picture.cells.rows, picture.cells.columns)
    return KittyCommand(keys: "a=p,U=1,i=\(number.value),c=\(columns),r=\(rows),q=1")
  }

  static func firstFrameTimeCommand(_ number: KittyImageID, milliseconds: Int) -> KittyCommand {
    KittyCommand(keys: "a=a,i=\(number.value),r=1,z=\(milliseconds),q=1")
  }

  static func animationStartCommand(_ number: KittyImageID) -> KittyCommand {
    KittyCommand(keys: "a=a,i=\(number.value),s=3,v=1,q=1")
  }

  static func animationStopCommand(_ number: KittyImageID) -> KittyCommand {
    KittyCommand(keys: "a=a,i=\(number.value),s=1,q=1")
  }

  static func placementRemovalCommand(_ number: KittyImageID, placement: Int) -> KittyCommand {
    KittyCommand(keys: "a=d,d=i,i=\(number.value),p=\(placement),q=2")
  }
}

/// An id of an image in kitty's protocol; placeholder characters state the id as their colour.
struct KittyImageID: Hashable, Sendable {
  let value: UInt32

  /// The colour of kitty's placeholder characters for the image. A small id is a palette colour,
  /// which tmux passes on unchanged.
  var colour: PictureColour {
    if let small = UInt8(exactly: value), small >= 16 { return .palette(small) }
    return .rgb(
      UInt8(truncatingIfNeeded: value >> 16), UInt8(truncatingIfNeeded: value >> 8),
      UInt8(truncatingIfNeeded: value))
  }
}

/// A range of image ids for kitty's protocol, preferably unused by the terminal's other programs.
struct KittyImageIDRange: Sendable {
  private let range: ClosedRange<UInt32>

  private init(_ range: ClosedRange<UInt32>) { self.range = range }

  /// Returns a range of image ids of three bytes for kitty's protocol, which few other processes
  /// have.
  static func threeByteImageIDs(process: Int32) -> KittyImageIDRange {
    let first = UInt32(truncatingIfNeeded: process) & 0xfffe | 1
    return KittyImageIDRange((first << 8)...(first << 8 | 0xff))
  }

  /// The image ids for kitty's protocol that are palette colours, which tmux passes on unchanged.
  static let small = KittyImageIDRange(16...255)

  func lowestFreeImageID(except used: [KittyImageID]) -> KittyImageID? {
    range.lazy.map { KittyImageID(value: $0) }.first { !used.contains($0) }
  }
}

/// An error reply of kitty, such as `i=31;ENOENT:no such image`.
struct KittyErrorReply: Equatable {
  let number: KittyImageID

  init?(_ text: String) {
    let parts = text.split(separator: ";", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2, parts[1] != "OK",
      let key = parts[0].split(separator: ",").first(where: { $0.hasPrefix("i=") }),
      let value = UInt32(key.dropFirst(2))
    else { return nil }
    number = KittyImageID(value: value)
  }
}

/// An upload of an image or an animation's frame to kitty, in chunks of at most 4,096 characters.
struct KittyImageUpload {
  /// A role of uploaded pixels in kitty's protocol: an image, or a frame of an animation.
  enum KittyUploadContent: Equatable {
    case image
    /// A role of uploaded pixels: a frame after the first of an animation, with its duration.
    case frame(of: Animation, milliseconds: Int)
  }

  /// Maximum number of pixel bytes in a chunk of the upload; three bytes become four characters.
  private static let chunk = 3072
  private static let smallestChunk = 12
  /// The approximate numbers of bytes that a later and the first chunk of an upload need besides
  /// their pixels.
  private static let (chunkOverhead, firstChunkOverhead) = (20, 64)
  static let minimumRoom = 2 * chunkOverhead

  let picture: Picture
  let number: KittyImageID
  let part: KittyUploadContent
  private var sent = 0

  init(picture: Picture, number: KittyImageID, part: KittyUploadContent = .image) {
    (self.picture, self.number, self.part) = (picture, number, part)
  }

  /// The kitty graphics command that ends the upload; the terminal discards the pixels received.
  var abort: KittyCommand { KittyCommand(keys: continuation + "m=0,q=2") }
  var isComplete: Bool { sent == picture.image.pixels.count }
  /// The approximate number of bytes of an image's upload to kitty left to send.
  var remaining: Int { (picture.image.pixels.count - sent) * 4 / 3 }

  /// Returns the next chunk of the upload as a kitty command, of at most `room` bytes if possible.
  mutating func takeNextUploadCommand(room: Int) -> KittyCommand {
    let pixels = picture.image.pixels
    let letters = room - (sent == 0 ? Self.firstChunkOverhead : Self.chunkOverhead)
    let size = min(Self.chunk, max(Self.smallestChunk, letters / 4 * 3))
    let end = min(sent + size, pixels.count)
    let more = end < pixels.count ? 1 : 0
    let keys = sent == 0 ? "\(beginning),q=1,m=\(more)" : "\(continuation)m=\(more),q=1"
    defer { sent = end }
    return KittyCommand(keys: keys, payload: pixels[sent..<end])
  }

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
