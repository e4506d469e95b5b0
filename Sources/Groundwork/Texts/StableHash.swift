/// A namespace for a hash of texts that is the same in every version and process, unlike the
/// hashes of the standard library: FNV-1a.
package enum StableHash {
  package static func hash(of text: String) -> UInt64 {
    text.utf8.reduce(0xcbf2_9ce4_8422_2325) { ($0 ^ UInt64($1)) &* 0x0000_0100_0000_01b3 }
  }

  /// Returns the hash of a text in hexadecimal digits.
  package static func hexadecimalHash(of text: String) -> String {
    String(hash(of: text), radix: 16)
  }
}
