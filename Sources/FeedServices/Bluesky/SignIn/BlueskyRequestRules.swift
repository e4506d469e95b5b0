internal import FeedDomain
internal import Groundwork
internal import Threads

/// A set of rules for requests to Bluesky servers: how they are signed, and how errors are
/// translated, which Bluesky names more exactly than the HTTP status does.
struct BlueskyRequestRules: ServiceRequestRules {
  /// The generator of signatures for Bluesky requests with tokens of a browser sign-in; nil for
  /// servers that are asked without an account.
  private let proof: DPoPProofSigner?

  init(world: (any World)? = nil) { proof = world.map { DPoPProofSigner(world: $0) } }

  func sign(_ request: inout HTTPRequest, with token: Secret) {
    guard let session = BlueskyAccountSecret(token) else { return }
    if let oauth = session.oauth, let proof {
      request.headers["Authorization"] = "DPoP \(session.access.revealed)"
      proof.addDPoPProof(to: &request, key: oauth.key, token: session.access)
    } else {
      request.headers["Authorization"] = "Bearer \(session.access.revealed)"
    }
  }

  func missingLibrary(for token: Secret) -> SystemLibrary? {
    let isSigned = proof != nil && BlueskyAccountSecret(token)?.oauth != nil
    return isSigned && !MessageDigest.isAvailable ? .crypto : nil
  }

  func needsNewSignature(after reply: HTTPReply) -> Bool {
    proof?.storeNonceAndCheckDemand(in: reply) == true
  }

  func canSignWithoutExchanging(_ token: Secret) -> Bool {
    BlueskyPasswordFromCommand(token) == nil || BlueskyAccountSecret(token) != nil
  }

  /// Returns true if a reply of Bluesky says that the access token expired, often with status 400.
  func reportsExpiredToken(_ reply: HTTPReply) -> Bool {
    switch (reply.status, reply.errorName) {
    case (400, "ExpiredToken"?): true
    case (400, "InvalidToken"?): !reply.deniesMethod
    case (401, let name): !Self.namesOfClosedAccounts.contains(name ?? "")
    default: false
    }
  }

  func serviceSpecificError(in reply: HTTPReply) -> FeedError? {
    switch (reply.status, reply.errorName) {
    case (400, "ExpiredToken"?): .signedOut
    case (400, "InvalidToken"?): reply.deniesMethod ? .refused(reply.serviceMessage) : .signedOut
    case (400, let name?) where Self.errorNamesForNotFound.contains(name): .notFound
    // A missing person has no error name of its own.
    case (400, "InvalidRequest"?) where reply.serviceMessage == "Profile not found": .notFound
    case (401, let name?) where Self.namesOfClosedAccounts.contains(name):
      .refused(reply.serviceMessage)
    // A missing method is not temporary.
    case (501, _): .notFound
    default: nil
    }
  }

  private static let errorNamesForNotFound: Set<String> = [
    "NotFound", "RecordNotFound", "HandleNotFound", "UnknownFeed", "UnknownList",
    "XRPCNotSupported",
  ]

  private static let namesOfClosedAccounts: Set<String> = [
    "AccountTakedown", "AccountDeactivated", "AccountSuspended",
  ]
}

extension HTTPReply {
  var errorName: String? {
    guard !isSuccess, let json = try? JSON(body) else { return nil }  // An error page is not JSON.
    return json["error"].nonEmptyString
  }

  /// True if Bluesky's reply says that the app password does not permit the called method.
  fileprivate var deniesMethod: Bool { serviceMessage?.hasPrefix("Bad token ") == true }
}

/// A set of rules for requests to Bluesky's authorization servers: they are signed with the key
/// alone, and errors are translated.
struct BlueskyAuthServerRequestRules: ServiceRequestRules {
  private let proof: DPoPProofSigner

  init(world: any World) { proof = DPoPProofSigner(world: world) }

  func sign(_ request: inout HTTPRequest, with token: Secret) {
    proof.addDPoPProof(to: &request, key: SigningKey(token))
  }

  func missingLibrary(for token: Secret) -> SystemLibrary? {
    MessageDigest.isAvailable ? nil : .crypto
  }

  func needsNewSignature(after reply: HTTPReply) -> Bool {
    proof.storeNonceAndCheckDemand(in: reply)
  }

  func reportsExpiredToken(_ reply: HTTPReply) -> Bool { false }

  func serviceSpecificError(in reply: HTTPReply) -> FeedError? {
    switch (reply.status, reply.errorName) {
    // The code or token has expired, was used before, or belongs to another account.
    case (400, "invalid_grant"?), (401, "invalid_grant"?): .invalidCredentials
    case (401, _?): .refused(reply.serviceMessage)
    default: nil
    }
  }
}

/// A set of rules for requests during a sign-in to Bluesky, which translates errors, and records
/// whether the server asks for a mailed code.
final class BlueskyPasswordSignInRequestRules: ServiceRequestRules {
  private let codeMessage = LockedValue<String?>(nil)

  /// The Bluesky server's message that asks for a mailed sign-in code; nil if no code is wanted.
  var codeRequest: String? { codeMessage.withLock { $0 } }

  func serviceSpecificError(in reply: HTTPReply) -> FeedError? {
    // The status of this error is not documented.
    if reply.errorName == "AuthFactorTokenRequired" {
      codeMessage.withLock { $0 = reply.serviceMessage ?? "" }
      return .invalidCredentials
    }
    let serviceSpecificError = BlueskyRequestRules().serviceSpecificError(in: reply)
    if serviceSpecificError == nil, reply.status == 401 { return .invalidCredentials }
    return serviceSpecificError
  }

  func sign(_ request: inout HTTPRequest, with token: Secret) {}
}

/// A generator of proofs of possession for Bluesky requests (RFC 9449, "DPoP"), signatures that
/// make a stolen token useless without the key.
final class DPoPProofSigner: Sendable {
  private let world: any World
  /// The random text (nonce) that the next proof of possession for Bluesky must contain; nil until
  /// the server sends one.
  private let nonce = LockedValue<String?>(nil)

  init(world: any World) { self.world = world }

  /// Adds a proof of possession to the headers of a Bluesky request; `token` is the access token in
  /// the request, nil for a request without one.
  func addDPoPProof(to request: inout HTTPRequest, key: SigningKey, token: Secret? = nil) {
    guard let point = key.publicKey else { return }
    let nonce = nonce.withLock { $0 }
    let digest = token.flatMap { MessageDigest.sha256(Array($0.revealed.utf8)) }
    let claims = JSON.object(withoutNulls: [
      "jti": .string(world.randomKey()), "htm": .string(request.method.rawValue),
      "htu": .string(String(request.url.prefix { !"?#".contains($0) })),
      "iat": .number(String(world.now.milliseconds / 1000)), "nonce": JSON(text: nonce),
      "ath": JSON(text: digest.map(Base64.urlSafeBase64)),
    ])
    let header: JSON = [
      "typ": "dpop+jwt", "alg": "ES256",
      "jwk": [
        "kty": "EC", "crv": "P-256", "x": .string(Base64.urlSafeBase64(point.x)),
        "y": .string(Base64.urlSafeBase64(point.y)),
      ],
    ]
    let signed = [header, claims].map { Base64.urlSafeBase64($0.encodedBytes()) }
      .joined(separator: ".")
    guard let signature = key.signature(of: Array(signed.utf8)) else { return }
    request.headers["DPoP"] = "\(signed).\(Base64.urlSafeBase64(signature))"
  }

  /// Stores the nonce in a Bluesky server's reply for later proofs of possession; returns true if
  /// the request must be repeated with the nonce.
  func storeNonceAndCheckDemand(in reply: HTTPReply) -> Bool {
    guard let fresh = reply.headers["DPoP-Nonce"], (1...512).contains(fresh.utf8.count) else {
      return false
    }
    nonce.withLock { $0 = fresh }
    guard [400, 401].contains(reply.status) else { return false }
    let says = reply.headers["WWW-Authenticate"] ?? ""
    return reply.errorName == "use_dpop_nonce" || says.contains("use_dpop_nonce")
  }
}
