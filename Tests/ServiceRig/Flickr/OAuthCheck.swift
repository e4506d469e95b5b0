internal import CTLS

/// The signature of a request by OAuth 1.0a, computed from the received bytes, independently of the
/// writer under test.
struct OAuthCheck {
  /// The fields of the request's OAuth header.
  let fields: [String: String]
  private let base: String

  /// Parses the OAuth header of a request; nil without one.
  init?(_ request: RecordedRequest, at origin: String) {
    guard let header = request.header("Authorization"), header.hasPrefix("OAuth ") else {
      return nil
    }
    let items = header.dropFirst(6).split(separator: ",").map { item in
      item.drop { $0 == " " }.filter { $0 != "\"" }
    }
    let fields = WebForm.decoded(items.joined(separator: "&"))
    self.fields = fields
    let signed = fields.filter { $0.key != "oauth_signature" }
    let pairs = (Array(signed) + Array(request.query) + Self.said(in: request)).map { name, value in
      (Self.encoded(name), Self.encoded(value))
    }
    let sorted = pairs.sorted { ($0.0, $0.1) < ($1.0, $1.1) }.map { "\($0.0)=\($0.1)" }
    base = [request.method, origin + request.path, sorted.joined(separator: "&")]
      .map(Self.encoded).joined(separator: "&")
  }

  /// Returns true if the request's signature was made with the secrets of the application and the
  /// token.
  func isSigned(with consumer: String, _ token: String) -> Bool {
    fields["oauth_signature_method"] == "HMAC-SHA1" && fields["oauth_version"] == "1.0"
      && fields["oauth_signature"]
        == Self.signature(of: base, key: "\(Self.encoded(consumer))&\(Self.encoded(token))")
  }

  /// Returns the signed fields of a request's form, URL-encoded or multipart; a file in the form is
  /// not signed.
  private static func said(in request: RecordedRequest) -> [(key: String, value: String)] {
    let parts = request.parts
    guard !parts.isEmpty else { return Array(request.form) }
    return parts.filter { $0.key != "photo" }.map {
      ($0.key, String(decoding: $0.value, as: UTF8.self))
    }
  }

  private static func signature(of text: String, key: String) -> String {
    let (key, bytes) = (Array(key.utf8), Array(text.utf8))
    var digest = [UInt8](repeating: 0, count: 20)
    var count: CUnsignedInt = 0
    HMAC(EVP_sha1(), key, CInt(key.count), bytes, bytes.count, &digest, &count)
    var encoded = [UInt8](repeating: 0, count: 29)
    EVP_EncodeBlock(&encoded, digest, 20)
    return String(decoding: encoded.prefix(28), as: UTF8.self)
  }

  private static func encoded(_ text: String) -> String {
    text.utf8.reduce(into: "") { encoded, byte in
      switch byte {
      case 0x30...0x39, 0x41...0x5a, 0x61...0x7a, 0x2d, 0x2e, 0x5f, 0x7e:
        encoded.unicodeScalars.append(Unicode.Scalar(byte))
      default:
        let digits = String(byte, radix: 16, uppercase: true)
        encoded += byte < 0x10 ? "%0\(digits)" : "%\(digits)"
      }
    }
  }
}
