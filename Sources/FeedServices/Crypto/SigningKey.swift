internal import CCrypto
internal import FeedDomain
internal import Groundwork

/// A key of one's own on the curve P-256, to sign with ("ES256", RFC 7518).
struct SigningKey: Equatable, Sendable {
  /// A point, which tells everybody whose signature it is.
  struct PublicHalf: Equatable, Sendable {
    let x: [UInt8]
    let y: [UInt8]
  }

  /// The key as it is kept.
  let secret: Secret

  /// A new one; nil where libcrypto is missing.
  init?() {
    var bytes = [UInt8](repeating: 0, count: Int(CCRYPTO_KEY_ROOM))
    let count = ccrypto_new_key(&bytes)
    guard count > 0 else { return nil }
    self.init(Secret(Base64.url(Array(bytes.prefix(count)))))
  }

  /// One that was kept, whatever it is worth: no library is loaded to find that out.
  init(_ secret: Secret) { self.secret = secret }

  /// Nil where the key is none, or libcrypto is missing.
  var publicHalf: PublicHalf? {
    var point = [UInt8](repeating: 0, count: 64)
    guard let bytes, ccrypto_public_half(bytes, bytes.count, &point) == 1 else { return nil }
    return PublicHalf(x: Array(point.prefix(32)), y: Array(point.suffix(32)))
  }

  /// What shows that the one who has the key said these bytes; nil where the key is none, or
  /// libcrypto is missing.
  func signature(of message: [UInt8]) -> [UInt8]? {
    var signature = [UInt8](repeating: 0, count: 64)
    guard let bytes,
      ccrypto_sign(bytes, bytes.count, message, message.count, &signature) == 1
    else { return nil }
    return signature
  }

  private var bytes: [UInt8]? { Base64.bytes(secret.revealed).flatMap { $0.isEmpty ? nil : $0 } }
}

/// What services want computed to sign in or to sign a call. Nil where libcrypto is missing.
enum MessageDigest {
  /// Whether libcrypto is installed and new enough; loads it.
  static var isAvailable: Bool { ccrypto_load() == 1 }

  static func sha256(_ bytes: [UInt8]) -> [UInt8]? {
    var digest = [UInt8](repeating: 0, count: 32)
    return ccrypto_sha256(bytes, bytes.count, &digest) == 1 ? digest : nil
  }

  /// A digest that only who has the key can make.
  static func hmacSHA1(of bytes: [UInt8], key: [UInt8]) -> [UInt8]? {
    var digest = [UInt8](repeating: 0, count: 20)
    return ccrypto_hmac_sha1(key, key.count, bytes, bytes.count, &digest) == 1 ? digest : nil
  }
}

/// What proves that the one who trades a code for a token is the one who asked for it (RFC 7636,
/// "PKCE"): the challenge goes along when asking, the verifier when trading.
struct CodeProof: Equatable, Sendable {
  let verifier: Secret

  /// A proof that nobody can guess: 256 bits from the system.
  init() {
    var generator = SystemRandomNumberGenerator()
    self.init(
      verifier: Base64.url((0..<32).map { _ in UInt8.random(in: .min ... .max, using: &generator) })
    )
  }

  init(verifier: String) { self.verifier = Secret(verifier) }

  /// Nil where libcrypto is missing; a service is then asked without a proof or not at all.
  var challenge: String? {
    MessageDigest.sha256(Array(verifier.revealed.utf8)).map(Base64.url)
  }
}
