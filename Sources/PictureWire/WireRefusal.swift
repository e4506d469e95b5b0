/// Why the decoder gives no pixels.
package enum WireRefusal: UInt8, Error, CaseIterable, Sendable {
  /// The arguments ask for nothing it knows.
  case badOrder = 1
  /// The bytes are in none of the formats it knows.
  case unknownFormat
  /// More bytes, or more pixels, than it takes.
  case tooLarge
  /// In a format it knows, but broken, or of a kind it does not know.
  case damaged
  /// An animation has no frame of that number.
  case noSuchFrame
  /// It cannot be made as small as it has to be.
  case doesNotFit
  /// The kernel lacks what confines it, and the order was not to work without.
  case noSandbox
  /// libavif or libheif, which is opened for its format alone, is not installed.
  case noAVIFLibrary, noHEIFLibrary
}
