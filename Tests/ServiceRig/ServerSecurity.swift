internal import CTLS
internal import Glibc

/// A choice of TLS for the connections of a server of the tests.
public struct ServerSecurity: Sendable {
  /// A version of TLS.
  public enum Version: Sendable {
    /// A version of TLS that must not be used any more.
    case tls10, tls11
    /// A version of TLS that is considered secure.
    case tls12, tls13

    fileprivate var number: CInt {
      switch self {
      case .tls10: TLS1_VERSION
      case .tls11: TLS1_1_VERSION
      case .tls12: TLS1_2_VERSION
      case .tls13: TLS1_3_VERSION
      }
    }
  }

  let certificate: TestCertificate
  let newest: Version
  private let chain: [TestCertificate]
  private let isTunnelled: Bool
  private let refusesNames: Bool
  /// True if the server uses HTTP/2 with clients that support it.
  let speaksHTTP2: Bool

  /// Creates the use of TLS with a certificate, and no version newer than the given one. If
  /// `isTunnelled`, clients must first ask for the connection, as of a proxy. The server can send
  /// further certificates, and refuse host names.
  public init(
    _ certificate: TestCertificate, chain: [TestCertificate] = [], newest: Version = .tls13,
    isTunnelled: Bool = false, speaksHTTP2: Bool = false, refusesNames: Bool = false
  ) {
    self.certificate = certificate
    self.chain = chain
    self.refusesNames = refusesNames
    self.newest = newest
    self.isTunnelled = isTunnelled
    self.speaksHTTP2 = speaksHTTP2
  }
}

extension ServerSecurity: WireSecurity {
  func accept(on wire: SocketWire) -> (any Wire)? {
    guard !isTunnelled || connect(wire) else { return nil }
    let context = SSL_CTX_new(TLS_server_method())
    defer { SSL_CTX_free(context) }
    // Level 0: the old versions' signatures count as too weak for anything else.
    SSL_CTX_set_cipher_list(context, "ALL:@SECLEVEL=0")
    ctls_set_oldest(context, TLS1_VERSION)
    ctls_set_newest(context, newest.number)
    SSL_CTX_use_certificate(context, certificate.certificate)
    SSL_CTX_use_PrivateKey(context, certificate.key)
    for link in chain { ctls_add_to_chain(context, link.certificate) }
    if refusesNames { ctls_refuse_names(context) }
    if speaksHTTP2 { ctls_speak_http2(context) }
    guard let session = SSL_new(context) else { return nil }
    SSL_set_fd(session, wire.descriptor)
    guard SSL_accept(session) == 1 else {
      SSL_free(session)
      return nil
    }
    return TLSWire(session: session, socket: wire)
  }

  /// Reads a request to a proxy, such as "CONNECT example.org:443", and accepts it for any host.
  private func connect(_ wire: SocketWire) -> Bool {
    var head: [UInt8] = []
    while !head.suffix(4).elementsEqual("\r\n\r\n".utf8) {
      let bytes = wire.read()
      guard !bytes.isEmpty, head.count < 1 << 14 else { return false }
      head += bytes
    }
    guard head.starts(with: "CONNECT ".utf8) else { return false }
    return wire.write(Array("HTTP/1.1 200 Connected\r\n\r\n".utf8))
  }
}

/// A connection with TLS, used by one thread.
private final class TLSWire: Wire {
  private let session: OpaquePointer
  private let socket: SocketWire

  init(session: OpaquePointer, socket: SocketWire) {
    self.session = session
    self.socket = socket
  }

  deinit { SSL_free(session) }

  func read() -> [UInt8] {
    var buffer = [UInt8](repeating: 0, count: 1 << 14)
    let count = SSL_read(session, &buffer, CInt(buffer.count))
    return count > 0 ? Array(buffer[..<Int(count)]) : []
  }

  func write(_ bytes: [UInt8]) -> Bool {
    bytes.isEmpty || SSL_write(session, bytes, CInt(bytes.count)) > 0
  }

  func close() {
    SSL_shutdown(session)
    socket.close()
  }

  func reset() { socket.reset() }
}
