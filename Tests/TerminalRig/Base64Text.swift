/// A decoder of base64.
public enum Base64Text {
  /// Returns the bytes that a base64 text encodes; empty for other text.
  public static func decode(_ text: some Sequence<UInt8>) -> [UInt8] {
    let letters = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
    var values = [Int](repeating: -1, count: 256)
    for (value, letter) in letters.enumerated() { values[Int(letter)] = value }
    var decoded: [UInt8] = []
    var bits = 0
    var count = 0
    for letter in text where letter != UInt8(ascii: "=") {
      guard values[Int(letter)] >= 0 else { return [] }
      bits = (bits << 6 | values[Int(letter)]) & 0xffffff
      count += 6
      guard count >= 8 else { continue }
      count -= 8
      decoded.append(UInt8(truncatingIfNeeded: bits >> count))
    }
    return decoded
  }
}
