package import Terminal

/// A picture as it may be sent to a service: a JPEG with nothing but pixels in it, not even the
/// place where it was taken or the camera.
package struct UploadPicture: Equatable, Sendable {
  package let bytes: [UInt8]
  package let size: PixelSize
}
