import PictureWire

/// The rows that a source delivers.
struct DecodedRows {
  /// Their number and their length.
  let size: Extent
  /// The part of them that was asked for.
  let window: Window
}
