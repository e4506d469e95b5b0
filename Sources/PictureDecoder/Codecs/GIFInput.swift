import CPictures

/// Hands a GIF's bytes to giflib.
final class GIFInput {
  private let bytes: ByteView
  private var place = 0

  init(_ bytes: ByteView) { self.bytes = bytes }

  /// What giflib calls to get more.
  static let read: InputFunc = { file, buffer, count in
    guard let owner = file?.pointee.UserData, let buffer, count > 0 else { return 0 }
    return Unmanaged<GIFInput>.fromOpaque(owner).takeUnretainedValue().fill(buffer, Int(count))
  }

  private func fill(_ buffer: UnsafeMutablePointer<UInt8>, _ count: Int) -> CInt {
    let part = bytes.part(from: place, count: count)
    UnsafeMutableRawBufferPointer(start: buffer, count: count).copyMemory(from: part.bytes)
    place += part.count
    return CInt(part.count)
  }
}
