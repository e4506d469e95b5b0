/// A renderer of pictures as kitty's placements over their visible cells. A placement is sent
/// whenever it changes, and all are sent again after scrolling, so that the terminal's own
/// scrolling of pictures does not matter.
@MainActor
final class KittyPlacementRenderer: KittyImageRenderer {
  var onChange: () -> Void = {}

  private struct KittyPlacementID: Hashable {
    let number: KittyImageID
    let placement: Int
  }

  private let depth: ColourDepth
  let images: KittyImages
  let playsAnimations: Bool
  private var placed: [KittyPlacementID: PicturePiece] = [:]

  init(depth: ColourDepth, numbers: KittyImageIDRange, playsAnimations: Bool = false) {
    (self.depth, self.playsAnimations) = (depth, playsAnimations)
    images = KittyImages(numbers: numbers, throughTmux: false) { _, _ in nil }
  }

  func cellContentToDrawNow(of picture: Picture) -> PictureCellContent {
    .averageColour(of: picture, depth: depth)
  }
  func drawPictures(_ frame: ScreenFramePictures, limit: Int) -> [UInt8] {
    images.setVisiblePicturesQueueingUploads(frame.pieces.map(\.picture), moving: frame.animations)
    var bytes: [UInt8] = []
    if needsNewPlacements(frame) {
      images.finishOrAbortUpload(limit: min(limit, KittyImages.finishableBytes), to: &bytes)
    }
    let wanted = kittyPlacements(frame)
    for name in placed.keys where wanted[name] == nil {
      KittyCommand.placementRemovalCommand(name.number, placement: name.placement)
        .appendSequence(throughTmux: false, to: &bytes)
    }
    for (name, piece) in wanted where frame.hasMoved || placed[name] != piece {
      appendPlacement(of: piece, name, to: &bytes)
    }
    placed = wanted
    images.startAndStopAnimations(limit: min(limit, KittyImages.finishableBytes), to: &bytes)
    return bytes
  }

  func removeAllPictures() -> [UInt8] {
    var bytes: [UInt8] = []
    images.appendRemovalOfImages(to: &bytes)
    placed = [:]
    return bytes
  }

  private func needsNewPlacements(_ frame: ScreenFramePictures) -> Bool {
    (frame.hasMoved && !placed.isEmpty) || kittyPlacements(frame) != placed
  }

  /// Returns the kitty placements wanted in a frame; the visible pieces of an image are numbered.
  private func kittyPlacements(_ frame: ScreenFramePictures) -> [KittyPlacementID: PicturePiece] {
    var counts: [KittyImageID: Int] = [:]
    var wanted: [KittyPlacementID: PicturePiece] = [:]
    for piece in frame.pieces {
      guard let number = images.imageID(of: piece.picture) else { continue }
      counts[number, default: 0] += 1
      wanted[KittyPlacementID(number: number, placement: counts[number] ?? 1)] = piece
    }
    return wanted
  }

  private func appendPlacement(
    of piece: PicturePiece, _ name: KittyPlacementID, to bytes: inout [UInt8]
  ) {
    let source = piece.source
    let size = piece.part.size
    let part = "x=\(source.x),y=\(source.y),w=\(source.width),h=\(source.height)"
    let keys =
      "a=p,i=\(name.number.value),p=\(name.placement),\(part),c=\(size.columns),r=\(size.rows)"
      + ",C=1,q=1"
    bytes.append(contentsOf: "\u{1b}7\u{1b}[\(piece.position.row + 1);".utf8)
    bytes.append(contentsOf: "\(piece.position.column + 1)H".utf8)
    KittyCommand(keys: keys).appendSequence(throughTmux: false, to: &bytes)
    bytes.append(contentsOf: "\u{1b}8".utf8)
  }
}

/// A renderer of pictures as kitty's placeholder characters, which scroll and are covered like
/// text.
@MainActor
final class KittyPlaceholderRenderer: KittyImageRenderer {
  var onChange: () -> Void = {}

  private let depth: ColourDepth
  let images: KittyImages
  let playsAnimations: Bool

  init(
    depth: ColourDepth, numbers: KittyImageIDRange, throughTmux: Bool, playsAnimations: Bool = false
  ) {
    (self.depth, self.playsAnimations) = (depth, playsAnimations)
    images = KittyImages(numbers: numbers, throughTmux: throughTmux) { picture, number in
      KittyCommand.placeholderCommand(for: picture, number)
    }
  }

  func cellContentToDrawNow(of picture: Picture) -> PictureCellContent {
    // A picture with more rows or columns than there are combining marks cannot be shown this way.
    guard max(picture.cells.rows, picture.cells.columns) <= KittyDiacritics.count,
      let number = images.imageID(of: picture)
    else { return .averageColour(of: picture, depth: depth) }
    return .placeholders(number)
  }

  func drawPictures(_ frame: ScreenFramePictures, limit: Int) -> [UInt8] {
    images.setVisiblePicturesQueueingUploads(frame.pieces.map(\.picture), moving: frame.animations)
    var bytes: [UInt8] = []
    images.startAndStopAnimations(limit: min(limit, KittyImages.finishableBytes), to: &bytes)
    return bytes
  }
}

/// A protocol of renderers of pictures that the terminal stores as images by kitty's protocol.
@MainActor
protocol KittyImageRenderer: PictureRenderer {
  var images: KittyImages { get }
}

extension KittyImageRenderer {
  var hasPending: Bool { images.hasPending }
  func isReadyElseBeginEncoding(_ picture: Picture) -> Bool {
    images.requestPictureUnlessReady(picture)
  }

  func pictureAnimatedByTerminal(for animation: Animation) -> Picture? {
    images.hasUploadedAllFrames(animation) ? animation.frames[0].picture : nil
  }

  func appendBytesReportingCellChange(limit: Int, to output: inout [UInt8]) -> Bool {
    images.appendUploadBytesReportingCompletion(limit: limit, to: &output)
  }

  func handleTerminalReply(_ reply: TerminalReply) {
    if images.handleMissingImageReply(reply) { onChange() }
  }

  func removeAllPictures() -> [UInt8] {
    var bytes: [UInt8] = []
    images.appendRemovalOfImages(to: &bytes)
    return bytes
  }
}

/// A namespace for the character that kitty replaces by a part of an image.
enum KittyPlaceholder {
  static let scalar: Unicode.Scalar = "\u{10eeee}"

  /// Appends kitty's placeholder character for a row and column of an image. Each has combining
  /// marks for both, since its left neighbour need not be written with it.
  static func appendPlaceholder(row: Int, column: Int, to output: inout [UInt8]) {
    for scalar in [
      scalar, KittyDiacritics.combiningMark(row), KittyDiacritics.combiningMark(column),
    ] {
      output.append(contentsOf: String(scalar).utf8)
    }
  }
}

/// A namespace for the combining marks that number rows and columns of kitty's placeholders, in the
/// protocol's order.
enum KittyDiacritics {
  /// Maximum number of rows, and of columns, of an image shown by kitty's placeholders.
  static let count = all.count

  static func combiningMark(_ number: Int) -> Unicode.Scalar {
    all[min(max(0, number), all.count - 1)]
  }

  private static let all: [Unicode.Scalar] = ranges.flatMap { $0.compactMap(Unicode.Scalar.init) }

  private static let ranges: [ClosedRange<UInt32>] = [
    0x0305...0x0305, 0x030d...0x030e, 0x0310...0x0310, 0x0312...0x0312, 0x033d...0x033f,
    0x0346...0x0346, 0x034a...0x034c, 0x0350...0x0352, 0x0357...0x0357, 0x035b...0x035b,
    0x0363...0x036f, 0x0483...0x0487, 0x0592...0x0595, 0x0597...0x0599, 0x059c...0x05a1,
    0x05a8...0x05a9, 0x05ab...0x05ac, 0x05af...0x05af, 0x05c4...0x05c4, 0x0610...0x0617,
    0x0657...0x065b, 0x065d...0x065e, 0x06d6...0x06dc, 0x06df...0x06e2, 0x06e4...0x06e4,
    0x06e7...0x06e8, 0x06eb...0x06ec, 0x0730...0x0730, 0x0732...0x0733, 0x0735...0x0736,
    0x073a...0x073a, 0x073d...0x073d, 0x073f...0x0741, 0x0743...0x0743, 0x0745...0x0745,
    0x0747...0x0747, 0x0749...0x074a, 0x07eb...0x07f1, 0x07f3...0x07f3, 0x0816...0x0819,
    0x081b...0x0823, 0x0825...0x0827, 0x0829...0x082d, 0x0951...0x0951, 0x0953...0x0954,
    0x0f82...0x0f83, 0x0f86...0x0f87, 0x135d...0x135f, 0x17dd...0x17dd, 0x193a...0x193a,
    0x1a17...0x1a17, 0x1a75...0x1a7c, 0x1b6b...0x1b6b, 0x1b6d...0x1b73, 0x1cd0...0x1cd2,
    0x1cda...0x1cdb, 0x1ce0...0x1ce0, 0x1dc0...0x1dc1, 0x1dc3...0x1dc9, 0x1dcb...0x1dcc,
    0x1dd1...0x1de6, 0x1dfe...0x1dfe, 0x20d0...0x20d1, 0x20d4...0x20d7, 0x20db...0x20dc,
    0x20e1...0x20e1, 0x20e7...0x20e7, 0x20e9...0x20e9, 0x20f0...0x20f0, 0x2cef...0x2cf1,
    0x2de0...0x2dff, 0xa66f...0xa66f, 0xa67c...0xa67d, 0xa6f0...0xa6f1, 0xa8e0...0xa8f1,
    0xaab0...0xaab0, 0xaab2...0xaab3, 0xaab7...0xaab8, 0xaabe...0xaabf, 0xaac1...0xaac1,
    0xfe20...0xfe26, 0x10a0f...0x10a0f, 0x10a38...0x10a38, 0x1d185...0x1d189, 0x1d1aa...0x1d1ad,
    0x1d242...0x1d244,
  ]
}
