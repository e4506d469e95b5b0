import PictureWire

/// A picture whose header has been read, and whose rows come from the top, three bytes a pixel.
protocol PictureSource: AnyObject {
  /// Its size as it is stored.
  var size: Extent { get }
  /// How many frames it has.
  var frames: Int { get }
  /// For how long the frame is shown; 0 where nothing is said.
  var milliseconds: Int { get }
  /// Whether something was wrong that could be passed over.
  var isDamaged: Bool { get }

  /// Begins to decode. The rows may come smaller than they are stored, or as a part, as long as
  /// the window has at least as many pixels as come out.
  func start(_ window: Window, output: Extent) throws(WireRefusal) -> DecodedRows

  /// Reads the next row; false where the rest is missing.
  func read(into row: UnsafeMutableBufferPointer<UInt8>) throws(WireRefusal) -> Bool
}

extension PictureSource {
  var frames: Int { 1 }
  var milliseconds: Int { 0 }
  var isDamaged: Bool { false }
}
