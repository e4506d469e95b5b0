internal import CTLS

/// A proof that a request comes from the holder of its token (RFC 9449), parsed from the received
/// bytes, independently of the writer under test.
struct HolderCheck {
  /// The public key that verifies the signature of the proof of possession.
  let key: WireJSON
  let claims: WireJSON

  /// Parses and checks the proof of a request; nil without a proof, or if it is not signed by its
  /// key.
  init?(_ request: RecordedRequest) {
    let parts = request.header("DPoP")?.split(separator: ".").map(String.init) ?? []
    let read = parts.compactMap { WireBase64.decoded($0) }
    guard parts.count == 3, read.count == 3 else { return nil }
    let header = WireJSONReader.read(read[0])
    guard header["typ"].text == "dpop+jwt", header["alg"].text == "ES256",
      header["jwk"]["kty"].text == "EC", header["jwk"]["crv"].text == "P-256",
      header["jwk"]["d"] == .null, let x = WireBase64.decoded(header["jwk"]["x"].text),
      let y = WireBase64.decoded(header["jwk"]["y"].text), x.count == 32, y.count == 32,
      Self.isSigned(Array("\(parts[0]).\(parts[1])".utf8), read[2], byPoint: x + y)
    else { return nil }
    key = header["jwk"]
    claims = WireJSONReader.read(read[1])
  }

  /// Returns true if the proof was made for a request to a server, and for a token.
  func fits(_ request: RecordedRequest, at origin: String, token: String? = nil) -> Bool {
    claims["htm"].text == request.method && claims["htu"].text == origin + request.path
      && !claims["jti"].text.isEmpty
      && claims["ath"].text == (token.map { WireBase64.digest(of: Array($0.utf8)) } ?? "")
  }

  private static func isSigned(
    _ message: [UInt8], _ signature: [UInt8], byPoint point: [UInt8]
  ) -> Bool {
    guard signature.count == 64 else { return false }
    // What says that the point is one on P-256, before the point itself.
    let names: [UInt8] = [
      0x30, 0x59, 0x30, 0x13, 0x06, 0x07, 0x2a, 0x86, 0x48, 0xce, 0x3d, 0x02, 0x01, 0x06, 0x08,
      0x2a, 0x86, 0x48, 0xce, 0x3d, 0x03, 0x01, 0x07, 0x03, 0x42, 0x00, 0x04,
    ]
    let encoded = names + point
    let pair = ECDSA_SIG_new()
    defer { ECDSA_SIG_free(pair) }
    ECDSA_SIG_set0(
      pair, BN_bin2bn(signature, 32, nil), BN_bin2bn(Array(signature.suffix(32)), 32, nil))
    var written: UnsafeMutablePointer<UInt8>?
    let length = i2d_ECDSA_SIG(pair, &written)
    defer { ctls_free(written) }
    return encoded.withUnsafeBufferPointer { bytes in
      var start = bytes.baseAddress
      guard let known = d2i_PUBKEY(nil, &start, bytes.count) else { return false }
      let checker = EVP_MD_CTX_new()
      defer {
        EVP_MD_CTX_free(checker)
        EVP_PKEY_free(known)
      }
      return EVP_DigestVerifyInit(checker, nil, EVP_sha256(), nil, known) == 1
        && EVP_DigestVerify(checker, written, Int(length), message, message.count) == 1
    }
  }
}
