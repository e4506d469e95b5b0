struct WebAddressQuery: Equatable, Sendable, ExpressibleByDictionaryLiteral {
  /// The text of a web address's query in percent-encoding, such as "a=1&b=2"; empty without items.
  let text: String

  init(_ items: [(String, String)]) {
    text = items.map { "\(Self.percentEncoded($0))=\(Self.percentEncoded($1))" }.joined(
      separator: "&")
  }

  /// Creates a query of a web address from names and values; names with nil values are left out.
  init(dictionaryLiteral elements: (String, String?)...) {
    self.init(elements.compactMap { name, value in value.map { (name, $0) } })
  }

  /// Percent-encodes a component of a web address, except letters, digits and "-._~".
  static func percentEncoded(_ part: String) -> String {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(part.utf8.count)
    for byte in part.utf8 {
      switch byte {
      case 0x30...0x39, 0x41...0x5a, 0x61...0x7a, 0x2d, 0x2e, 0x5f, 0x7e: bytes.append(byte)
      default: bytes += [0x25, hexDigit(byte >> 4), hexDigit(byte & 15)]
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Decodes a percent-encoded part of a query, and "+" as a blank; a "%" without two hexadecimal
  /// digits stays as it is.
  static func percentDecoded(_ part: String) -> String {
    var bytes: [UInt8] = []
    var rest = Array(part.utf8)[...]
    while let byte = rest.popFirst() {
      let digits = rest.prefix(2).compactMap(\.hexDigitValue)
      if byte == 0x25, digits.count == 2 {
        bytes.append(UInt8(digits[0] * 16 + digits[1]))
        rest = rest.dropFirst(2)
      } else {
        bytes.append(byte == 0x2b ? 0x20 : byte)
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  private static func hexDigit(_ value: UInt8) -> UInt8 { value + (value < 10 ? 0x30 : 0x37) }
}

extension StringProtocol {
  /// This text without blanks and line ends at its start and end.
  var trimmingBlanks: String {
    // Most texts have none, and the longest of them, in feeds, should not be copied.
    let (first, last) = (unicodeScalars.first, unicodeScalars.last)
    guard first?.isBlank == true || last?.isBlank == true else { return String(self) }
    // An array of bytes rather than a chain of lazy views, whose types cost time at the start of
    // the program.
    var bytes = Array(utf8)[...]
    while bytes.last?.isBlank == true { bytes.removeLast() }
    while bytes.first?.isBlank == true { bytes.removeFirst() }
    return String(decoding: bytes, as: UTF8.self)
  }
}

extension String {
  /// This text with each sequence of blanks and line ends replaced by one blank, none at its ends.
  var withSingleBlanks: String { split(whereSeparator: \.isWhitespace).joined(separator: " ") }
}

extension UInt8 {
  fileprivate var isBlank: Bool { self == 0x20 || (0x09...0x0d).contains(self) }
}

extension Unicode.Scalar {
  fileprivate var isBlank: Bool { isASCII && UInt8(value).isBlank }
}

struct FormEncodedReply: Equatable, Sendable {
  let fields: [String: String]

  init(_ reply: HTTPReply) { self.init(String(decoding: reply.body.prefix(65_536), as: UTF8.self)) }

  init(_ text: String) {
    var fields: [String: String] = [:]
    for item in text.trimmingBlanks.split(whereSeparator: { "&#".contains($0) }) {
      let pair = item.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      guard pair.count == 2 else { continue }
      fields[WebAddressQuery.percentDecoded(String(pair[0]))] = WebAddressQuery.percentDecoded(
        String(pair[1]))
    }
    self.fields = fields
  }
}

/// A record of the addresses of a list's neighbouring pages, as a reply's headers `Link` state
/// them: `<https://example.org/?max_id=1>; rel="next", …`.
struct LinkHeader: Equatable, Sendable {
  private let targets: [String: String]

  var nextAddress: String? { targets["next"] }
  var previous: String? { targets["prev"] ?? targets["previous"] }

  init(_ reply: HTTPReply) { self.init(reply.headers.values(named: "Link")) }

  /// Creates the addresses of a list's neighbouring pages from the values of headers `Link`;
  /// invalid ones are left out.
  init(_ values: [String]) {
    var targets: [String: String] = [:]
    for value in values {
      var scanner = LinkHeaderScanner(value)
      while let (target, relations) = scanner.readNextLink() {
        for relation in relations where targets[relation] == nil { targets[relation] = target }
      }
    }
    self.targets = targets
  }
}

private struct LinkHeaderScanner {
  private var rest: Substring.UTF8View

  init(_ value: String) { rest = value.prefix(16_384).utf8 }

  /// Returns the next address in a header `Link`, with its relations such as "next"; nil at the end
  /// of the header.
  mutating func readNextLink() -> (target: String, relations: [String])? {
    guard let start = rest.firstIndex(of: UInt8(ascii: "<")),
      let end = rest[start...].firstIndex(of: UInt8(ascii: ">"))
    else { return nil }
    let target = String(decoding: rest[rest.index(after: start)..<end], as: UTF8.self)
    rest = rest[rest.index(after: end)...]
    return (target.trimmingBlanks, readLinkRelations())
  }

  private mutating func readLinkRelations() -> [String] {
    var relations: [String] = []
    while let parameter = readLinkParameter() {
      guard let equals = parameter.firstIndex(of: "=") else { continue }
      let name = parameter[..<equals].trimmingBlanks.lowercased()
      guard name == "rel", relations.isEmpty else { continue }
      let value = parameter[parameter.index(after: equals)...].trimmingBlanks
      relations = value.filter { $0 != "\"" && $0 != "\\" }.lowercased().split(separator: " ")
        .map(String.init)
    }
    return relations
  }

  /// Returns the next parameter of the present address in a header `Link`, as "name=value"; nil
  /// after its last parameter.
  private mutating func readLinkParameter() -> String? {
    while let byte = rest.first, byte == 0x20 || byte == 0x09 { rest = rest.dropFirst() }
    guard rest.first == UInt8(ascii: ";") else { return nil }
    rest = rest.dropFirst()
    var (isQuoted, isEscaped) = (false, false)
    let end =
      rest.firstIndex { byte in
        if isEscaped {
          isEscaped = false
          return false
        }
        isEscaped = isQuoted && byte == UInt8(ascii: "\\")
        if byte == UInt8(ascii: "\"") { isQuoted.toggle() }
        return !isQuoted && (byte == UInt8(ascii: ";") || byte == UInt8(ascii: ","))
      } ?? rest.endIndex
    defer { rest = rest[end...] }
    return String(decoding: rest[..<end], as: UTF8.self)
  }
}
