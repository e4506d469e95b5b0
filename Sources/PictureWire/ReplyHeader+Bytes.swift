extension ReplyHeader {
  package static let byteCount = 40

  private static let mark: [UInt8] = Array("TWPX".utf8)
  private static let version: UInt8 = 1

  /// A mark, version, outcome, two flags, and little-endian numbers.
  package var bytes: [UInt8] {
    let status: UInt8
    var numbers = [Int](repeating: 0, count: 8)
    var flags: UInt8 = isReduced ? 1 : 0
    switch outcome {
    case .failure(let refusal): status = refusal.rawValue
    case .success(let facts):
      status = 0
      flags |= facts.isDamaged ? 2 : 0
      numbers = [
        facts.original.width, facts.original.height, facts.size.width, facts.size.height,
        facts.bodyCount, facts.frames, facts.milliseconds, 0,
      ]
    }
    return Self.mark + [Self.version, status, flags, 0]
      + numbers.flatMap { number in
        let number = UInt32(clamping: number)
        return (0..<4).map { UInt8(truncatingIfNeeded: number >> ($0 * 8)) }
      }
  }

  /// nil unless the bytes are a header exactly.
  package init?(bytes: [UInt8]) {
    guard bytes.count == Self.byteCount, bytes.starts(with: Self.mark + [Self.version]),
      bytes[6] < 4
    else { return nil }
    let numbers = stride(from: 8, to: Self.byteCount, by: 4).map { start in
      (0..<4).reduce(0) { $0 | Int(bytes[start + $1]) << ($1 * 8) }
    }
    isReduced = bytes[6] & 1 != 0
    if bytes[5] == 0 {
      outcome = .success(
        Facts(
          original: Extent(width: numbers[0], height: numbers[1]),
          size: Extent(width: numbers[2], height: numbers[3]), bodyCount: numbers[4],
          frames: numbers[5], milliseconds: numbers[6], isDamaged: bytes[6] & 2 != 0))
    } else if let refusal = WireRefusal(rawValue: bytes[5]) {
      outcome = .failure(refusal)
    } else {
      return nil
    }
    // Nothing may hide where nothing is meant to be.
    guard self.bytes == bytes else { return nil }
  }
}
