/// An address that may be handed to the terminal: http or https, in ASCII, at most 2,083 bytes, with
/// nothing before its host that could be taken for it. Anything else is no link.
public struct Hyperlink: Hashable, Sendable {
  /// The address.
  public let address: String

  /// The link to that address, or nil where it must not be handed out. What is not ASCII is written as
  /// browsers send it.
  public init?(_ address: String) {
    guard address.utf8.count <= 2083, let colon = address.range(ofScheme: ["https", "http"]),
      address.unicodeScalars.allSatisfy({ $0.value > 0x20 && !(0x7f..<0xa0).contains($0.value) }),
      // Browsers take it for a slash, others do not.
      !address.utf8.contains(UInt8(ascii: "\\"))
    else { return nil }
    let rest = address[colon...].dropFirst(3)
    let host = rest.prefix { !"/?#".contains($0) }
    guard !host.isEmpty, !host.contains("@"), let name = Punycode.ascii(host: String(host)) else {
      return nil
    }
    let scheme = address[..<colon].lowercased()
    let whole = "\(scheme)://\(name)\(Self.encoded(rest.dropFirst(host.count)))"
    guard whole.utf8.count <= 2083 else { return nil }
    self.address = whole
  }

  /// Whom it leads to, without the port.
  public var host: String {
    let start = address.firstIndex(of: ":").map { address[$0...].dropFirst(3) } ?? ""
    let host = start.prefix { !"/?#".contains($0) }
    guard let colon = host.lastIndex(of: ":"), !host[colon...].contains("]") else {
      return String(host)
    }
    return String(host[..<colon])
  }

  /// The host, where words that are to stand for the link name another one, or one in letters that
  /// look like others; nil where they do not mislead.
  public func hostUnlikely(in words: String) -> String? {
    guard let named = Self.host(namedBy: words) else { return nil }
    func bare(_ host: String) -> String {
      host.hasPrefix("www.") ? String(host.dropFirst(4)) : host
    }
    let isSame = Punycode.ascii(host: named).map(bare) == bare(host)
    return isSame && !named.unicodeScalars.contains(where: Self.looksLatin) ? nil : host
  }

  /// The host that words name, as "example.org/path" does; nil for words that are no address.
  private static func host(namedBy words: String) -> String? {
    guard !words.contains(where: \.isWhitespace) else { return nil }
    let start = words.range(ofScheme: ["https", "http"]).map { words[$0...].dropFirst(3) }
    let authority = (start ?? words[...]).prefix { !"/?#…".contains($0) }
    let host = authority.split(separator: "@").last?.split(separator: ":").first ?? ""
    guard let dot = host.lastIndex(of: "."), dot > host.startIndex,
      host[dot...].dropFirst().count > 1, host[dot...].dropFirst().allSatisfy(\.isLetter)
    else { return nil }
    return host.lowercased()
  }

  /// Whether a letter of another script is easily taken for a Latin one.
  private static func looksLatin(_ scalar: Unicode.Scalar) -> Bool {
    // Greek, Cyrillic and Armenian, Cherokee.
    (0x370...0x58f).contains(scalar.value) || (0x13a0...0x13ff).contains(scalar.value)
  }

  private static func encoded(_ text: Substring) -> String {
    guard !text.utf8.allSatisfy({ $0 < 0x80 }) else { return String(text) }
    let digits = Array("0123456789ABCDEF".unicodeScalars)
    return text.utf8.reduce(into: "") { text, byte in
      if byte < 0x80 {
        text.unicodeScalars.append(Unicode.Scalar(byte))
      } else {
        text += "%"
        text.unicodeScalars.append(digits[Int(byte >> 4)])
        text.unicodeScalars.append(digits[Int(byte & 15)])
      }
    }
  }
}

extension String {
  /// Where the scheme ends, where it is one of those and two slashes follow.
  fileprivate func range(ofScheme schemes: [String]) -> Index? {
    guard let colon = firstIndex(of: ":"), schemes.contains(self[..<colon].lowercased()),
      self[colon...].hasPrefix("://")
    else { return nil }
    return colon
  }
}
