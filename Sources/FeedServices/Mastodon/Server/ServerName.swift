/// A server as somebody types it: "example.social", an address on it, or somebody's handle there.
struct ServerName: Equatable, Sendable {
  /// Its address, as "https://example.social".
  let origin: String
  /// Its name, with a port where one was given.
  let host: String
  /// The part before the host of a handle; nil where only a server was named.
  let user: String?

  /// Its name without a port.
  var name: String {
    guard let colon = host.lastIndex(of: ":"), !host[colon...].contains("]") else { return host }
    return String(host[..<colon])
  }

  /// Whether it is a name rather than a number.
  var isName: Bool { name.contains(where: \.isLetter) && !name.contains(":") }

  /// Nil where nothing in it can be a server's name; whether there is one is for the network to
  /// say.
  init?(_ typed: String) {
    var rest = typed.trimmingBlanks
    var scheme = "https"
    for known in ["https", "http"] where rest.lowercased().hasPrefix("\(known)://") {
      scheme = known
      rest = String(rest.dropFirst(known.utf8.count + 3))
      break
    }
    rest = String(rest.prefix { !"/?#\\".contains($0) })
    let parts = rest.split(separator: "@").map(String.init)
    guard let name = parts.last, parts.count <= 2 else { return nil }
    let host = name.lowercased()
    let isPlausible = host.unicodeScalars.allSatisfy { scalar in
      scalar.value > 0x7f
        || "abcdefghijklmnopqrstuvwxyz0123456789.-:[]_".unicodeScalars.contains(scalar)
    }
    guard isPlausible, host.utf8.count <= 255,
      host.contains(where: \.isLetter) || host.contains(".")
    else { return nil }
    self.host = host
    user = parts.count == 2 ? parts[0] : nil
    origin = "\(scheme)://\(host)"
  }
}
