/// A web link that can be sent to the terminal: http or https, in ASCII, at most 2,083 bytes long,
/// and without a user name that could be mistaken for the host.
public struct SafeWebLink: Hashable, Sendable {
  public let address: String

  /// Creates a link from its address, percent-encoded as browsers do; nil if the link must not be
  /// sent to a terminal.
  public init?(_ address: String) {
    guard address.utf8.count <= 2083, let colon = address.schemeEndIndex(ofAny: ["https", "http"]),
      address.unicodeScalars.allSatisfy({ $0.value > 0x20 && !(0x7f..<0xa0).contains($0.value) }),
      // Browsers read a backslash as a slash, other programs do not.
      !address.utf8.contains(UInt8(ascii: "\\"))
    else { return nil }
    // Programs look for these marks even where a combining mark follows, which Swift's characters
    // would hide.
    let rest = address[colon...].dropFirst(3).unicodeScalars
    let host = rest.prefix { !"/?#".unicodeScalars.contains($0) }
    guard !host.isEmpty, !host.contains("@"), let name = Punycode.asciiHost(of: String(host))
    else {
      return nil
    }
    let scheme = address[..<colon].lowercased()
    let path = Substring(rest[host.endIndex...])
    let whole = "\(scheme)://\(name)\(Self.percentEncoded(path))"
    guard whole.utf8.count <= 2083 else { return nil }
    self.address = whole
  }

  public var host: String {
    let start = address.firstIndex(of: ":").map { address[$0...].dropFirst(3) } ?? ""
    let host = start.prefix { !"/?#".contains($0) }
    guard let colon = host.lastIndex(of: ":"), !host[colon...].contains("]") else {
      return String(host)
    }
    return String(host[..<colon])
  }

  /// Returns the link's host if the text shown for the link names another host, or contains letters
  /// that look like Latin ones; nil otherwise.
  public func misleadingHost(in words: String) -> String? {
    guard let named = Self.hostNamed(by: words) else { return nil }
    func hostWithoutWWW(_ host: String) -> String {
      host.hasPrefix("www.") ? String(host.dropFirst(4)) : host
    }
    let isSame = Punycode.asciiHost(of: named).map(hostWithoutWWW) == hostWithoutWWW(host)
    return isSame && !named.unicodeScalars.contains(where: Self.isLookalikeLetter) ? nil : host
  }

  /// Returns the host that a text names, as "example.org/path" does; nil if the text is no address.
  private static func hostNamed(by words: String) -> String? {
    guard !words.contains(where: \.isWhitespace) else { return nil }
    let start = words.schemeEndIndex(ofAny: ["https", "http"]).map { words[$0...].dropFirst(3) }
    let authority = (start ?? words[...]).prefix { !"/?#…".contains($0) }
    let host = authority.split(separator: "@").last?.split(separator: ":").first ?? ""
    guard let dot = host.lastIndex(of: "."), dot > host.startIndex,
      host[dot...].dropFirst().count > 1, host[dot...].dropFirst().allSatisfy(\.isLetter)
    else { return nil }
    return host.lowercased()
  }

  private static func isLookalikeLetter(_ scalar: Unicode.Scalar) -> Bool {
    // Greek, Cyrillic, Armenian and Cherokee have letters that look Latin.
    (0x370...0x58f).contains(scalar.value) || (0x13a0...0x13ff).contains(scalar.value)
  }

  private static func percentEncoded(_ text: Substring) -> String {
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
  /// Returns the index of the colon after a URL scheme that two slashes follow; nil otherwise.
  fileprivate func schemeEndIndex(ofAny schemes: [String]) -> Index? {
    guard let colon = firstIndex(of: ":"), schemes.contains(self[..<colon].lowercased()),
      self[colon...].hasPrefix("://")
    else { return nil }
    return colon
  }
}

/// An address of a video or episode for an external player: a link or an absolute path, which the
/// player cannot take for an option.
public struct MediaPlayerAddress: Equatable, Sendable {
  public let address: String

  public init(_ link: SafeWebLink) { address = link.address }

  /// Creates a video address from the path of a local file; nil unless the path is absolute.
  /// Servers never supply paths.
  public init?(ownFile path: String) {
    guard path.hasPrefix("/") else { return nil }
    address = path
  }
}

/// A namespace for converting host names to ASCII with Punycode (RFC 3492).
enum Punycode {
  private static let base = 36
  private static let (lowest, highest, skew, damp) = (1, 26, 38, 700)

  /// Returns a host name with "xn--…" for each label that is not ASCII; nil if the host cannot be
  /// converted.
  static func asciiHost(of host: String) -> String? {
    guard !host.utf8.allSatisfy({ $0 < 0x80 }) else { return host.lowercased() }
    var labels: [String] = []
    // The full stops of other scripts separate labels, too.
    for label in host.lowercased().unicodeScalars.split(
      omittingEmptySubsequences: false, whereSeparator: { ".。．｡".unicodeScalars.contains($0) })
    {
      guard let ascii = asciiLabel(of: label.map { Int($0.value) }) else {
        return nil
      }
      labels.append(ascii)
    }
    return labels.joined(separator: ".")
  }

  private static func asciiLabel(of label: [Int]) -> String? {
    let plain = label.filter { $0 < 0x80 }
    var text = plain.reduce(into: "") { $0.unicodeScalars.append(Unicode.Scalar(UInt8($1))) }
    guard plain.count < label.count else { return text }
    guard label.count <= 63 else { return nil }
    if !plain.isEmpty { text += "-" }
    var (code, delta, bias, done) = (0x80, 0, 72, plain.count)
    while done < label.count {
      // At least one letter is left, since not all are written.
      guard let next = label.filter({ $0 >= code }).min() else { return nil }
      delta += (next - code) * (done + 1)
      code = next
      for letter in label {
        if letter < code { delta += 1 }
        guard letter == code else { continue }
        appendPunycodeDelta(delta, bias, to: &text)
        bias = adaptedPunycodeBias(delta, count: done + 1, isFirst: done == plain.count)
        (delta, done) = (0, done + 1)
      }
      delta += 1
      code += 1
    }
    return "xn--" + text
  }

  private static func appendPunycodeDelta(_ delta: Int, _ bias: Int, to text: inout String) {
    var rest = delta
    var place = base
    while true {
      let threshold = min(max(place - bias, lowest), highest)
      guard rest >= threshold else { break }
      appendPunycodeDigit(threshold + (rest - threshold) % (base - threshold), to: &text)
      rest = (rest - threshold) / (base - threshold)
      place += base
    }
    appendPunycodeDigit(rest, to: &text)
  }

  private static func appendPunycodeDigit(_ digit: Int, to text: inout String) {
    let code = digit < 26 ? Int(UInt8(ascii: "a")) + digit : Int(UInt8(ascii: "0")) + digit - 26
    text.unicodeScalars.append(Unicode.Scalar(UInt8(code)))
  }

  private static func adaptedPunycodeBias(_ delta: Int, count: Int, isFirst: Bool) -> Int {
    var delta = isFirst ? delta / damp : delta / 2
    delta += delta / count
    var steps = 0
    while delta > (base - lowest) * highest / 2 {
      delta /= base - lowest
      steps += base
    }
    return steps + (base - lowest + 1) * delta / (delta + skew)
  }
}
