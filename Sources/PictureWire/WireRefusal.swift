/// Why the decoder returns no pixels.
package enum WireRefusal: UInt8, Error, CaseIterable, Sendable {
  /// Invalid arguments.
  case badOrder = 1
  /// Unknown format.
  case unknownFormat
  /// Too many bytes or pixels.
  case tooLarge
  /// Broken, or an unsupported kind.
  case damaged
  /// An animation without that frame.
  case noSuchFrame
  /// The service's limit cannot be met.
  case doesNotFit
  /// The kernel cannot confine the decoder, and the order demands it.
  case noSandbox
  /// libavif or libheif, opened for its format alone, is missing.
  case noAVIFLibrary, noHEIFLibrary
}
