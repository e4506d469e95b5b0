/// The names by which machines are known on the net, as "example.social".
enum HostName {
  /// Whether it has the form of a whole name: at least two parts, the last of which begins with no
  /// digit.
  static func isWhole(_ text: String) -> Bool {
    let parts = text.split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count > 1, text.utf8.count <= 253, let last = parts.last?.utf8.first,
      !(0x30...0x39).contains(last)
    else { return false }
    return parts.allSatisfy { part in
      !part.isEmpty && part.utf8.count <= 63 && !part.hasPrefix("-") && !part.hasSuffix("-")
        && part.utf8.allSatisfy { byte in
          switch byte {
          case 0x30...0x39, 0x41...0x5a, 0x61...0x7a, 0x2d: true
          default: false
          }
        }
    }
  }
}
