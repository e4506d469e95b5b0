internal import FeedDomain
internal import Groundwork

/// A set of rules for requests to Flickr: how they are signed, and which errors their replies
/// report with status 200.
struct FlickrRequestRules: ServiceRequestRules {
  let world: any World

  /// Signs a request to Flickr with an OAuth signature, or adds the application's key if there is
  /// no sign-in.
  func sign(_ request: inout HTTPRequest, with token: Secret) {
    guard let token = FlickrAccountSecret(token) else { return }
    guard let tokenGrant = token.tokenGrant else {
      let field: WebAddressQuery = ["api_key": token.key]
      request.url += (request.url.contains("?") ? "&" : "?") + field.text
      return
    }
    let signer = OAuthSigner(
      key: token.key, consumer: tokenGrant.consumer, token: tokenGrant.token,
      tokenSecret: tokenGrant.secret)
    signer.signRequest(&request, nonce: world.randomKey(), at: world.now)
  }

  func missingLibrary(for token: Secret) -> SystemLibrary? {
    FlickrAccountSecret(token)?.tokenGrant != nil && !MessageDigest.isAvailable ? .crypto : nil
  }

  /// Returns the account's request limit after a call, which is counted against Flickr's limit per
  /// hour, since replies do not report the limit.
  func updatedRequestQuota(
    after reply: HTTPReply, to request: HTTPRequest, before: RequestQuota?, now: Timestamp
  ) -> RequestQuota? {
    RequestQuota(counting: before, of: 3600, at: now)
  }

  /// Returns the error in a Flickr reply if its code means the same for every method; nil
  /// otherwise, as the caller of the method translates other codes.
  func serviceSpecificError(in reply: HTTPReply) -> FeedError? {
    guard reply.status == 200 else { return nil }
    return FlickrFailure(reply)?.sharedError
  }
}

struct FlickrFailure: Equatable, Sendable {
  let code: Int
  let message: String?

  init?(_ xml: XMLElement) {
    guard xml["stat"] == "fail" else { return nil }
    let error = xml.firstChild("err")
    code = error?["code"].flatMap { Int($0) } ?? 0
    message = error?["msg"].map { String($0.prefix(500)) }
  }

  init?(_ json: JSON) {
    guard json["stat"] == "fail" else { return nil }
    code = json["code"].int ?? 0
    message = json["message"].nonBlankText.map { String($0.prefix(500)) }
  }

  /// Creates the error of a Flickr reply; nil if the reply is no error, or is longer than 4 KB, as
  /// errors are short.
  init?(_ reply: HTTPReply) {
    guard reply.body.count < 4096, let json = try? JSON(reply.body) else { return nil }
    self.init(json)
  }

  /// The program's error for a Flickr error code that means the same for every method; nil for
  /// other codes.
  var sharedError: FeedError? {
    switch code {
    case 98, 99, 100: .signedOut
    case 105, 106: .serverFailed(503)
    case 90...: .refused(message)
    default: nil
    }
  }

  func feedError(of method: FlickrMethodCall) -> FeedError {
    switch code {
    case 1 where method.code1MeansMissing: .notFound
    // Flickr's search is down.
    case 10: .serverFailed(503)
    default: .refused(message)
    }
  }
}

/// A set of rules for requests of a sign-in to Flickr, whose replies report errors as form fields.
struct FlickrSignInRequestRules: ServiceRequestRules {
  func serviceSpecificError(in reply: HTTPReply) -> FeedError? {
    guard [400, 401].contains(reply.status),
      let problem = FormEncodedReply(reply).fields["oauth_problem"]
    else { return nil }
    return switch problem {
    // The clock is wrong, or a nonce was repeated; the message tells which.
    case "timestamp_refused", "nonce_used": .refused(problem)
    default: .invalidCredentials
    }
  }
}

/// A signer of HTTP requests by OAuth 1.0a: with an application's key and secret, and with a
/// person's token if there is one.
struct OAuthSigner: Sendable {
  let key: String
  let consumer: Secret
  var token: String?
  var tokenSecret: Secret?

  func signRequest(
    _ request: inout HTTPRequest, extra: [(String, String)] = [], nonce: String, at now: Timestamp
  ) {
    let parts = request.url.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
    var protocolFields = [
      ("oauth_consumer_key", key), ("oauth_nonce", nonce),
      ("oauth_signature_method", "HMAC-SHA1"),
      ("oauth_timestamp", String(now.milliseconds / 1000)), ("oauth_version", "1.0"),
    ]
    if let token { protocolFields.append(("oauth_token", token)) }
    protocolFields += extra
    var fields = parts.count > 1 ? Self.queryFields(of: parts[1]) : []
    switch request.body {
    case .form(let form): fields += form
    case .multipart(let parts):
      // File contents are not signed.
      fields += parts.compactMap { part in
        if case .text(let text) = part.content { (part.name, text) } else { nil }
      }
    case .none, .bytes, .file: break
    }
    let signature = OAuthSignatureParts(
      method: request.method, address: String(parts[0]), parameters: protocolFields + fields)
    guard let text = signature.base64Signature(consumer: consumer, token: tokenSecret) else {
      return
    }
    protocolFields.append(("oauth_signature", text))
    let header = protocolFields.map { "\($0.0)=\"\(WebAddressQuery.percentEncoded($0.1))\"" }
    request.headers["Authorization"] = "OAuth \(header.joined(separator: ", "))"
  }

  private static func queryFields(of query: Substring) -> [(String, String)] {
    query.split(separator: "&").map { item in
      let pair = item.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      return (
        WebAddressQuery.percentDecoded(String(pair[0])),
        pair.count > 1 ? WebAddressQuery.percentDecoded(String(pair[1])) : ""
      )
    }
  }
}

/// A set of the parts of an HTTP request that its OAuth 1.0a signature (HMAC-SHA1) covers.
struct OAuthSignatureParts: Sendable {
  let method: HTTPRequest.HTTPMethod
  let address: String
  /// The parameters that the OAuth signature covers: OAuth's own, and the fields of the query and
  /// of a form body.
  let parameters: [(String, String)]

  /// The text that an OAuth signature covers: method, address and sorted parameters, each encoded.
  var base: String {
    let pairs = parameters.map {
      (WebAddressQuery.percentEncoded($0.0), WebAddressQuery.percentEncoded($0.1))
    }
    let sorted = pairs.sorted { ($0.0, $0.1) < ($1.0, $1.1) }
    let joined = sorted.map { "\($0.0)=\($0.1)" }.joined(separator: "&")
    return [method.rawValue, address, joined].map(WebAddressQuery.percentEncoded).joined(
      separator: "&")
  }

  /// Returns the OAuth signature of a request as Base64 text; nil if libcrypto is missing.
  func base64Signature(consumer: Secret, token: Secret?) -> String? {
    let key = [consumer.revealed, token?.revealed ?? ""].map(WebAddressQuery.percentEncoded)
      .joined(separator: "&")
    return MessageDigest.hmacSHA1(of: Array(base.utf8), key: Array(key.utf8)).map(
      Base64.standardBase64)
  }
}
