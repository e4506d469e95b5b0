@testable import FeedServices

/// D-Bus messages: no length leads beyond the message, and a message that is written and read again
/// is the same.
enum BusMessageProperty {
  static func check(_ input: [UInt8]) throws(Finding) {
    if let length = try? DBusMessage.remainingMessageLength(after: Array(input.prefix(16))) {
      try expect(
        (0...2 * DBusMessage.longest + 8).contains(length), "a message of \(length) bytes")
    }
    // Most bytes are no message.
    guard let message = try? DBusMessage(input) else { return }
    guard let again = try? DBusMessage(message.bytes) else {
      // What a stranger's signal contains may be of types that are read in part.
      try expect(message.kind == .signal || !isPlain(message), "a written message is not read")
      return
    }
    try expect(
      again.bytes == message.bytes || !isPlain(message), "a message comes back as another")
  }

  /// Returns true if a message has only texts that D-Bus allows: they end at a zero byte.
  private static func isPlain(_ message: DBusMessage) -> Bool {
    let codes = message.body.map(\.code).joined()
    return codes.utf8.count < 256 && message.body.allSatisfy(isPlain)
  }

  private static func isPlain(_ value: DBusValue) -> Bool {
    switch value {
    case .variant(let inner): inner.code.utf8.count < 256 && isPlain(inner)
    case .list(let values, let code): values.allSatisfy { $0.code == code && isPlain($0) }
    case .fields(let values): values.allSatisfy(isPlain)
    case .entry(let key, let value): isPlain(key) && isPlain(value)
    case .text(let text), .path(let text), .signature(let text): !text.utf8.contains(0)
    case .byte, .number, .flag, .real: true
    }
  }
}
