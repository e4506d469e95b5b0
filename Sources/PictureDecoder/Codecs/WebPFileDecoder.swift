import CPictures
import PictureWire

/// A decoder of a still WebP file; libwebp cuts and scales while decoding.
final class WebPFileDecoder: PictureFileDecoder {
  let size: PixelExtent
  private let bytes: ByteView
  private let blending: BackgroundBlending
  private var pixels: [UInt8] = []
  private var width = 0
  private var nextRow = 0

  init(
    _ bytes: ByteView, _ features: WebPBitstreamFeatures,
    on background: PictureDecodingRequest.BackgroundColour
  ) {
    self.bytes = bytes
    size = PixelExtent(width: Int(features.width), height: Int(features.height))
    blending = BackgroundBlending(background: background)
  }

  func startDecoding(_ window: PictureRegion, output: PixelExtent) throws(DecoderRefusal)
    -> DecodedRowsGeometry
  {
    var configuration = WebPDecoderConfig()
    guard WebPInitDecoderConfig(&configuration) != 0 else { throw .damaged }
    // The cut begins at even coordinates, as libwebp demands.
    let left = Int(window.x) & ~1
    let top = Int(window.y) & ~1
    let right = min(size.width, Int((window.x + window.width).rounded(.up)))
    let bottom = min(size.height, Int((window.y + window.height).rounded(.up)))
    let cut = PixelExtent(width: max(1, right - left), height: max(1, bottom - top))
    configuration.options.use_cropping = 1
    configuration.options.crop_left = CInt(left)
    configuration.options.crop_top = CInt(top)
    configuration.options.crop_width = CInt(cut.width)
    configuration.options.crop_height = CInt(cut.height)
    var moved = window
    moved.x -= Double(left)
    moved.y -= Double(top)
    let rows = decodedWebPSize(of: cut, moved, output)
    if rows != cut {
      configuration.options.use_scaling = 1
      configuration.options.scaled_width = CInt(rows.width)
      configuration.options.scaled_height = CInt(rows.height)
    }
    try decodeWebPRows(&configuration, rows)
    return DecodedRowsGeometry(size: rows, window: moved.scaledRegion(from: cut, to: rows))
  }

  func readRowUnlessTruncated(into row: UnsafeMutableBufferPointer<UInt8>) throws(DecoderRefusal)
    -> Bool
  {
    pixels.withUnsafeBufferPointer { pixels in
      // Memory for all rows was allocated, so it has a first byte.
      blending.blendPixelsOverBackground(
        pixels.baseAddress! + nextRow * width * 4, to: row, count: width)
    }
    nextRow += 1
    return true
  }

  /// Returns the size to which libwebp scales a WebP picture while decoding, so that the wanted
  /// part still has as many pixels as the result; never larger than the picture.
  private func decodedWebPSize(of cut: PixelExtent, _ window: PictureRegion, _ output: PixelExtent)
    -> PixelExtent
  {
    guard window.width > Double(output.width), window.height > Double(output.height) else {
      return cut
    }
    let across = Double(output.width) / window.width
    let down = Double(output.height) / window.height
    return PixelExtent(
      width: min(cut.width, Int((Double(cut.width) * across).rounded(.up))),
      height: min(cut.height, Int((Double(cut.height) * down).rounded(.up))))
  }

  private func decodeWebPRows(
    _ configuration: inout WebPDecoderConfig, _ rows: PixelExtent
  ) throws(DecoderRefusal) {
    width = rows.width
    pixels = [UInt8](repeating: 0, count: rows.area * 4)
    let start = bytes.bytes.bindMemory(to: UInt8.self).baseAddress
    let status = pixels.withUnsafeMutableBufferPointer { buffer in
      configuration.output.colorspace = MODE_RGBA
      configuration.output.is_external_memory = 1
      configuration.output.u.RGBA.rgba = buffer.baseAddress
      configuration.output.u.RGBA.stride = CInt(rows.width * 4)
      configuration.output.u.RGBA.size = buffer.count
      return WebPDecode(start, bytes.count, &configuration)
    }
    guard status == VP8_STATUS_OK else { throw .damaged }
  }
}

/// A decoder of an animated WebP file, which composes the frames up to the wanted one.
final class AnimatedWebPFileDecoder: PictureFileDecoder {
  let size: PixelExtent
  let frames: Int
  private(set) var milliseconds = 0
  private let bytes: ByteView
  private let frame: Int
  private let blending: BackgroundBlending
  /// The decoder of the library libwebp, which owns the canvas; nil before the size is checked.
  private var decoder: OpaquePointer?
  private var canvas: UnsafeMutablePointer<UInt8>?
  private var nextRow = 0
  /// The time at which the next frame of the WebP animation begins, in milliseconds.
  private var frameStart = 0

  init(_ bytes: ByteView, frame: Int, on background: PictureDecodingRequest.BackgroundColour)
    throws(DecoderRefusal)
  {
    (self.bytes, self.frame) = (bytes, frame)
    blending = BackgroundBlending(background: background)
    var data = Self.webPData(bytes)
    guard let demux = WebPDemux(&data) else { throw .damaged }
    size = PixelExtent(
      width: Int(WebPDemuxGetI(demux, WEBP_FF_CANVAS_WIDTH)),
      height: Int(WebPDemuxGetI(demux, WEBP_FF_CANVAS_HEIGHT)))
    frames = Int(WebPDemuxGetI(demux, WEBP_FF_FRAME_COUNT))
    WebPDemuxDelete(demux)
    guard frame < frames else { throw .noSuchFrame }
  }

  deinit { if let decoder { WebPAnimDecoderDelete(decoder) } }

  func startDecoding(_ window: PictureRegion, output: PixelExtent) throws(DecoderRefusal)
    -> DecodedRowsGeometry
  {
    // Each composed frame covers the whole canvas.
    try PictureSizeLimits.rejectTooCostlyAnimation(
      pixels: (frame + 1) * size.area, ofFrames: frame + 1, on: size)
    try beginAnimation()
    for _ in 0...frame { guard advanceToNextFrame() else { throw .damaged } }
    return DecodedRowsGeometry(size: size, window: window)
  }

  func readRowUnlessTruncated(into row: UnsafeMutableBufferPointer<UInt8>) throws(DecoderRefusal)
    -> Bool
  {
    guard let canvas else { return false }
    blending.blendPixelsOverBackground(
      canvas + nextRow * size.width * 4, to: row, count: size.width)
    nextRow += 1
    return true
  }

  private static func webPData(_ bytes: ByteView) -> WebPData {
    WebPData(bytes: bytes.bytes.bindMemory(to: UInt8.self).baseAddress, size: bytes.count)
  }
}

extension AnimatedWebPFileDecoder: AnimationFileDecoder {
  func beginAnimation() throws(DecoderRefusal) {
    var options = WebPAnimDecoderOptions()
    var data = Self.webPData(bytes)
    guard WebPAnimDecoderOptionsInit(&options) != 0 else { throw .damaged }
    decoder = WebPAnimDecoderNew(&data, &options)
    guard decoder != nil else { throw .damaged }
  }

  func advanceToNextFrame() -> Bool {
    var end: CInt = 0
    guard WebPAnimDecoderGetNext(decoder, &canvas, &end) != 0 else { return false }
    // The difference of numbers from an untrusted file may be negative.
    milliseconds = max(0, Int(end) - frameStart)
    frameStart = Int(end)
    nextRow = 0
    return true
  }

  var decodedPixelCount: Int { 2 * size.area }
}

extension ByteView {
  /// Returns a decoder for one frame of the still or animated WebP file in these bytes.
  func webPFileDecoder(
    frame: Int, on background: PictureDecodingRequest.BackgroundColour
  ) throws(DecoderRefusal) -> any PictureFileDecoder {
    let features = try webPFeatures
    if features.has_animation != 0 {
      return try AnimatedWebPFileDecoder(self, frame: frame, on: background)
    }
    guard frame == 0 else { throw .noSuchFrame }
    return WebPFileDecoder(self, features, on: background)
  }

  /// Returns a decoder for all frames of the animated WebP file in these bytes.
  func animatedWebPFileDecoder(
    on background: PictureDecodingRequest.BackgroundColour
  ) throws(DecoderRefusal) -> any AnimationFileDecoder {
    guard try webPFeatures.has_animation != 0 else { throw .noSuchFrame }
    return try AnimatedWebPFileDecoder(self, frame: 0, on: background)
  }

  private var webPFeatures: WebPBitstreamFeatures {
    get throws(DecoderRefusal) {
      var features = WebPBitstreamFeatures()
      let start = bytes.bindMemory(to: UInt8.self).baseAddress
      guard WebPGetFeatures(start, count, &features) == VP8_STATUS_OK else { throw .damaged }
      return features
    }
  }
}
