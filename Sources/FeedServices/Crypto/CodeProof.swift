internal import FeedDomain
internal import Groundwork

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
