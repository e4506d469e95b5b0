import PictureWire

/// The rows that a source delivers.
struct DecodedRows {
  /// How many there are, and how long they are.
  let size: Extent
  /// The part of them that was asked for.
  let window: Window
}
