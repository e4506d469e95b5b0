/// A namespace for splitting the login from the address of a web feed, since user name and password
/// are stored as a secret and never shown.
enum AddressLoginParser {
  /// Splits the login from a web address: returns the address without user name and password, and
  /// both joined by a colon; `login` is nil if the address has none.
  static func separatedAddressAndLogin(_ address: String) -> (address: String, login: String?) {
    let address = addressWithoutFeedScheme(address)
    let scheme = address.prefix { $0 != ":" }
    let place = address[scheme.endIndex...]
    guard place.hasPrefix("://") else { return (address, nil) }
    let server = place.dropFirst(3).prefix { !"/?#".contains($0) }
    guard let mark = server.lastIndex(of: "@") else { return (address, nil) }
    // A plus sign is a part of the password, not a blank as in a query.
    let login = server[..<mark].split(separator: "+", omittingEmptySubsequences: false)
      .map { WebAddressQuery.percentDecoded(String($0)) }.joined(separator: "+")
    let rest = address[address.index(after: mark)...]
    return ("\(scheme)://\(rest)", login.isEmpty ? nil : login)
  }

  /// Returns a web address without the scheme "feed:", such as "https://a.example" for
  /// "feed:https://a.example" and "feed://a.example".
  static func addressWithoutFeedScheme(_ address: String) -> String {
    let start = address.prefix(12).lowercased()
    if start.hasPrefix("feed://") { return "https" + address.dropFirst(4) }
    let isNested = start.hasPrefix("feed:https:") || start.hasPrefix("feed:http:")
    return isNested ? String(address.dropFirst(5)) : address
  }
}
