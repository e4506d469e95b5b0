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
