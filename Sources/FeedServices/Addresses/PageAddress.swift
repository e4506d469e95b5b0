internal import FeedDomain

/// A parsed address of a web page: its host and its path, without query.
struct PageAddress: Equatable, Sendable {
  /// The host of a web page in lower case, with a port if there is one, and without "www.".
  let host: String
  /// The decoded components of the path in a web page's address; a slash at the end is no
  /// component.
  let parts: [String]

  init?(_ address: String) {
    let lowercased = address.prefix(8).lowercased()
    guard let scheme = ["https://", "http://"].first(where: lowercased.hasPrefix),
      address.utf8.count <= 2083, address.unicodeScalars.allSatisfy({ $0.value > 0x20 })
    else { return nil }
    let rest = address.dropFirst(scheme.count).prefix { $0 != "?" && $0 != "#" }
    let parts = rest.split(separator: "/", omittingEmptySubsequences: true).map(String.init)
    guard let host = parts.first, rest.first != "/", !host.contains("@") else { return nil }
    let name = host.lowercased()
    self.host = name.hasPrefix("www.") ? String(name.dropFirst(4)) : name
    self.parts = parts.dropFirst().map(WebAddressQuery.percentDecoded)
  }
}

/// A web address in a form for comparing: without scheme, in which upper and lower case of the host
/// and a slash at the end make no difference.
struct ComparableAddress: Equatable, Sendable {
  private let text: String

  init(_ address: String) {
    let start = address.firstRange(of: "://")?.upperBound ?? address.startIndex
    let host = address[start...].prefix { $0 != "/" }
    let rest = address[host.endIndex...]
    text = host.lowercased() + (rest.hasSuffix("/") ? rest.dropLast() : rest)
  }
}

extension StringProtocol {
  /// Returns true if the text consists of ASCII letters, digits and the characters `others`, and is
  /// not empty.
  func containsOnlyAlphanumerics(or others: String = "") -> Bool {
    !isEmpty
      && utf8.allSatisfy { byte in
        switch byte {
        case 0x30...0x39, 0x41...0x5a, 0x61...0x7a: true
        default: others.utf8.contains(byte)
        }
      }
  }

  /// The web address in the text without the user name and password before its host, which must be
  /// neither stored nor shown; the whole text if it has none.
  var withoutUserInfo: String {
    guard utf8.contains(UInt8(ascii: "@")), let slashes = firstRange(of: "//"),
      ["", "http:", "https:"].contains(self[..<slashes.lowerBound].lowercased())
    else { return String(self) }
    let start = slashes.upperBound
    let authority = self[start...].prefix { !"/?#\\".contains($0) }
    guard let mark = authority.lastIndex(of: "@"), index(after: mark) < authority.endIndex else {
      return String(self)
    }
    return String(self[..<start]) + String(self[index(after: mark)...])
  }

  /// True if the text is not empty and has only ASCII digits.
  var isNumber: Bool { !isEmpty && utf8.allSatisfy { (0x30...0x39).contains($0) } }
}

/// A set of the base addresses of those services that have one address each, without a slash at the
/// end; the settings may name other servers.
package struct ServiceServerAddresses: Equatable, Sendable {
  package static let standard = ServiceServerAddresses()

  let unsplash: String
  /// The base address of the server for signing in to Unsplash. A server from the settings is used
  /// for signing in as well, and is sent the application's secret.
  let unsplashSignIn: String
  let flickr: String
  let flickrUploads: String
  let instagram: String

  /// Creates the base addresses of the services from the settings; a missing or invalid address is
  /// replaced by the service's own.
  package init(unsplash: String? = nil, flickr: String? = nil, instagram: String? = nil) {
    let own = "https://api.unsplash.com"
    self.unsplash = unsplash.flatMap(ConfiguredServerBaseAddress.init)?.text ?? own
    unsplashSignIn = self.unsplash == own ? "https://unsplash.com" : self.unsplash
    let home = "https://www.flickr.com"
    self.flickr = flickr.flatMap(ConfiguredServerBaseAddress.init)?.text ?? home
    flickrUploads = self.flickr == home ? "https://up.flickr.com" : self.flickr
    self.instagram =
      instagram.flatMap(ConfiguredServerBaseAddress.init)?.text ?? "https://graph.instagram.com"
  }
}
