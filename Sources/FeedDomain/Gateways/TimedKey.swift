/// A key with a number that says when it was made: greater than that of every key before it.
public struct TimedKey: Equatable, Sendable {
  private static let mark = "t"
  private static let digits = 16
  fileprivate static let makerBits: UInt64 = 10

  /// The microseconds since 1970, and below them ten bits for who made it.
  public let number: UInt64

  package init(number: UInt64) { self.number = number }

  /// Reads a key; nil for one that says nothing of the kind.
  package init?(_ key: String) {
    guard key.hasPrefix(Self.mark) else { return nil }
    let digits = key.dropFirst().prefix(Self.digits)
    guard digits.utf8.count == Self.digits,
      digits.utf8.allSatisfy({ (0x30...0x39).contains($0) || (0x61...0x66).contains($0) }),
      let number = UInt64(digits, radix: 16), number >> 63 == 0
    else { return nil }
    self.number = number
  }

  /// The key as a text, with an end that nobody can guess.
  public func text(ending end: String) -> String {
    let digits = String(number, radix: 16)
    return Self.mark + String(repeating: "0", count: Self.digits - digits.utf8.count) + digits + end
  }
}

extension TimedKey {
  /// A key that follows from another and no third one, and comes right after it: so that what is made
  /// of that one twice has one key.
  package static func following(_ key: String) -> String {
    guard let timed = TimedKey(key) else { return key + "." }
    let ending = key.dropFirst(mark.count + digits)
    return TimedKey(number: timed.number + 1 << makerBits).text(ending: String(ending))
  }
}

/// Makes keys of which each is greater than the one before, whatever the clock does.
public struct TimedKeys: Sendable {
  /// Ten bits that tell one maker's keys from another's of the same microsecond.
  private let maker: UInt64
  private var last: UInt64 = 0

  /// Keys that bear the lowest ten bits of that.
  package init(maker: UInt64) { self.maker = maker & 0x3ff }

  /// A key of that moment, in microseconds since 1970; of the one after the last where the clock
  /// stood still or stepped back.
  public mutating func next(at microseconds: UInt64) -> TimedKey {
    last = max(microseconds & (1 << 52 - 1), last + 1)
    return TimedKey(number: last << TimedKey.makerBits | maker)
  }
}
