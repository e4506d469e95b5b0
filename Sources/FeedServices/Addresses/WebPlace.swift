/// Where a page of the web is: its host and the parts of its path, without what is asked of it there.
struct WebPlace: Equatable, Sendable {
  /// In small letters, with a port where one is named, and without "www.".
  let host: String
  /// Decoded; a slash at the end is no part.
  let parts: [String]

  /// Nil for anything but an address of the web.
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
    self.parts = parts.dropFirst().map(WebQuery.decoded)
  }
}

extension String {
  /// Whether it is made of letters, digits and these, and of at least one.
  func isPlain(and others: String = "") -> Bool {
    !isEmpty
      && utf8.allSatisfy { byte in
        switch byte {
        case 0x30...0x39, 0x41...0x5a, 0x61...0x7a: true
        default: others.utf8.contains(byte)
        }
      }
  }

  /// Whether it is made of digits, and of at least one.
  var isNumber: Bool { !isEmpty && utf8.allSatisfy { (0x30...0x39).contains($0) } }
}

/// Where the services are asked that have but one address each, without a slash at the end: there, or
/// at a server of the person's own.
package struct ServiceHosts: Equatable, Sendable {
  package static let usual = ServiceHosts()

  let unsplash: String
  /// Where somebody signs in to Unsplash: where a server of one's own is asked, that gets the
  /// secret as well, and nobody else.
  let unsplashDoor: String
  let flickr: String
  /// Where photos are sent to.
  let flickrUploads: String
  let instagram: String

  /// Those that have no address, or one at which nobody can be asked, are asked at their own.
  package init(unsplash: String? = nil, flickr: String? = nil, instagram: String? = nil) {
    let own = "https://api.unsplash.com"
    self.unsplash = unsplash.flatMap(ServerAddress.init)?.text ?? own
    unsplashDoor = self.unsplash == own ? "https://unsplash.com" : self.unsplash
    let home = "https://www.flickr.com"
    self.flickr = flickr.flatMap(ServerAddress.init)?.text ?? home
    flickrUploads = self.flickr == home ? "https://up.flickr.com" : self.flickr
    self.instagram = instagram.flatMap(ServerAddress.init)?.text ?? "https://graph.instagram.com"
  }
}
