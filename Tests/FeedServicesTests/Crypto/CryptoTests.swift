import FeedDomain
import Testing

@testable import FeedServices

/// Against the published vectors.
@Suite struct CryptoTests {
  @Test func `a message digest equals the SHA-256 test vectors`() {
    let digest = MessageDigest.sha256(Array("abc".utf8))

    #expect(
      digest.map(hex) == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad")
    #expect(
      MessageDigest.sha256([]).map(hex)
        == "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855")
  }

  @Test func `a keyed digest equals the HMAC-SHA1 test vector`() {
    let digest = MessageDigest.hmacSHA1(
      of: Array("what do ya want for nothing?".utf8), key: Array("Jefe".utf8))

    #expect(digest.map(hex) == "effcdf6ae5eb2fa2d27416d5f184df9c259a7c79")
  }

  @Test(arguments: [
    ("dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk", "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM"),
    (
      "invented-verifier-0123456789-ABCDEFGHIJKLMNOPQ",
      "jpg_oamGraZ09VXW11lozvXqBKuUZCFUsyYUNeP31W4"
    ),
  ])
  func `a PKCE challenge is derived from its verifier`(verifier: String, challenge: String) {
    #expect(PKCECodeVerifier(verifier: verifier).challenge == challenge)
  }

  @Test func `two PKCE verifiers differ, and are hidden in descriptions`() {
    let (first, second) = (PKCECodeVerifier(), PKCECodeVerifier())

    #expect(first != second)
    #expect(first.verifier.revealed.utf8.count == 43)
    #expect(!"\(first)".contains(first.verifier.revealed))
  }

  @Test func `a signing key is restored from its secret, and two new keys differ`() throws {
    let key = try #require(SigningKey())

    #expect(SigningKey(key.secret).publicKey == key.publicKey)
    #expect(key.publicKey?.x.count == 32)
    #expect(SigningKey()?.publicKey != key.publicKey)
    #expect(key.signature(of: [1])?.count == 64)
    #expect(!"\(key)".contains(key.secret.revealed))
  }

  @Test(arguments: ["", "x", "AAAA", "not base64!"])
  func `an invalid signing key has no public key and signs nothing`(text: String) {
    let key = SigningKey(Secret(text))

    #expect(key.publicKey == nil)
    #expect(key.signature(of: [1]) == nil)
  }

  private func hex(_ bytes: [UInt8]) -> String {
    bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
  }
}
