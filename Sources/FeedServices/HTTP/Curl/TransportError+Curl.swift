internal import CCurl
internal import FeedDomain

extension TransportError {
  /// What libcurl's code means for us, and OpenSSL's about the certificate.
  init(_ code: CURLcode, certificate: Int) {
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
    case CURLE_PEER_FAILED_VERIFICATION, CURLE_SSL_ISSUER_ERROR:
      // Nothing is wrong but whose it is, at which libcurl looks by itself.
      self = .untrusted(FeedError.Distrust(certificate: certificate) ?? .otherServer)
    case CURLE_SSL_CACERT_BADFILE: self = .untrusted(.noAuthorities)
    case CURLE_SSL_INVALIDCERTSTATUS: self = .untrusted(.revoked)
    case CURLE_SSL_CONNECT_ERROR, CURLE_SSL_CIPHER, CURLE_SSL_CERTPROBLEM,
      CURLE_SSL_ENGINE_INITFAILED, CURLE_USE_SSL_FAILED:
      self = .untrusted(FeedError.Distrust(certificate: certificate) ?? .handshake)
    case CURLE_READ_ERROR: self = .invalidRequest(.file)
    case CURLE_TOO_MANY_REDIRECTS: self = .badRedirect
    // Reset, truncated, never answered, ended within a frame: the line broke in one way or another.
    default: self = .cutShort
    }
  }

  /// The same where nothing of the request was sent: there was no connection.
  var beforeSending: TransportError {
    switch self {
    case .timedOut, .cutShort: .notConnected
    default: self
    }
  }
}

extension FeedError.Distrust {
  /// What OpenSSL says of a certificate, by the numbers of its X509_V_ERR; nil where it had nothing
  /// to say.
  fileprivate init?(certificate code: Int) {
    switch code {
    // All is well, and what libcurl writes there before anybody has looked.
    case 0, 1: return nil
    case 9: self = .notYetValid
    case 10: self = .expired
    case 23: self = .revoked
    case 62...64: self = .otherServer
    case 66...68: self = .weak
    default: self = .strangeIssuer
    }
  }
}
