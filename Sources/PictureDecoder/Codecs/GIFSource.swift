import CPictures
import PictureWire

/// A GIF: the frames up to the one asked for, laid over each other.
final class GIFSource: PictureSource {
  let size: Extent
  let frames: Int
  private(set) var milliseconds = 0
  private(set) var isDamaged = false
  private let frame: Int
  /// The pixels of the frames up to that one.
  private let pixels: Int
  private let file: UnsafeMutablePointer<GifFileType>
  private let input: Unmanaged<GIFInput>
  private var canvas: GIFCanvas
  private var nextRow = 0
  /// How the last frame is disposed of, and what was there before it, where that is wanted back.
  private var last: (mode: CInt, before: GIFCanvas?)?

  init(
    _ bytes: ByteView, frame: Int, on background: PictureOrder.Colour
  ) throws(WireRefusal) {
    self.frame = frame
    (frames, pixels) = GIFBlocks.frames(in: bytes, upTo: frame)
    input = Unmanaged.passRetained(GIFInput(bytes))
    var code: CInt = 0
    guard let file = DGifOpen(input.toOpaque(), GIFInput.read, &code) else {
      input.release()
      throw .damaged
    }
    self.file = file
    size = Extent(width: Int(file.pointee.SWidth), height: Int(file.pointee.SHeight))
    canvas = GIFCanvas(size, background)
    guard frames > 0 else { throw .damaged }
    guard frame < frames else { throw .noSuchFrame }
  }

  deinit {
    DGifCloseFile(file, nil)
    input.release()
  }

  func start(_ window: Window, output: Extent) throws(WireRefusal) -> DecodedRows {
    try Caps.check(pixels: pixels, ofFrames: frame + 1, on: size)
    begin()
    for number in 0...frame {
      // A broken frame is shown, as far as it goes, only if it is the one that was asked for.
      guard advance(), !isDamaged || number == frame else { throw .damaged }
    }
    return DecodedRows(size: size, window: window)
  }

  func read(into row: UnsafeMutableBufferPointer<UInt8>) throws(WireRefusal) -> Bool {
    canvas.copy(row: nextRow, to: row)
    nextRow += 1
    return true
  }
}

extension GIFSource: MovingSource {
  func begin() { canvas.clear() }

  func advance() -> Bool {
    guard !isDamaged else { return false }
    disposeOfLast()
    var control = Self.noControl
    while let block = nextBlock() {
      switch block {
      case .control(let block): control = block
      case .other: break
      case .image:
        // Only where it is needed again: drawing on a canvas that is shared copies all its pixels.
        let before = control.DisposalMode == DISPOSE_PREVIOUS ? canvas : nil
        milliseconds = Int(control.DelayTime) * 10
        let rows = draw(transparent: Int(control.TransparentColor))
        isDamaged = rows < Int(file.pointee.Image.Height)
        last = (control.DisposalMode, before)
        nextRow = 0
        return rows > 0
      }
    }
    return false
  }

  var work: Int { Int(file.pointee.Image.Width) * Int(file.pointee.Image.Height) + size.area }
}

extension GIFSource {
  private enum Block {
    case control(GraphicsControlBlock)
    case image
    case other
  }

  private static let noControl = GraphicsControlBlock(
    DisposalMode: 0, UserInputFlag: false, DelayTime: 0, TransparentColor: NO_TRANSPARENT_COLOR)

  /// Reads up to the next block; nil where there is none, or a broken one.
  private func nextBlock() -> Block? {
    var kind = UNDEFINED_RECORD_TYPE
    guard DGifGetRecordType(file, &kind) == GIF_OK else { return nil }
    switch kind {
    case IMAGE_DESC_RECORD_TYPE: return DGifGetImageDesc(file) == GIF_OK ? .image : nil
    case EXTENSION_RECORD_TYPE: return readExtension()
    default: return nil
    }
  }

  private func readExtension() -> Block? {
    var code: CInt = 0
    var bytes: UnsafeMutablePointer<UInt8>?
    guard DGifGetExtension(file, &code, &bytes) == GIF_OK else { return nil }
    var block = Block.other
    while let part = bytes {
      var control = Self.noControl
      // The first byte counts the others.
      if code == GRAPHICS_EXT_FUNC_CODE,
        DGifExtensionToGCB(Int(part[0]), part + 1, &control) == GIF_OK
      {
        block = .control(control)
      }
      guard DGifGetExtensionNext(file, &bytes) == GIF_OK else { return nil }
    }
    return block
  }

  /// Draws the image whose description was read, and returns how many of its rows there were.
  private func draw(transparent: Int) -> Int {
    let image = file.pointee.Image
    let extent = Extent(width: Int(image.Width), height: Int(image.Height))
    guard let table = image.ColorMap ?? file.pointee.SColorMap, extent.area > 0,
      Caps.stranger.admit(extent)
    else { return 0 }
    let colours = UnsafeBufferPointer(
      start: table.pointee.Colors, count: Int(table.pointee.ColorCount))
    var line = [UInt8](repeating: 0, count: extent.width)
    let rows = GIFRows(height: extent.height, isInterlaced: image.Interlace)
    for (number, row) in rows.enumerated() {
      guard DGifGetLine(file, &line, CInt(extent.width)) == GIF_OK else { return number }
      canvas.draw(
        line, x: Int(image.Left), y: Int(image.Top) + row, colours, transparent: transparent)
    }
    return extent.height
  }

  /// Disposes of the last frame before the next one, in the way it demands.
  private func disposeOfLast() {
    guard let (mode, before) = last else { return }
    last = nil
    if let before { canvas = before }
    guard mode == DISPOSE_BACKGROUND else { return }
    let image = file.pointee.Image
    canvas.clear(
      x: Int(image.Left), y: Int(image.Top), width: Int(image.Width), height: Int(image.Height))
  }
}
