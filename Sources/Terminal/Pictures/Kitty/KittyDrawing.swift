/// Pictures as kitty places them: over the cells where they are visible, piece by piece.
///
/// A placement is sent whenever it changes, and all are sent again after the terminal has moved
/// rows, so it does not matter what the terminal does with them when it scrolls.
@MainActor final class KittyDrawing: PictureDrawing {
  var changed: () -> Void = {}

  private struct Name: Hashable {
    let number: KittyNumber
    let placement: Int
  }

  private let depth: ColourDepth
  private let images: KittyImages
  let playsMotions: Bool
  private var placed: [Name: PicturePiece] = [:]

  init(depth: ColourDepth, numbers: KittyNumbers, playsMotions: Bool = false) {
    (self.depth, self.playsMotions) = (depth, playsMotions)
    images = KittyImages(numbers: numbers, throughTmux: false) { _, _ in nil }
  }

  var hasMore: Bool { images.hasMore }

  func face(of picture: Picture) -> PictureFace { .average(of: picture, depth: depth) }

  func isReady(_ picture: Picture) -> Bool { images.isReady(picture) }

  func played(_ motion: Motion) -> Picture? {
    images.has(motion) ? motion.frames[0].picture : nil
  }

  func finish(_ frame: PictureFrame, limit: Int) -> [UInt8] {
    images.show(frame.pieces.map(\.picture), moving: frame.motions)
    var bytes: [UInt8] = []
    if needsPlacing(frame) { images.settle(limit: min(limit, KittyImages.settling), to: &bytes) }
    let wanted = wanted(frame)
    for name in placed.keys where wanted[name] == nil {
      KittyCommand.remove(name.number, placement: name.placement)
        .append(throughTmux: false, to: &bytes)
    }
    for (name, piece) in wanted where frame.hasMoved || placed[name] != piece {
      place(piece, name, to: &bytes)
    }
    placed = wanted
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
    placed = [:]
    return bytes
  }
}

extension KittyDrawing {
  private func needsPlacing(_ frame: PictureFrame) -> Bool {
    (frame.hasMoved && !placed.isEmpty) || wanted(frame) != placed
  }

  /// Where the terminal is to show the images it has; the pieces of each are numbered.
  private func wanted(_ frame: PictureFrame) -> [Name: PicturePiece] {
    var counts: [KittyNumber: Int] = [:]
    var wanted: [Name: PicturePiece] = [:]
    for piece in frame.pieces {
      guard let number = images.number(of: piece.picture) else { continue }
      counts[number, default: 0] += 1
      wanted[Name(number: number, placement: counts[number] ?? 1)] = piece
    }
    return wanted
  }

  private func place(_ piece: PicturePiece, _ name: Name, to bytes: inout [UInt8]) {
    let source = piece.source
    let size = piece.part.size
    let part = "x=\(source.x),y=\(source.y),w=\(source.width),h=\(source.height)"
    let keys =
      "a=p,i=\(name.number.value),p=\(name.placement),\(part),c=\(size.columns),r=\(size.rows)"
      + ",C=1,q=1"
    bytes.append(contentsOf: "\u{1b}7\u{1b}[\(piece.position.row + 1);".utf8)
    bytes.append(contentsOf: "\(piece.position.column + 1)H".utf8)
    KittyCommand(keys: keys).append(throughTmux: false, to: &bytes)
    bytes.append(contentsOf: "\u{1b}8".utf8)
  }
}
