public import Terminal

/// A picture as it may be sent to a service: a JPEG that holds nothing but pixels, neither the place
/// where it was taken nor the camera that took it.
public struct UploadPicture: Equatable, Sendable {
  /// The JPEG.
  public let bytes: [UInt8]
  /// How large it is.
  public let size: PixelSize
}
