internal import FeedDomain

/// Signs requests with an application's key and secret, and the token it was given where it has one.
struct OAuthSigner: Sendable {
  let key: String
  let consumer: Secret
  var token: String?
  var tokenSecret: Secret?

  /// Puts the signature into a header of the request. The extra parameters go along there.
  ///
  /// Belongs after `MessageDigest.isAvailable`: without libcrypto the request stays unsigned.
  func sign(
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
    var fields = parts.count > 1 ? Self.fields(of: parts[1]) : []
    switch request.body {
    case .form(let form): fields += form
    case .multipart(let parts):
      // What is in a file is not signed.
      fields += parts.compactMap { part in
        if case .text(let text) = part.content { (part.name, text) } else { nil }
      }
    case .none, .bytes, .file: break
    }
    let signature = OAuthSignature(
      method: request.method, address: String(parts[0]), parameters: protocolFields + fields)
    guard let text = signature.text(consumer: consumer, token: tokenSecret) else { return }
    protocolFields.append(("oauth_signature", text))
    let header = protocolFields.map { "\($0.0)=\"\(WebQuery.encoded($0.1))\"" }
    request.headers["Authorization"] = "OAuth \(header.joined(separator: ", "))"
  }

  private static func fields(of query: Substring) -> [(String, String)] {
    query.split(separator: "&").map { item in
      let pair = item.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      return (
        WebQuery.decoded(String(pair[0])), pair.count > 1 ? WebQuery.decoded(String(pair[1])) : ""
      )
    }
  }
}
