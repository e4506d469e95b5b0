import CPictures
import PictureWire

/// A WebP that does not move; libwebp cuts and scales it down while it decodes.
final class WebPSource: PictureSource {
  let size: Extent
  private let bytes: ByteView
  private let blending: Blending
  private var pixels: [UInt8] = []
  private var width = 0
  private var nextRow = 0

  init(
    _ bytes: ByteView, _ features: WebPBitstreamFeatures, on background: PictureOrder.Colour
  ) {
    self.bytes = bytes
    size = Extent(width: Int(features.width), height: Int(features.height))
    blending = Blending(background: background)
  }

  func start(_ window: Window, output: Extent) throws(WireRefusal) -> DecodedRows {
    var configuration = WebPDecoderConfig()
    guard WebPInitDecoderConfig(&configuration) != 0 else { throw .damaged }
    // It begins at even places, as libwebp demands.
    let left = Int(window.x) & ~1
    let top = Int(window.y) & ~1
    let right = min(size.width, Int((window.x + window.width).rounded(.up)))
    let bottom = min(size.height, Int((window.y + window.height).rounded(.up)))
    let cut = Extent(width: max(1, right - left), height: max(1, bottom - top))
    configuration.options.use_cropping = 1
    configuration.options.crop_left = CInt(left)
    configuration.options.crop_top = CInt(top)
    configuration.options.crop_width = CInt(cut.width)
    configuration.options.crop_height = CInt(cut.height)
    var moved = window
    moved.x -= Double(left)
    moved.y -= Double(top)
    let rows = reduced(cut, moved, output)
    if rows != cut {
      configuration.options.use_scaling = 1
      configuration.options.scaled_width = CInt(rows.width)
      configuration.options.scaled_height = CInt(rows.height)
    }
    try decode(&configuration, rows)
    return DecodedRows(size: rows, window: moved.scaled(from: cut, to: rows))
  }

  func read(into row: UnsafeMutableBufferPointer<UInt8>) throws(WireRefusal) -> Bool {
    pixels.withUnsafeBufferPointer { pixels in
      // Memory for all rows was set aside, so there is a first byte.
      blending.blend(pixels.baseAddress! + nextRow * width * 4, to: row, count: width)
    }
    nextRow += 1
    return true
  }

  /// The size at which the window has exactly as many pixels as come out, where that is smaller.
  private func reduced(_ cut: Extent, _ window: Window, _ output: Extent) -> Extent {
    guard window.width > Double(output.width), window.height > Double(output.height) else {
      return cut
    }
    let across = Double(output.width) / window.width
    let down = Double(output.height) / window.height
    return Extent(
      width: min(cut.width, Int((Double(cut.width) * across).rounded(.up))),
      height: min(cut.height, Int((Double(cut.height) * down).rounded(.up))))
  }

  private func decode(
    _ configuration: inout WebPDecoderConfig, _ rows: Extent
  ) throws(WireRefusal) {
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
