internal import CCurl

extension TransportError {
  /// What libcurl's code means for us.
  init(_ code: CURLcode) {
    switch code {
    case CURLE_URL_MALFORMAT: self = .invalidRequest(.address)
    // A reply in no known version of HTTP is reported as an unsupported protocol, too; the
    // address's own scheme has been looked at before.
    case CURLE_UNSUPPORTED_PROTOCOL, CURLE_WEIRD_SERVER_REPLY, CURLE_BAD_CONTENT_ENCODING:
      self = .malformed
    case CURLE_COULDNT_RESOLVE_HOST: self = .nameNotFound
    case CURLE_COULDNT_RESOLVE_PROXY, CURLE_PROXY: self = .proxyFailed
    case CURLE_COULDNT_CONNECT, CURLE_INTERFACE_FAILED: self = .notConnected
    case CURLE_OPERATION_TIMEDOUT: self = .timedOut
    case CURLE_PEER_FAILED_VERIFICATION, CURLE_SSL_CACERT_BADFILE, CURLE_SSL_ISSUER_ERROR,
      CURLE_SSL_INVALIDCERTSTATUS:
      self = .untrusted(.certificate)
    case CURLE_SSL_CONNECT_ERROR, CURLE_SSL_CIPHER, CURLE_SSL_CERTPROBLEM,
      CURLE_SSL_ENGINE_INITFAILED, CURLE_USE_SSL_FAILED:
      self = .untrusted(.handshake)
    case CURLE_READ_ERROR: self = .invalidRequest(.file)
    case CURLE_TOO_MANY_REDIRECTS: self = .badRedirect
    // Reset, truncated, never answered, ended within a frame: the line broke in one way or another.
    default: self = .cutShort
    }
  }
}
