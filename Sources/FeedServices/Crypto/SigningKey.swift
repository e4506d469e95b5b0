internal import CCrypto
internal import FeedDomain
internal import Groundwork

/// A private key on the elliptic curve P-256, which makes signatures of the kind "ES256".
struct SigningKey: Equatable, Sendable {
  struct PublicKey: Equatable, Sendable {
    let x: [UInt8]
    let y: [UInt8]
  }

  /// The text of the private key, as it is stored with an account's secrets.
  let secret: Secret

  init?() {
    var bytes = [UInt8](repeating: 0, count: Int(CCRYPTO_KEY_ROOM))
    let count = ccrypto_new_key(&bytes)
    guard count > 0 else { return nil }
    self.init(Secret(Base64.urlSafeBase64(Array(bytes.prefix(count)))))
  }

  /// Creates a signing key from its stored text, unchecked, as checking would load a library.
  init(_ secret: Secret) { self.secret = secret }

  /// The public key for the private key; nil if the private key is invalid or libcrypto is missing.
  var publicKey: PublicKey? {
    var point = [UInt8](repeating: 0, count: 64)
    guard let bytes, ccrypto_public_half(bytes, bytes.count, &point) == 1 else { return nil }
    return PublicKey(x: Array(point.prefix(32)), y: Array(point.suffix(32)))
  }

  /// Returns the private key's signature of a message; nil if the key is invalid or libcrypto
  /// missing.
  func signature(of message: [UInt8]) -> [UInt8]? {
    var signature = [UInt8](repeating: 0, count: 64)
    guard let bytes,
      ccrypto_sign(bytes, bytes.count, message, message.count, &signature) == 1
    else { return nil }
    return signature
  }

  private var bytes: [UInt8]? {
    Base64.decodedBytes(from: secret.revealed).flatMap { $0.isEmpty ? nil : $0 }
  }
}

/// A namespace for functions that hash bytes for sign-ins and signed calls; their results are nil
/// if libcrypto is not installed.
enum MessageDigest {
  static var isAvailable: Bool { ccrypto_load() == 1 }

  static func sha256(_ bytes: [UInt8]) -> [UInt8]? {
    var digest = [UInt8](repeating: 0, count: 32)
    return ccrypto_sha256(bytes, bytes.count, &digest) == 1 ? digest : nil
  }

  /// Returns a keyed digest (HMAC) of bytes with SHA-1; nil if libcrypto is not installed.
  static func hmacSHA1(of bytes: [UInt8], key: [UInt8]) -> [UInt8]? {
    var digest = [UInt8](repeating: 0, count: 20)
    return ccrypto_hmac_sha1(key, key.count, bytes, bytes.count, &digest) == 1 ? digest : nil
  }
}

/// A secret text by which a browser sign-in proves that it asked for the authorization code (RFC
/// 7636, "PKCE"): the hash of the text, the challenge, is sent with the request for the code, and
/// the text itself, the verifier, with the exchange of the code.
struct PKCECodeVerifier: Equatable, Sendable {
  let verifier: Secret

  init() {
    var generator = SystemRandomNumberGenerator()
    self.init(
      verifier: Base64.urlSafeBase64(
        (0..<32).map { _ in UInt8.random(in: .min ... .max, using: &generator) })
    )
  }

  init(verifier: String) { self.verifier = Secret(verifier) }

  /// The challenge of a browser sign-in, which is the hash of the verifier; nil if libcrypto is not
  /// installed, in which case the sign-in goes on without PKCE or fails.
  var challenge: String? {
    MessageDigest.sha256(Array(verifier.revealed.utf8)).map(Base64.urlSafeBase64)
  }
}
