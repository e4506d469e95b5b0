internal import FeedDomain

/// A post's own address as a number, for finding whoever else sees it.
///
/// It begins with the second in which the post was written, which is the same wherever it is seen:
/// what comes together then stands together in the index, and a page changes few of its leaves.
enum PostAddress {
  /// Nil for a post without an address.
  static func number(of post: Post) -> Int64? {
    guard let address = post.address else { return nil }
    // FNV-1a: the same in every version and process, which no hash of the language is.
    var hash: UInt64 = 0xcbf2_9ce4_8422_2325
    for byte in address.utf8 { hash = (hash ^ UInt64(byte)) &* 0x0000_0100_0000_01b3 }
    let second = UInt32(truncatingIfNeeded: post.createdAt.milliseconds / 1000)
    return Int64(bitPattern: UInt64(second) << 32 | hash >> 32)
  }
}
