internal import CCurl
internal import Glibc

/// A web address, parsed by libcurl, which also connects to it: another parser could take another
/// part of the text for the host.
struct WebAddress: Equatable, Sendable {
  /// The whole web address, percent-encoded.
  let text: String
  let scheme: String
  /// The host of the web address in lower case; an IPv6 address without brackets, an IPv4 number in
  /// any notation as "127.0.0.1".
  let host: String
  let port: Int
  let path: String

  var isSecure: Bool { scheme == "https" }

  /// Returns true if a host name always means this machine, such as "localhost" (RFC 6761).
  static func isLoopbackName(_ name: String) -> Bool {
    let name = removingRootDot(from: name)
    return name == "localhost" || name.hasSuffix(".localhost")
  }

  /// Returns a host name without a dot at its end, which stands for the root domain.
  private static func removingRootDot(from name: String) -> String {
    name.hasSuffix(".") ? String(name.dropLast()) : name
  }

  /// The endings of host names in private networks: reserved ones (RFC 6762, RFC 8375, "internal"),
  /// and those of routers and companies.
  private static let ownNetworks = [
    "local", "home.arpa", "internal", "localdomain", "lan", "home", "corp", "intranet", "private",
  ]

  /// True if the web address's host is this machine, judged by its name or IP number alone.
  var isLoopback: Bool {
    Self.isLoopbackName(host) || IPAddress(host)?.isLoopback == true
  }

  /// True if the host of the web address is this machine or in the user's own network, judged
  /// without a lookup: a private IP number, a name without a dot, or a private ending.
  var isInOwnNetwork: Bool {
    let name = Self.removingRootDot(from: host)
    if let address = IPAddress(name) { return !address.isPublic }
    return !mayBePublic || !name.contains(".")
      || Self.ownNetworks.contains { name.hasSuffix("." + $0) }
  }

  var isSecureOrLocal: Bool { isSecure || (scheme == "http" && isLoopback) }

  /// True if the host of the web address can be on the public internet, judged by its name or IP
  /// number; the IP addresses of a name are checked when it is looked up.
  var mayBePublic: Bool {
    guard !Self.isLoopbackName(host) else { return false }
    return IPAddress(host).map { $0.isPublic && !$0.isOfThisMachine } ?? true
  }

  /// The origin of the web address (scheme, host and port), to which secrets are bound.
  var origin: String { "\(scheme)://\(host):\(port)" }

  /// Creates a web address from absolute or relative text; nil for an invalid one, for one with a
  /// user name, or without libcurl. May load libcurl, so that the main actor must not call it.
  init?(_ text: String, relativeTo base: WebAddress? = nil) {
    guard ccurl_load() == 1, text.utf8.count <= 16_384, let url = ccurl_url() else { return nil }
    defer { ccurl_url_cleanup(url) }
    let flags = CUnsignedInt(CURLU_DISALLOW_USER | CURLU_URLENCODE)
    if let base {
      guard ccurl_url_set(url, CURLUPART_URL, base.text, flags) == CURLUE_OK else { return nil }
    }
    guard ccurl_url_set(url, CURLUPART_URL, text, flags) == CURLUE_OK,
      let whole = Self.urlPart(CURLUPART_URL, of: url),
      let scheme = Self.urlPart(CURLUPART_SCHEME, of: url),
      let host = Self.urlPart(CURLUPART_HOST, of: url),
      let port = Self.urlPart(CURLUPART_PORT, of: url, flags: CURLU_DEFAULT_PORT).flatMap(Int.init)
    else { return nil }
    self.text = whole
    self.scheme = String(decoding: scheme.utf8.map(\.asciiLowercased), as: UTF8.self)
    let bare = host.hasPrefix("[") ? String(host.dropFirst().dropLast()) : host
    self.host = String(decoding: bare.utf8.map(\.asciiLowercased), as: UTF8.self)
    self.port = port
    path = Self.urlPart(CURLUPART_PATH, of: url) ?? "/"
  }

  private static func urlPart(_ part: CURLUPart, of url: OpaquePointer, flags: CInt = 0) -> String?
  {
    var text: UnsafeMutablePointer<CChar>?
    guard ccurl_url_get(url, part, &text, CUnsignedInt(flags)) == CURLUE_OK, let text else {
      return nil
    }
    defer { ccurl_free(text) }
    return String(cString: text)
  }
}

enum IPAddress: Equatable, Sendable {
  case v4(UInt32)
  /// A kind of socket address: IPv6, as two numbers of 64 bits, the one with the higher bits first.
  case v6(UInt64, UInt64)
  /// A kind of socket address: neither IPv4 nor IPv6, such as a socket file.
  case other

  /// Creates the socket address from the operating system's structure; `other` if it is neither
  /// IPv4 nor IPv6.
  init(_ address: UnsafePointer<sockaddr>, length: Int) {
    switch CInt(address.pointee.sa_family) {
    case AF_INET where length >= MemoryLayout<sockaddr_in>.size:
      let number = UnsafeRawPointer(address).loadUnaligned(as: sockaddr_in.self).sin_addr.s_addr
      self = .v4(UInt32(bigEndian: number))
    case AF_INET6 where length >= MemoryLayout<sockaddr_in6>.size:
      self.init(UnsafeRawPointer(address).loadUnaligned(as: sockaddr_in6.self).sin6_addr)
    default:
      self = .other
    }
  }

  /// Creates a socket address from the text of an IP address, such as "192.0.2.1" or "2001:db8::1";
  /// nil for a name.
  init?(_ text: String) {
    var v4 = in_addr()
    var v6 = in6_addr()
    let unscoped = String(text.prefix { $0 != "%" })
    if inet_pton(AF_INET, text, &v4) == 1 {
      self = .v4(UInt32(bigEndian: v4.s_addr))
    } else if inet_pton(AF_INET6, unscoped, &v6) == 1 {
      self.init(v6)
    } else {
      return nil
    }
  }

  private init(_ address: in6_addr) {
    self = withUnsafeBytes(of: address) { bytes in
      .v6(
        UInt64(bigEndian: bytes.loadUnaligned(as: UInt64.self)),
        UInt64(bigEndian: bytes.loadUnaligned(fromByteOffset: 8, as: UInt64.self)))
    }
  }

  /// This IPv6 address as text in its usual notation, such as "2001:db8::1"; nil for other
  /// addresses.
  var usualSpelling: String? {
    guard case .v6(let high, let low) = self else { return nil }
    var address = [high.bigEndian, low.bigEndian]
    var text = [CChar](repeating: 0, count: Int(INET6_ADDRSTRLEN))
    guard inet_ntop(AF_INET6, &address, &text, socklen_t(text.count)) != nil else { return nil }
    return String(decoding: text.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
  }

  var isLoopback: Bool {
    switch self {
    case .v4(let number): number >> 24 == 127
    case .v6(let high, let low): high == 0 && low == 1
    case .other: false
    }
  }

  /// True if this IP address is public: neither private nor reserved.
  var isPublic: Bool {
    switch self {
    case .v4(let number):
      return !Self.privateV4.contains { block in number >> block.shift == block.start >> block.shift
      }
    case .v6(let high, let low):
      if let inner = Self.embeddedIPv4(inside: high, low) { return inner.isPublic }
      // Public IPv6 addresses are in 2000::/3.
      return high >> 61 == 1
        && !Self.privateV6.contains { block in high >> block.shift == block.start >> block.shift }
    case .other:
      return false
    }
  }

  /// True if an interface of this machine has this IP address, or the IPv4 address within it.
  var isOfThisMachine: Bool {
    var interfaces: UnsafeMutablePointer<ifaddrs>?
    guard getifaddrs(&interfaces) == 0 else { return false }
    defer { freeifaddrs(interfaces) }
    var next = interfaces
    while let interface = next?.pointee {
      next = interface.ifa_next
      // The system allocates the whole structure of the address's family, whatever its length.
      if let address = interface.ifa_addr.map({ IPAddress($0, length: .max) }),
        address != .other, address == unwrapped
      {
        return true
      }
    }
    return false
  }

  /// Returns true if the system would route a connection to an IP address back to this machine, so
  /// that the connection has this address at both ends. Connects a datagram socket, for which
  /// nothing is sent; false if that fails, as without a network.
  static func isRoutedToThisMachine(_ address: UnsafePointer<sockaddr>, length: socklen_t) -> Bool {
    let probe = socket(
      CInt(address.pointee.sa_family),
      CInt(SOCK_DGRAM.rawValue) | CInt(SOCK_CLOEXEC.rawValue), 0)
    guard probe >= 0 else { return false }
    defer { close(probe) }
    guard connect(probe, address, length) == 0 else { return false }
    var own = sockaddr_storage()
    var ownLength = socklen_t(MemoryLayout<sockaddr_storage>.size)
    return withUnsafeMutablePointer(to: &own) { own in
      own.withMemoryRebound(to: sockaddr.self, capacity: 1) { own in
        guard getsockname(probe, own, &ownLength) == 0 else { return false }
        let source = IPAddress(own, length: Int(ownLength))
        return source != .other && source == IPAddress(address, length: Int(length))
      }
    }
  }

  /// The IPv4 address that this IPv6 address contains; this address itself if it contains none.
  private var unwrapped: IPAddress {
    guard case .v6(let high, let low) = self else { return self }
    return Self.embeddedIPv4(inside: high, low) ?? self
  }

  /// Returns the IPv4 address that is mapped, translated (NAT64) or tunnelled (6to4) in an IPv6
  /// address; nil if the address contains none.
  private static func embeddedIPv4(inside high: UInt64, _ low: UInt64) -> IPAddress? {
    let isMapped = high == 0 && low >> 32 == 0xffff
    let isTranslated = high == 0x0064_ff9b_0000_0000 && low >> 32 == 0
    if isMapped || isTranslated { return .v4(UInt32(truncatingIfNeeded: low)) }
    if high >> 48 == 0x2002 { return .v4(UInt32(truncatingIfNeeded: high >> 16)) }
    return nil
  }

  private static let privateV4: [(start: UInt32, shift: UInt32)] = [
    (0x0000_0000, 24),  // 0.0.0.0/8: this network
    (0x0a00_0000, 24),  // 10.0.0.0/8
    (0x6440_0000, 22),  // 100.64.0.0/10: behind a provider's NAT
    (0x7f00_0000, 24),  // 127.0.0.0/8
    (0xa9fe_0000, 16),  // 169.254.0.0/16: the link; clouds answer there with secrets
    (0xac10_0000, 20),  // 172.16.0.0/12
    (0xc000_0000, 8),  // 192.0.0.0/24: protocols
    (0xc000_0200, 8),  // 192.0.2.0/24: examples
    (0xc058_6300, 8),  // 192.88.99.0/24: relays for 6to4
    (0xc0a8_0000, 16),  // 192.168.0.0/16
    (0xc612_0000, 17),  // 198.18.0.0/15: benchmarks
    (0xc633_6400, 8),  // 198.51.100.0/24: examples
    (0xcb00_7100, 8),  // 203.0.113.0/24: examples
    (0xe000_0000, 28),  // 224.0.0.0/4: multicast
    (0xf000_0000, 28),  // 240.0.0.0/4: reserved; broadcast
  ]

  private static let privateV6: [(start: UInt64, shift: UInt64)] = [
    (0x2001_0000_0000_0000, 32),  // 2001::/32: Teredo, whose inner address is scrambled
    (0x2001_0010_0000_0000, 36),  // 2001:10::/28: identifiers that are no addresses
    (0x2001_0020_0000_0000, 36),  // 2001:20::/28: identifiers, second version
    (0x2001_0db8_0000_0000, 32),  // 2001:db8::/32: examples
    (0x3fff_0000_0000_0000, 44),  // 3fff::/20: examples
  ]
}

/// A rule for following the redirects of one HTTP request, with their number so far: three at most,
/// or ten for a download; without secrets; to another server only if it is public; to http only
/// from http, and only for this machine or a web feed without https.
struct RedirectPolicy: Sendable {
  private static let longest = 3
  /// Maximum number of redirects of a download, greater than that of other requests, as episodes of
  /// podcasts are addressed through several servers that count listeners.
  private static let longestDownload = 10
  /// The names of the request headers that are sent again after a redirect; none is a secret.
  private static let resentHeaders: Set<String> = ["Accept", "Range", "If-Range"]
  private var followed = 0

  /// Returns the request that follows a redirect; nil if the reply is no redirect, or the request's
  /// redirects are not followed. Throws for a redirect that is not allowed.
  mutating func redirectedRequest(
    after reply: HTTPReply, to request: HTTPRequest
  ) throws(TransportError) -> HTTPRequest? {
    guard request.followsRedirects, request.method == .get, reply.isRedirect,
      let location = reply.headers["Location"]
    else { return nil }
    followed += 1
    guard followed <= (request.kind == .download ? Self.longestDownload : Self.longest),
      let here = WebAddress(request.url),
      let there = WebAddress(location, relativeTo: here),
      there.isSecure
        || (!here.isSecure
          && (there.isSecureOrLocal || request.allowsPlain && there.scheme == "http"))
    else { throw .badRedirect }
    var next = request
    next.url = there.text
    // The user chose the first server; a redirect to another one is a stranger's choice.
    let staysHere = there.origin == here.origin || (here.isLoopback && there.isLoopback)
    if !staysHere { next.allowedHosts = .publicHosts }
    // Only the caller knows which of the other headers are secret.
    next.headers = HTTPHeaders(
      request.headers.lines.filter { Self.resentHeaders.contains($0.name) })
    return next
  }
}
