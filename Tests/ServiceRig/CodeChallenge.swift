internal import CTLS

/// What somebody who asks for a code sends along, so that nobody else can trade it (RFC 7636).
struct CodeChallenge: Equatable, Sendable {
  /// The digest of the verifier, as it stands in an address.
  let text: String

  /// The challenge in a query; nil where there is none that can be checked.
  init?(_ query: [String: String]) {
    guard query["code_challenge_method"] == "S256", let text = query["code_challenge"],
      !text.isEmpty
    else { return nil }
    self.text = text
  }

  /// Whether the verifier is that of the one who asked.
  func isMet(by verifier: String?) -> Bool {
    guard let verifier, (43...128).contains(verifier.utf8.count) else { return false }
    return Self.encoded(Self.digest(of: Array(verifier.utf8))) == text
  }

  private static func digest(of bytes: [UInt8]) -> [UInt8] {
    var digest = [UInt8](repeating: 0, count: 32)
    var count: CUnsignedInt = 0
    EVP_Digest(bytes, bytes.count, &digest, &count, EVP_sha256(), nil)
    return digest
  }

  private static func encoded(_ bytes: [UInt8]) -> String {
    let letters = Array(
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_".utf8)
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
}
