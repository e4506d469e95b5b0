internal import FeedDomain
internal import Groundwork
internal import Threads

/// Shows with every request that it comes from whom the token was given to, so that nobody else can
/// use it (RFC 9449, "DPoP").
final class HolderProof: Sendable {
  private let world: any World
  /// What the server wants to see in the next proof; nil until it says so.
  private let nonce = Guarded<String?>(nil)

  init(world: any World) { self.world = world }

  /// Adds a proof to a request that is sent with that token; nothing where there can be
  /// none.
  func add(to request: inout HTTPRequest, key: SigningKey, token: Secret? = nil) {
    guard let point = key.publicHalf else { return }
    let nonce = nonce.withLock { $0 }
    let digest = token.flatMap { MessageDigest.sha256(Array($0.revealed.utf8)) }
    let optional: [(String, String?)] = [("nonce", nonce), ("ath", digest.map(Base64.url))]
    let claims: [JSON.Member] = [
      .init(name: "jti", value: .string(world.randomKey())),
      .init(name: "htm", value: .string(request.method.rawValue)),
      .init(name: "htu", value: .string(String(request.url.prefix { !"?#".contains($0) }))),
      .init(name: "iat", value: .number(String(world.now.milliseconds / 1000))),
    ]
    let told = optional.compactMap { name, value in
      value.map { JSON.Member(name: name, value: .string($0)) }
    }
    let header: JSON = [
      "typ": "dpop+jwt", "alg": "ES256",
      "jwk": [
        "kty": "EC", "crv": "P-256", "x": .string(Base64.url(point.x)),
        "y": .string(Base64.url(point.y)),
      ],
    ]
    let signed = [header, .object(claims + told)].map { Base64.url($0.encoded()) }
      .joined(separator: ".")
    guard let signature = key.signature(of: Array(signed.utf8)) else { return }
    request.headers["DPoP"] = "\(signed).\(Base64.url(signature))"
  }

  /// Notes what the server wants to see in the next proof; returns whether it refused this one for
  /// want of that.
  func isWanted(anew reply: HTTPReply) -> Bool {
    guard let fresh = reply.headers["DPoP-Nonce"], (1...512).contains(fresh.utf8.count) else {
      return false
    }
    nonce.withLock { $0 = fresh }
    guard [400, 401].contains(reply.status) else { return false }
    let says = reply.headers["WWW-Authenticate"] ?? ""
    return reply.errorName == "use_dpop_nonce" || says.contains("use_dpop_nonce")
  }
}
