internal import Groundwork

/// Keeps the pictures that the reader posted.
protocol PictureVault: AnyObject {
  /// Keeps a picture under a name of letters, digits and hyphens.
  func keep(_ bytes: [UInt8], named name: String) throws(SystemError)
  /// The picture of that name; nil where there is none.
  func bytes(named name: String) throws(SystemError) -> [UInt8]?
  func erase() throws(SystemError)
}

/// Pictures that end with the program, for the demo.
final class MemoryPictureVault: PictureVault {
  private var pictures: [String: [UInt8]] = [:]

  func keep(_ bytes: [UInt8], named name: String) { pictures[name] = bytes }
  func bytes(named name: String) -> [UInt8]? { pictures[name] }
  func erase() { pictures = [:] }
}
