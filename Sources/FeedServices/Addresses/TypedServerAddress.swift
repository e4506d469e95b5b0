/// A server that a person typed: as a host, such as "example.social", as an address at the host, or
/// as a handle.
struct TypedServerAddress: Equatable, Sendable {
  /// The scheme and host of a typed server, such as "https://example.social", without a path.
  let origin: String
  /// The host name of a typed server, with a port if one was typed.
  let host: String
  /// The path in a typed server's address, at which the service may be found on the server, such as
  /// "/social"; empty if the address has none.
  let path: String
  /// The user name in a typed handle; nil if only a server was typed.
  let user: String?

  var address: String { origin + path }

  /// The host name of a typed server without a port; an IPv6 address keeps its brackets.
  var name: String { Self.hostWithoutPort(host) }

  private static func hostWithoutPort(_ host: String) -> String {
    guard let colon = host.lastIndex(of: ":"), !host[colon...].contains("]") else { return host }
    return String(host[..<colon])
  }

  /// Returns true if a host, with or without a port, is this machine by its name or IP number.
  private static func isLoopback(_ host: String) -> Bool {
    let name = hostWithoutPort(host).filter { !"[]".contains($0) }
    return WebAddress.isLoopbackName(name) || IPAddress(name)?.isLoopback == true
  }

  /// True if the typed server's host is a name rather than an IP address.
  var isName: Bool { name.contains(where: \.isLetter) && !name.contains(":") }

  /// Creates a server's address from typed text; nil if the text cannot name a server. The server
  /// need not exist. Without a scheme, a server on this machine is asked by plain http.
  init?(_ typed: String) {
    var rest = typed.trimmingBlanks
    var scheme: String?
    for known in ["https", "http"] where rest.lowercased().hasPrefix("\(known)://") {
      scheme = known
      rest = String(rest.dropFirst(known.utf8.count + 3))
      break
    }
    let path = rest.drop { $0 != "/" && $0 != "?" && $0 != "#" && $0 != "\\" }
    rest = String(rest.dropLast(path.count))
    let parts = rest.split(separator: "@").map(String.init)
    guard let name = parts.last, parts.count <= 2 else { return nil }
    guard let host = Self.ipv6Literal(name) ?? Self.parsedHost(name.lowercased()) else {
      return nil
    }
    self.host = host
    user = parts.count == 2 ? parts[0] : nil
    origin = "\(scheme ?? (Self.isLoopback(host) ? "http" : "https"))://\(host)"
    self.path = Self.normalizedPath(path)
  }

  /// Returns the path in a typed server's address without a slash at its end; empty if the path has
  /// other characters than ASCII letters, digits and "-._~", as that of a profile page, or a
  /// component "." or "..".
  private static func normalizedPath(_ text: Substring) -> String {
    let parts = text.prefix { $0 != "?" && $0 != "#" }.split(separator: "/")
    let isPlain = parts.allSatisfy { part in
      part != "." && part != ".." && part.containsOnlyAlphanumerics(or: "-._~")
    }
    return text.first == "/" && isPlain ? parts.map { "/\($0)" }.joined() : ""
  }

  /// Returns a typed host name or IPv4 address, with a port if one was typed; nil for any other
  /// text.
  private static func parsedHost(_ name: String) -> String? {
    let isPlausible = name.unicodeScalars.allSatisfy { scalar in
      scalar.value > 0x7f
        || "abcdefghijklmnopqrstuvwxyz0123456789.-:_".unicodeScalars.contains(scalar)
    }
    guard isPlausible, name.utf8.count <= 255,
      name.contains(where: \.isLetter) || name.contains(".")
    else { return nil }
    return name
  }

  /// Returns a typed IPv6 address in brackets and in its usual spelling, so that a server has one
  /// name only, with a port if one was typed; nil if the text is no such address.
  private static func ipv6Literal(_ text: String) -> String? {
    guard text.hasPrefix("[") else { return ipv6AddressInBrackets(text) }
    guard let end = text.lastIndex(of: "]"),
      let address = ipv6AddressInBrackets(String(text[text.index(after: text.startIndex)..<end]))
    else { return nil }
    let rest = text[text.index(after: end)...]
    guard !rest.isEmpty else { return address }
    let digits = rest.dropFirst()
    guard rest.first == ":", digits.utf8.allSatisfy({ (0x30...0x39).contains($0) }),
      let port = UInt16(digits), port > 0
    else { return nil }
    return "\(address):\(port)"
  }

  private static func ipv6AddressInBrackets(_ text: String) -> String? {
    // A zone after "%" is valid on one machine alone.
    guard text.contains(":"), !text.contains("%") else { return nil }
    return IPAddress(text)?.usualSpelling.map { "[\($0)]" }
  }
}

/// A base address of a server in the settings, such as "https://proxy.example/unsplash".
package struct ConfiguredServerBaseAddress: Equatable, Sendable {
  let text: String

  /// Creates the base address of a server from its address in the settings; nil unless it begins
  /// with https, or with http for this machine.
  package init?(_ address: String) {
    var bytes = Array(address.trimmingBlanks.utf8)[...]
    while bytes.last == UInt8(ascii: "/") { bytes.removeLast() }
    let text = String(decoding: bytes, as: UTF8.self)
    let mayBeAsked = text.hasPrefix("https://") || Self.isLoopbackHTTPAddress(text)
    guard mayBeAsked, !bytes.contains(where: Self.isForbiddenInServerAddress) else { return nil }
    self.text = text
  }

  /// Returns true if a byte must not occur in a server's address; an "@" would hide the host.
  private static func isForbiddenInServerAddress(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "?"), UInt8(ascii: "#"), UInt8(ascii: "\\"), UInt8(ascii: "@"), 0x7f: true
    default: byte <= 0x20
    }
  }

  /// Returns true if an http address leads to this machine by a literal name; plain http is allowed
  /// for no other host.
  private static func isLoopbackHTTPAddress(_ text: String) -> Bool {
    let parts = text.split(separator: "/", maxSplits: 2)
    guard parts.count > 1, text.hasPrefix("http://") else { return false }
    if parts[1].hasPrefix("[::1]") { return parts[1].dropFirst(5).first ?? ":" == ":" }
    let name = String(parts[1].prefix { $0 != ":" })
    return name == "127.0.0.1" || WebAddress.isLoopbackName(name)
  }
}

enum HostNameRules {
  /// Returns true if a text is a complete host name: at least two labels, the last of which does
  /// not begin with a digit.
  static func isDottedHostName(_ text: String) -> Bool {
    let parts = text.split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count > 1, text.utf8.count <= 253, let last = parts.last?.utf8.first,
      !(0x30...0x39).contains(last)
    else { return false }
    return parts.allSatisfy { part in
      part.containsOnlyAlphanumerics(or: "-") && part.utf8.count <= 63 && !part.hasPrefix("-")
        && !part.hasSuffix("-")
    }
  }
}
