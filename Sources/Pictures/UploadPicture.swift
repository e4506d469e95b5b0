public import Terminal

/// A picture as it may be sent to a service: a JPEG with nothing but pixels in it, not even the
/// place where it was taken or the camera.
public struct UploadPicture: Equatable, Sendable {
  /// The JPEG.
  public let bytes: [UInt8]
  /// How large it is.
  public let size: PixelSize
}
