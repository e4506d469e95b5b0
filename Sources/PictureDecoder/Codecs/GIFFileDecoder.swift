import CPictures
import PictureWire

/// A decoder of a GIF file, which draws the frames on the canvas up to the wanted frame.
final class GIFFileDecoder: PictureFileDecoder {
  let size: PixelExtent
  let frames: Int
  private(set) var milliseconds = 0
  private(set) var isDamaged = false
  private let frame: Int
  /// The number of pixels in the GIF's frames up to the wanted one.
  private let pixels: Int
  private let file: UnsafeMutablePointer<GifFileType>
  private let input: Unmanaged<GIFInputBytes>
  private var canvas: GIFCanvas
  private var nextRow = 0
  /// The disposal of the GIF's last drawn frame, with the canvas before that frame if the disposal
  /// restores it; nil before the first frame.
  private var lastDisposal: (mode: CInt, before: GIFCanvas?)?

  init(_ bytes: ByteView, frame: Int, on background: PictureDecodingRequest.BackgroundColour)
    throws(DecoderRefusal)
  {
    self.frame = frame
    (frames, pixels) = GIFBlockScanner.frameCount(in: bytes, upTo: frame)
    input = Unmanaged.passRetained(GIFInputBytes(bytes))
    var code: CInt = 0
    guard let file = DGifOpen(input.toOpaque(), GIFInputBytes.read, &code) else {
      input.release()
      throw .damaged
    }
    self.file = file
    size = PixelExtent(width: Int(file.pointee.SWidth), height: Int(file.pointee.SHeight))
    canvas = GIFCanvas(size, background)
    guard frames > 0 else { throw .damaged }
    guard frame < frames else { throw .noSuchFrame }
  }

  deinit {
    DGifCloseFile(file, nil)
    input.release()
  }

  func startDecoding(_ window: PictureRegion, output: PixelExtent) throws(DecoderRefusal)
    -> DecodedRowsGeometry
  {
    try PictureSizeLimits.rejectTooCostlyAnimation(pixels: pixels, ofFrames: frame + 1, on: size)
    beginAnimation()
    for number in 0...frame {
      // A broken frame is an error unless it is the wanted one, which is shown as far as it goes.
      guard advanceToNextFrame(), !isDamaged || number == frame else { throw .damaged }
    }
    return DecodedRowsGeometry(size: size, window: window)
  }

  func readRowUnlessTruncated(into row: UnsafeMutableBufferPointer<UInt8>) throws(DecoderRefusal)
    -> Bool
  {
    canvas.copyRow(nextRow, to: row)
    nextRow += 1
    return true
  }

  private enum GIFBlock {
    case control(GraphicsControlBlock)
    case image
    case other
  }

  private static let noControl = GraphicsControlBlock(
    DisposalMode: 0, UserInputFlag: false, DelayTime: 0, TransparentColor: NO_TRANSPARENT_COLOR)

  /// Reads and returns the next block of the GIF; nil at the end or at a broken block.
  private func nextGIFBlock() -> GIFBlock? {
    var kind = UNDEFINED_RECORD_TYPE
    guard DGifGetRecordType(file, &kind) == GIF_OK else { return nil }
    switch kind {
    case IMAGE_DESC_RECORD_TYPE: return DGifGetImageDesc(file) == GIF_OK ? .image : nil
    case EXTENSION_RECORD_TYPE: return readExtensionBlock()
    default: return nil
    }
  }

  private func readExtensionBlock() -> GIFBlock? {
    var code: CInt = 0
    var bytes: UnsafeMutablePointer<UInt8>?
    guard DGifGetExtension(file, &code, &bytes) == GIF_OK else { return nil }
    var block = GIFBlock.other
    while let part = bytes {
      var control = Self.noControl
      // The first byte is the number of those that follow.
      if code == GRAPHICS_EXT_FUNC_CODE,
        DGifExtensionToGCB(Int(part[0]), part + 1, &control) == GIF_OK
      {
        block = .control(control)
      }
      guard DGifGetExtensionNext(file, &bytes) == GIF_OK else { return nil }
    }
    return block
  }

  /// Draws the current image of the GIF onto its canvas; returns the number of the image's rows
  /// that were drawn.
  private func drawImageReturningRowCount(transparent: Int) -> Int {
    let image = file.pointee.Image
    let extent = PixelExtent(width: Int(image.Width), height: Int(image.Height))
    guard let table = image.ColorMap ?? file.pointee.SColorMap, extent.area > 0,
      PictureSizeLimits.stranger.admitsSize(extent)
    else { return 0 }
    let colours = UnsafeBufferPointer(
      start: table.pointee.Colors, count: Int(table.pointee.ColorCount))
    var line = [UInt8](repeating: 0, count: extent.width)
    let rows = GIFRowNumbers(height: extent.height, isInterlaced: image.Interlace)
    for (number, row) in rows.enumerated() {
      guard DGifGetLine(file, &line, CInt(extent.width)) == GIF_OK else { return number }
      canvas.drawPixelRow(
        line, x: Int(image.Left), y: Int(image.Top) + row, colours, transparent: transparent)
    }
    return extent.height
  }

  private func disposeLastFrame() {
    guard let (mode, before) = lastDisposal else { return }
    lastDisposal = nil
    if let before { canvas = before }
    guard mode == DISPOSE_BACKGROUND else { return }
    let image = file.pointee.Image
    canvas.fillRectangleWithBackground(
      x: Int(image.Left), y: Int(image.Top), width: Int(image.Width), height: Int(image.Height))
  }
}

extension GIFFileDecoder: AnimationFileDecoder {
  func beginAnimation() { canvas.allocateCanvas() }

  func advanceToNextFrame() -> Bool {
    guard !isDamaged else { return false }
    disposeLastFrame()
    var control = Self.noControl
    while let block = nextGIFBlock() {
      switch block {
      case .control(let block): control = block
      case .other: break
      case .image:
        // Only if the disposal restores the canvas, since drawing on a shared copy copies its
        // pixels.
        let before = control.DisposalMode == DISPOSE_PREVIOUS ? canvas : nil
        milliseconds = Int(control.DelayTime) * 10
        let rows = drawImageReturningRowCount(transparent: Int(control.TransparentColor))
        isDamaged = rows < Int(file.pointee.Image.Height)
        lastDisposal = (control.DisposalMode, before)
        nextRow = 0
        return rows > 0
      }
    }
    return false
  }

  var decodedPixelCount: Int {
    Int(file.pointee.Image.Width) * Int(file.pointee.Image.Height) + size.area
  }
}

/// A namespace for finding the blocks of a GIF file without decompressing its pixels.
enum GIFBlockScanner {
  static func frameCount(in bytes: ByteView, upTo frame: Int) -> (count: Int, pixels: Int) {
    guard let flags = bytes[10] else { return (0, 0) }
    var place = 13 + colourTableByteCount(flags)
    var frames = (count: 0, pixels: 0)
    while let block = bytes[place] {
      switch block {
      case 0x21: place = endOfSubBlocks(at: place + 2, in: bytes)
      case 0x2C:
        guard let flags = bytes[place + 9] else { return frames }
        if frames.count <= frame, let width = bytes.littleEndianNumber(at: place + 5, bytes: 2),
          let height = bytes.littleEndianNumber(at: place + 7, bytes: 2)
        {
          frames.pixels += width * height
        }
        frames.count += 1
        // The colours are followed by the width of a code.
        place = endOfSubBlocks(at: place + 10 + colourTableByteCount(flags) + 1, in: bytes)
      default: return frames
      }
    }
    return frames
  }

  private static func colourTableByteCount(_ flags: UInt8) -> Int {
    flags & 0x80 == 0 ? 0 : 3 << (Int(flags & 7) + 1)
  }

  private static func endOfSubBlocks(at start: Int, in bytes: ByteView) -> Int {
    var place = start
    while let length = bytes[place] {
      place += 1 + Int(length)
      if length == 0 { break }
    }
    return place
  }
}

struct GIFCanvas {
  private let size: PixelExtent
  private let background: PictureDecodingRequest.BackgroundColour
  private var pixels: [UInt8] = []

  init(_ size: PixelExtent, _ background: PictureDecodingRequest.BackgroundColour) {
    (self.size, self.background) = (size, background)
  }

  /// Allocates the canvas of a GIF, filled with the background colour.
  mutating func allocateCanvas() {
    pixels = [UInt8](repeating: 0, count: size.area * 3)
    fillRectangleWithBackground(x: 0, y: 0, width: size.width, height: size.height)
  }

  /// Fills a rectangle of the GIF's canvas with the background colour; coordinates outside are
  /// ignored.
  mutating func fillRectangleWithBackground(x: Int, y: Int, width: Int, height: Int) {
    for row in max(0, y)..<max(0, y, min(size.height, y + height)) {
      for column in max(0, x)..<max(0, x, min(size.width, x + width)) {
        let place = (row * size.width + column) * 3
        pixels[place] = background.red
        pixels[place + 1] = background.green
        pixels[place + 2] = background.blue
      }
    }
  }

  /// Draws a row of pixels on the GIF's canvas; pixels outside of the canvas and undefined colours
  /// are ignored.
  mutating func drawPixelRow(
    _ line: [UInt8], x: Int, y: Int, _ colours: UnsafeBufferPointer<GifColorType>, transparent: Int
  ) {
    guard (0..<size.height).contains(y), x >= 0 else { return }
    for column in 0..<max(0, min(line.count, size.width - x)) {
      let index = Int(line[column])
      guard index != transparent, index < colours.count else { continue }
      let place = (y * size.width + x + column) * 3
      pixels[place] = colours[index].Red
      pixels[place + 1] = colours[index].Green
      pixels[place + 2] = colours[index].Blue
    }
  }

  func copyRow(_ row: Int, to target: UnsafeMutableBufferPointer<UInt8>) {
    let count = size.width * 3
    pixels.withUnsafeBufferPointer { pixels in
      _ = target.update(from: pixels[row * count..<(row + 1) * count])
    }
  }
}

/// A source from which the library giflib reads the bytes of a GIF file.
final class GIFInputBytes {
  private let bytes: ByteView
  private var offset = 0

  init(_ bytes: ByteView) { self.bytes = bytes }

  /// The function by which giflib reads the input bytes.
  static let read: InputFunc = { file, buffer, count in
    guard let owner = file?.pointee.UserData, let buffer, count > 0 else { return 0 }
    return Unmanaged<GIFInputBytes>.fromOpaque(owner).takeUnretainedValue().copyNextBytes(
      buffer, Int(count))
  }

  private func copyNextBytes(_ buffer: UnsafeMutablePointer<UInt8>, _ count: Int) -> CInt {
    let part = bytes.subview(from: offset, count: count)
    UnsafeMutableRawBufferPointer(start: buffer, count: count).copyMemory(from: part.bytes)
    offset += part.count
    return CInt(part.count)
  }
}

/// A sequence of the row numbers of a GIF's image, in the order in which the rows are stored.
struct GIFRowNumbers: Sequence, IteratorProtocol {
  private let height: Int
  private var passes: ArraySlice<(first: Int, step: Int)>
  private var row: Int

  init(height: Int, isInterlaced: Bool) {
    self.height = height
    passes = isInterlaced ? [(0, 8), (4, 8), (2, 4), (1, 2)] : [(0, 1)]
    row = 0
  }

  mutating func next() -> Int? {
    while let pass = passes.first {
      if row < height {
        defer { row += pass.step }
        return row
      }
      passes.removeFirst()
      row = passes.first?.first ?? 0
    }
    return nil
  }
}
