import PictureWire

/// A picture whose header has been read; its rows come from the top, three bytes a pixel.
protocol PictureSource: AnyObject {
  /// Its size as it is stored.
  var size: Extent { get }
  /// How many frames it has.
  var frames: Int { get }
  /// How long the frame is shown; 0 where the picture does not say.
  var milliseconds: Int { get }
  /// Whether something was wrong that could be ignored.
  var isDamaged: Bool { get }
  /// How it is to be turned, where its format says so itself.
  var orientation: Orientation? { get }

  /// Begins to decode. The rows may be scaled down or cut already, as long as the window still has
  /// at least as many pixels as come out.
  func start(_ window: Window, output: Extent) throws(WireRefusal) -> DecodedRows

  /// Reads the next row; false where the rest is missing.
  func read(into row: UnsafeMutableBufferPointer<UInt8>) throws(WireRefusal) -> Bool
}

extension PictureSource {
  var frames: Int { 1 }
  var milliseconds: Int { 0 }
  var isDamaged: Bool { false }
  var orientation: Orientation? { nil }
}
