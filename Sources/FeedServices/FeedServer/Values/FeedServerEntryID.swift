/// An id of an entry at a feed server: a signed number of 64 bits, or a text at servers with ids of
/// their own.
struct FeedServerEntryID: Hashable, Sendable {
  /// The id of a feed server's entry as stored: a decimal number, or the server's own text.
  let text: String

  private static let prefix = "tag:google.com,2005:reader/item/"
  private static let digits = 16

  /// Creates the id of a feed server's entry from its stored text; nil for a text that is empty,
  /// too long, or has blanks or line ends.
  init?(stored text: String) {
    guard !text.isEmpty, text.utf8.count <= 200, text.utf8.allSatisfy({ $0 > 0x20 && $0 != 0x7f })
    else { return nil }
    self.text = text
  }

  /// Creates the id of an entry from a feed server's text: decimal with or without a sign, 16
  /// hexadecimal digits, or Google Reader's long form. Nil if the text is empty, too long, or has
  /// blanks inside.
  init?(told text: String) {
    let text = text.trimmingBlanks
    if let slash = text.lastIndex(of: "/") {
      let last = String(text[text.index(after: slash)...])
      self.init(stored: Self.decimalText(ofHex: last) ?? last)
    } else if let number = Int64(text) {
      // A number of 16 digits with a zero in front is hexadecimal: no server pads decimal ones.
      let isPadded = text.hasPrefix("0") && text.utf8.count == Self.digits
      self.init(stored: isPadded ? Self.decimalText(ofHex: text) ?? text : String(number))
    } else {
      let isHex = text.utf8.count == Self.digits
      self.init(stored: isHex ? Self.decimalText(ofHex: text) ?? text : text)
    }
  }

  init(_ number: Int64) { text = String(number) }

  /// The id of the feed server's entry as a number; nil if the id is the server's own text.
  var number: Int64? { Int64(text) }

  /// Returns true if an entry reached the feed server later than another, judging by their ids.
  func isNewer(than other: FeedServerEntryID) -> Bool {
    guard let number, let otherNumber = other.number else { return text > other.text }
    return number > otherNumber
  }

  /// The id of the entry in Google Reader's long form, which every server with this API
  /// understands.
  var longForm: String {
    guard let number else { return Self.prefix + text }
    let hex = String(UInt64(bitPattern: number), radix: 16)
    return Self.prefix + String(repeating: "0", count: Self.digits - hex.utf8.count) + hex
  }

  /// Converts a feed server's entry id from a hexadecimal number of 64 bits to a signed decimal
  /// number as text; nil for other text.
  private static func decimalText(ofHex text: String) -> String? {
    guard !text.hasPrefix("+"), !text.hasPrefix("-"), let bits = UInt64(text, radix: 16) else {
      return nil
    }
    return String(Int64(bitPattern: bits))
  }
}
