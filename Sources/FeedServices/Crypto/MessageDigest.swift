internal import CCrypto

/// What services want computed to sign in or to sign a call. Nil where libcrypto is missing.
enum MessageDigest {
  /// Whether libcrypto is installed and new enough; loads it.
  static var isAvailable: Bool { ccrypto_load() == 1 }

  static func sha256(_ bytes: [UInt8]) -> [UInt8]? {
    var digest = [UInt8](repeating: 0, count: 32)
    return ccrypto_sha256(bytes, bytes.count, &digest) == 1 ? digest : nil
  }

  /// A digest that only who has the key can make.
  static func hmacSHA1(of bytes: [UInt8], key: [UInt8]) -> [UInt8]? {
    var digest = [UInt8](repeating: 0, count: 20)
    return ccrypto_hmac_sha1(key, key.count, bytes, bytes.count, &digest) == 1 ? digest : nil
  }
}
