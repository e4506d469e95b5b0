internal import FeedDomain

/// A post's own address as a number, for finding whoever else sees it.
enum PostAddress {
  /// Nil for a post without an address.
  static func number(of post: Post) -> Int64? {
    guard let address = post.address else { return nil }
    // FNV-1a: the same in every version and process, which no hash of the language is.
    var hash: UInt64 = 0xcbf2_9ce4_8422_2325
    for byte in address.utf8 { hash = (hash ^ UInt64(byte)) &* 0x0000_0100_0000_01b3 }
    return Int64(bitPattern: hash)
  }
}
