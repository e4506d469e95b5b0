internal import CCurl

/// A web address, read by the parser that will also connect to it: two parsers would disagree one
/// day, and somebody would live in the gap.
struct WebAddress: Hashable, Sendable {
  /// The whole address, with what must be encoded encoded.
  let text: String
  /// "https" or "http".
  let scheme: String
  /// In lower case; an IPv6 address without brackets; numbers in any spelling as "127.0.0.1".
  let host: String
  let port: Int
  let path: String

  var isSecure: Bool { scheme == "https" }

  /// Whether a name is this machine's wherever it is asked (RFC 6761).
  static func isOnThisMachine(_ name: String) -> Bool {
    let name = rootless(name)
    return name == "localhost" || name.hasSuffix(".localhost")
  }

  /// A name without the dot at its end, which stands for the root of all names.
  private static func rootless(_ name: String) -> String {
    name.hasSuffix(".") ? String(name.dropLast()) : name
  }

  /// The ends of names that lead into the person's own network: those set aside for that (RFC 6762,
  /// RFC 8375, "internal"), and those that routers and companies use.
  private static let ownNetworks = [
    "local", "home.arpa", "internal", "localdomain", "lan", "home", "corp", "intranet", "private",
  ]

  /// Whether it is this machine by its literal name, the only place for plain http.
  var isLoopback: Bool {
    Self.isOnThisMachine(host) || SocketAddress(host)?.isLoopback == true
  }

  /// Whether it is this machine or in the person's own network, as far as the address itself tells:
  /// by its number in any spelling, by a name without a dot, or by the end of its name.
  var isInOwnNetwork: Bool {
    let name = Self.rootless(host)
    if let address = SocketAddress(name) { return !address.isPublic }
    return !mayBePublic || !name.contains(".")
      || Self.ownNetworks.contains { name.hasSuffix("." + $0) }
  }

  /// Whether it may be asked at all.
  var isAllowed: Bool { isSecure || (scheme == "http" && isLoopback) }

  /// Whether it may lead out into the world; of a name only its addresses tell.
  var mayBePublic: Bool {
    !Self.isOnThisMachine(host) && SocketAddress(host)?.isPublic != false
  }

  /// Scheme, host and port: what a secret belongs to.
  var origin: String { "\(scheme)://\(host):\(port)" }

  /// Reads an absolute address, or one relative to another; nil where there is none, where it
  /// carries a user's name, or where libcurl cannot be loaded.
  ///
  /// May load libcurl, so it is no work for the main actor.
  init?(_ text: String, relativeTo base: WebAddress? = nil) {
    guard ccurl_load() == 1, text.utf8.count <= 16_384, let url = ccurl_url() else { return nil }
    defer { ccurl_url_cleanup(url) }
    let flags = CUnsignedInt(CURLU_DISALLOW_USER | CURLU_URLENCODE)
    if let base {
      guard ccurl_url_set(url, CURLUPART_URL, base.text, flags) == CURLUE_OK else { return nil }
    }
    guard ccurl_url_set(url, CURLUPART_URL, text, flags) == CURLUE_OK,
      let whole = Self.part(CURLUPART_URL, of: url),
      let scheme = Self.part(CURLUPART_SCHEME, of: url),
      let host = Self.part(CURLUPART_HOST, of: url),
      let port = Self.part(CURLUPART_PORT, of: url, flags: CURLU_DEFAULT_PORT).flatMap(Int.init)
    else { return nil }
    self.text = whole
    self.scheme = String(decoding: scheme.utf8.map(\.asciiLowercased), as: UTF8.self)
    let bare = host.hasPrefix("[") ? String(host.dropFirst().dropLast()) : host
    self.host = String(decoding: bare.utf8.map(\.asciiLowercased), as: UTF8.self)
    self.port = port
    path = Self.part(CURLUPART_PATH, of: url) ?? "/"
  }

  private static func part(
    _ part: CURLUPart, of url: OpaquePointer, flags: CInt = 0
  ) -> String? {
    var text: UnsafeMutablePointer<CChar>?
    guard ccurl_url_get(url, part, &text, CUnsignedInt(flags)) == CURLUE_OK, let text else {
      return nil
    }
    defer { ccurl_free(text) }
    return String(cString: text)
  }
}
