/// Pictures as kitty's placeholder characters, which are text like any other.
@MainActor final class PlaceholderDrawing: PictureDrawing {
  var changed: () -> Void = {}

  private let depth: ColourDepth
  private let images: KittyImages
  let playsMotions: Bool

  init(
    depth: ColourDepth, numbers: KittyNumbers, throughTmux: Bool, playsMotions: Bool = false
  ) {
    (self.depth, self.playsMotions) = (depth, playsMotions)
    images = KittyImages(numbers: numbers, throughTmux: throughTmux) { picture, number in
      KittyCommand.placeholders(for: picture, number)
    }
  }

  var hasMore: Bool { images.hasMore }

  func face(of picture: Picture) -> PictureFace {
    // A picture with more rows or columns than there are marks cannot be shown this way.
    guard max(picture.cells.rows, picture.cells.columns) <= KittyDiacritics.count,
      let number = images.number(of: picture)
    else { return .average(of: picture, depth: depth) }
    return .placeholders(number)
  }

  func isReady(_ picture: Picture) -> Bool { images.isReady(picture) }

  func played(_ motion: Motion) -> Picture? {
    images.has(motion) ? motion.frames[0].picture : nil
  }

  func finish(_ frame: PictureFrame, limit: Int) -> [UInt8] {
    images.show(frame.pieces.map(\.picture), moving: frame.motions)
    var bytes: [UInt8] = []
    images.play(limit: min(limit, KittyImages.settling), to: &bytes)
    return bytes
  }

  func more(limit: Int, to output: inout [UInt8]) -> Bool {
    images.more(limit: limit, to: &output)
  }

  func learn(from reply: TerminalReply) { if images.learn(from: reply) { changed() } }

  func reset() -> [UInt8] {
    var bytes: [UInt8] = []
    images.reset(to: &bytes)
    return bytes
  }
}
