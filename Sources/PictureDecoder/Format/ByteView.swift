/// A stranger's bytes, read with care: what lies beyond the end is nil.
///
/// It is borrowed, and must not outlive the call that lent it.
struct ByteView {
  let bytes: UnsafeRawBufferPointer

  init(_ bytes: UnsafeRawBufferPointer) { self.bytes = bytes }

  var count: Int { bytes.count }

  subscript(offset: Int) -> UInt8? {
    bytes.indices.contains(offset) ? bytes[offset] : nil
  }

  /// The part that begins there; shorter, or empty, at the end of the bytes.
  func part(from start: Int, count: Int) -> ByteView {
    let first = min(max(0, start), bytes.count)
    let last = min(first + max(0, min(count, bytes.count)), bytes.count)
    return ByteView(UnsafeRawBufferPointer(rebasing: bytes[first..<last]))
  }

  /// A number of so many bytes, the most significant first.
  func number(at offset: Int, bytes count: Int) -> Int? {
    guard offset >= 0, offset <= bytes.count - count else { return nil }
    return (0..<count).reduce(0) { $0 << 8 | Int(bytes[offset + $1]) }
  }

  /// A number of so many bytes, the least significant first.
  func reversedNumber(at offset: Int, bytes count: Int) -> Int? {
    guard offset >= 0, offset <= bytes.count - count else { return nil }
    return (0..<count).reversed().reduce(0) { $0 << 8 | Int(bytes[offset + $1]) }
  }

  /// Whether the bytes there spell this text.
  func has(_ text: StaticString, at offset: Int) -> Bool {
    let text = UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount)
    guard offset >= 0, offset <= bytes.count - text.count else { return false }
    return bytes[offset..<offset + text.count].elementsEqual(text)
  }
}
