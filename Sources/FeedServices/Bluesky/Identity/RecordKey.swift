internal import FeedDomain

/// Keys of records that we choose, so that writing something twice writes it once.
///
/// A key looks like a time, since some servers take no other. That of a like, or of whatever else is
/// there once or not at all, is computed from what it is about, and tells nothing else. That of a post
/// is the time at which its draft was begun, and greater than those of earlier drafts.
enum RecordKey {
  private static let alphabet = Array("234567abcdefghijklmnopqrstuvwxyz".utf8)
  /// The beginning of 2023, and how many microseconds after it keys may point to: all of them lie
  /// in the past.
  private static let start: UInt64 = 1_672_531_200_000_000
  private static let span: UInt64 = 3 * 365 * 86_400 * 1_000_000

  /// The key for that; the same for the same.
  static func key(for name: String) -> String {
    let hash = hash(name)
    return text(of: (start + hash.quotient % span) << 10 | hash.remainder)
  }

  /// The key of a post that goes out under that key, which is kept until the post has arrived.
  static func key(forPost key: OutboxItem.ID) -> String {
    // What was written by another version has no time.
    TimedKey(key.rawValue).map { text(of: $0.number) } ?? self.key(for: key.rawValue)
  }

  private static func text(of number: UInt64) -> String {
    var number = number
    var text: [UInt8] = []
    for _ in 0..<13 {
      text.append(alphabet[Int(number & 31)])
      number >>= 5
    }
    return String(decoding: text.reversed(), as: UTF8.self)
  }

  /// Two numbers from the text (FNV-1a, mixed once more): some 56 bits are used of them.
  private static func hash(_ text: String) -> (quotient: UInt64, remainder: UInt64) {
    var hash: UInt64 = 0xcbf2_9ce4_8422_2325
    for byte in text.utf8 { hash = (hash ^ UInt64(byte)) &* 0x0000_0100_0000_01b3 }
    hash = (hash ^ hash >> 33) &* 0xff51_afd7_ed55_8ccd
    hash = (hash ^ hash >> 33) &* 0xc4ce_b9fe_1a85_ec53
    hash ^= hash >> 33
    return hash.quotientAndRemainder(dividingBy: 1024)
  }
}
