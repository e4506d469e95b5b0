/// What chunks have of pictures in kitty's protocol.
///
/// The marks are looked for in each chunk by itself: one that is split between two is not counted,
/// so that there may be a few more than are said to be.
extension [Chunk] {
  private static let command = [UInt8]("\u{1B}_G".utf8)
  private static let upload = [UInt8]("\u{1B}_Ga=t".utf8)

  /// How many images were begun to be sent.
  var uploadCount: Int { reduce(0) { $0 + $1.count(of: Self.upload) } }

  /// When the last image had begun to be sent; nil without any.
  var lastUploadAt: Nanoseconds? { last { $0.count(of: Self.upload) > 0 }?.readAt }

  /// When the last command for a picture had been read; nil without any.
  var lastPictureAt: Nanoseconds? { last { $0.count(of: Self.command) > 0 }?.readAt }
}

extension Chunk {
  fileprivate func count(of mark: [UInt8]) -> Int {
    var count = 0
    var rest = bytes[...]
    while let escape = rest.firstIndex(of: 0x1B) {
      rest = rest[escape...]
      if rest.starts(with: mark) { count += 1 }
      rest = rest.dropFirst()
    }
    return count
  }
}
