internal import FeedDomain

/// One photo in the cache: whose it is, what it is, and a sum that tells whether it is whole.
///
/// A mark, the lengths of the address and of the bytes, the sum, the address, the bytes. The address
/// is in the file, so that two addresses with the same name cannot be taken for each other.
enum PhotoFile {
  /// Larger ones are not kept, and what is larger on disk is not ours.
  static let maximumSize = 13 * 1024 * 1024
  private static let mark = Array("TWPHOTO1".utf8)
  private static let headerSize = 24

  /// The name of an account's files begins like this.
  static func prefix(of account: Account.ID) -> String {
    var hash = ByteHash()
    hash.add(account.rawValue.utf8)
    return hash.digits + "-"
  }

  /// What the file of an address is called.
  static func name(of url: String, for account: Account.ID) -> String {
    var (first, second) = (ByteHash(seed: 1), ByteHash(seed: 2))
    first.add(url.utf8)
    second.add(url.utf8)
    return prefix(of: account) + first.digits + second.digits
  }

  /// The file's contents; nil for what is too large to be kept.
  static func contents(of url: String, _ bytes: [UInt8]) -> [UInt8]? {
    let address = Array(url.utf8)
    guard bytes.count <= maximumSize - headerSize - address.count else { return nil }
    var contents: [UInt8] = []
    contents.reserveCapacity(headerSize + address.count + bytes.count)
    contents += mark
    append(UInt64(address.count) << 32 | UInt64(bytes.count), to: &contents)
    append(sum(address, bytes), to: &contents)
    contents += address
    contents += bytes
    return contents
  }

  /// The bytes in a file; nil where it is damaged or another address's.
  static func bytes(in contents: [UInt8], of url: String) -> [UInt8]? {
    guard contents.count >= headerSize, contents.starts(with: mark) else { return nil }
    let (lengths, sum) = (number(at: 8, in: contents), number(at: 16, in: contents))
    let (addressLength, length) = (Int(lengths >> 32), Int(lengths & 0xffff_ffff))
    guard contents.count == headerSize + addressLength + length else { return nil }
    let address = contents[headerSize..<(headerSize + addressLength)]
    guard address.elementsEqual(url.utf8) else { return nil }
    let bytes = Array(contents[(headerSize + addressLength)...])
    return sum == self.sum(Array(address), bytes) ? bytes : nil
  }

  private static func sum(_ address: [UInt8], _ bytes: [UInt8]) -> UInt64 {
    var hash = ByteHash(seed: 3)
    hash.add(address)
    hash.add(bytes)
    return hash.value
  }

  private static func append(_ number: UInt64, to contents: inout [UInt8]) {
    for shift in stride(from: UInt64(0), to: 64, by: 8) {
      contents.append(UInt8(truncatingIfNeeded: number >> shift))
    }
  }

  private static func number(at offset: Int, in contents: [UInt8]) -> UInt64 {
    (0..<8).reduce(0) { $0 | UInt64(contents[offset + $1]) << (8 * UInt64($1)) }
  }
}
