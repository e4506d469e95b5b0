import PictureWire

/// A decoder of an animated PNG file; decodes each frame as a picture and draws it on a canvas.
final class AnimatedPNGFileDecoder: AnimationFileDecoder {
  let size: PixelExtent
  let frames: Int
  private(set) var milliseconds = 0
  private(set) var decodedPixelCount = 0
  private let header: ByteView
  private var tables: [PNGChunks.PNGChunk] = []
  private var chunks: PNGChunks
  private var announced: PNGFrame?
  private let blending: BackgroundBlending
  private var canvas: [UInt8] = []
  /// The last drawn frame of the animated PNG, with the canvas before that frame if the frame
  /// restores it; nil before the first frame.
  private var lastFrame: (frame: PNGFrame, before: [UInt8]?)?
  private var nextRow = 0

  /// Creates a decoder of an animated PNG file by reading its header; the bytes must outlive the
  /// decoder. Throws if the file is not animated or invalid.
  init(_ bytes: ByteView, on background: PictureDecodingRequest.BackgroundColour)
    throws(DecoderRefusal)
  {
    frames = PNGChunks.frameCount(in: bytes)
    guard frames > 1 else { throw .noSuchFrame }
    chunks = PNGChunks(bytes)
    guard let first = chunks.next(), first.isChunkNamed("IHDR"), first.content.count == 13,
      let width = first.content.bigEndianNumber(at: 0, bytes: 4),
      let height = first.content.bigEndianNumber(at: 4, bytes: 4)
    else { throw .damaged }
    header = first.content
    size = PixelExtent(width: width, height: height)
    blending = BackgroundBlending(background: background)
  }

  func beginAnimation() { canvas = [UInt8](repeating: 0, count: size.area * 4) }

  func advanceToNextFrame() -> Bool {
    disposeLastFrame()
    guard let frame = nextFrame(),
      let pixels = frame.decodedFramePixels(header: header, tables: tables)
    else {
      return false
    }
    lastFrame = (frame, frame.disposal == .restore ? canvas : nil)
    drawFrame(pixels, of: frame)
    milliseconds = frame.milliseconds
    decodedPixelCount = frame.size.area + size.area
    nextRow = 0
    return true
  }

  func startDecoding(_ window: PictureRegion, output: PixelExtent) -> DecodedRowsGeometry {
    DecodedRowsGeometry(size: size, window: window)
  }

  func readRowUnlessTruncated(into row: UnsafeMutableBufferPointer<UInt8>) -> Bool {
    canvas.withUnsafeBufferPointer { canvas in
      // The canvas is not empty, so it has a first byte.
      blending.blendPixelsOverBackground(
        canvas.baseAddress! + nextRow * size.width * 4, to: row, count: size.width)
    }
    nextRow += 1
    return true
  }

  /// Returns the animated PNG's next frame from its chunks; nil at the end or at a broken chunk.
  private func nextFrame() -> PNGFrame? {
    while let chunk = chunks.next() {
      if chunk.isChunkNamed("fcTL") {
        let complete = announced
        announced = PNGFrame(chunk.content, on: size)
        if let complete, !complete.parts.isEmpty { return complete }
        if announced == nil { return nil }
      } else if chunk.isChunkNamed("IDAT") {
        announced?.parts.append(chunk.content)
      } else if chunk.isChunkNamed("fdAT") {
        announced?.parts.append(chunk.content.subview(from: 4, count: chunk.content.count - 4))
      } else if chunk.isChunkNamed("PLTE") || chunk.isChunkNamed("tRNS") {
        tables.append(chunk)
      }
    }
    defer { announced = nil }
    return announced.flatMap { $0.parts.isEmpty ? nil : $0 }
  }

  private func drawFrame(_ pixels: [UInt8], of frame: PNGFrame) {
    for row in 0..<frame.size.height {
      let target = ((frame.y + row) * size.width + frame.x) * 4
      let source = row * frame.size.width * 4
      for place in stride(from: 0, to: frame.size.width * 4, by: 4) {
        let alpha = Int(pixels[source + place + 3])
        if !frame.isBlended || alpha == 255 {
          for channel in 0..<4 {
            canvas[target + place + channel] = pixels[source + place + channel]
          }
        } else if alpha > 0 {
          blendPixel(pixels[source + place..<source + place + 4], at: target + place)
        }
      }
    }
  }

  private func blendPixel(_ pixel: ArraySlice<UInt8>, at place: Int) {
    let first = pixel.startIndex
    let above = Int(pixel[first + 3])
    let below = Int(canvas[place + 3]) * (255 - above)
    let whole = above * 255 + below
    for channel in 0..<3 {
      let sum = Int(pixel[first + channel]) * above * 255 + Int(canvas[place + channel]) * below
      canvas[place + channel] = UInt8(clamping: sum / whole)
    }
    canvas[place + 3] = UInt8(clamping: whole / 255)
  }

  private func disposeLastFrame() {
    guard let (frame, before) = lastFrame else { return }
    lastFrame = nil
    if let before { canvas = before }
    guard frame.disposal == .clear else { return }
    for row in frame.y..<frame.y + frame.size.height {
      let start = (row * size.width + frame.x) * 4
      canvas.replaceSubrange(
        start..<start + frame.size.width * 4,
        with: repeatElement(0, count: frame.size.width * 4))
    }
  }
}
