/// The address of a server in the person's settings, as "https://proxy.example/unsplash".
package struct ServerAddress: Equatable, Sendable {
  /// Without a slash at the end.
  let text: String

  /// Nil where nobody can be asked there: only https is spoken, and on this machine http.
  package init?(_ address: String) {
    var bytes = Array(address.trimmingBlanks.utf8)[...]
    while bytes.last == UInt8(ascii: "/") { bytes.removeLast() }
    let text = String(decoding: bytes, as: UTF8.self)
    let mayBeAsked = text.hasPrefix("https://") || Self.isOnThisMachine(text)
    guard mayBeAsked, !bytes.contains(where: Self.isAmiss) else { return nil }
    self.text = text
  }

  /// Whether it has no place in the address of a server; an "@" would hide whose it is.
  private static func isAmiss(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "?"), UInt8(ascii: "#"), UInt8(ascii: "\\"), UInt8(ascii: "@"), 0x7f: true
    default: byte <= 0x20
    }
  }

  /// Whether it is this machine by name, the only place for plain http: the transport goes no
  /// further either.
  private static func isOnThisMachine(_ text: String) -> Bool {
    let parts = text.split(separator: "/", maxSplits: 2)
    guard parts.count > 1, text.hasPrefix("http://") else { return false }
    if parts[1].hasPrefix("[::1]") { return parts[1].dropFirst(5).first ?? ":" == ":" }
    let name = String(parts[1].prefix { $0 != ":" })
    return name == "127.0.0.1" || WebAddress.isOnThisMachine(name)
  }
}
