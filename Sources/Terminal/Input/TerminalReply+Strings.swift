/// Replies that are strings rather than numbers.
extension TerminalReply {
  /// The reply in a device string (P), a command (]), an application's string (_) or another.
  init(introducer: UInt8, payload: [UInt8]) {
    let text = String(decoding: payload, as: UTF8.self)
    switch introducer {
    case 0x50 where text.hasPrefix(">|"):
      self = .version(SafeText(sanitizing: String(text.dropFirst(2))))
    case 0x50 where text.hasPrefix("1$r") && text.hasSuffix("m"):
      // Between the 2 and the red there may be an empty field for the colour space.
      let numbers = text.dropFirst(3).dropLast().split { $0 == ";" || $0 == ":" }
      self = .rendition(numbers.prefix(64).map { Int($0) ?? 0 })
    case 0x5f where text.hasPrefix("G"):
      self = .graphics(SafeText(sanitizing: String(text.dropFirst())))
    case 0x5d:
      let parts = text.split(separator: ";", maxSplits: 1, omittingEmptySubsequences: false)
      if parts.count == 2, let number = Int(parts[0]), (10...19).contains(number) {
        self = .colour(number, SafeText(sanitizing: String(parts[1])))
      } else {
        self = .other
      }
    default: self = .other
    }
  }
}
