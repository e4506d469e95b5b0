internal import CTLS

/// The base64 of web addresses, independent of the code under test.
enum WireBase64 {
  private static let letters = Array(
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_".utf8)

  static func encoded(_ bytes: [UInt8]) -> String {
    var text: [UInt8] = []
    var (bits, count) = (0, 0)
    for byte in bytes {
      bits = (bits << 8 | Int(byte)) & 0xffff
      count += 8
      while count >= 6 {
        count -= 6
        text.append(letters[bits >> count & 63])
      }
    }
    if count > 0 { text.append(letters[bits << (6 - count) & 63]) }
    return String(decoding: text, as: UTF8.self)
  }

  /// Returns the bytes that a text encodes; nil for other text.
  static func decoded(_ text: some StringProtocol) -> [UInt8]? {
    var bytes: [UInt8] = []
    var (bits, count) = (0, 0)
    for sign in text.utf8 {
      guard let value = letters.firstIndex(of: sign) else { return nil }
      (bits, count) = ((bits << 6 | value) & 0xffff, count + 6)
      guard count >= 8 else { continue }
      count -= 8
      bytes.append(UInt8(truncatingIfNeeded: bits >> count))
    }
    return bytes
  }

  /// Returns the SHA-256 of bytes, encoded.
  static func digest(of bytes: [UInt8]) -> String {
    var digest = [UInt8](repeating: 0, count: 32)
    var count: CUnsignedInt = 0
    EVP_Digest(bytes, bytes.count, &digest, &count, EVP_sha256(), nil)
    return encoded(digest)
  }
}
