internal import FeedDomain
internal import Groundwork

/// A request's signature after OAuth 1.0a, by HMAC-SHA1.
struct OAuthSignature: Sendable {
  let method: HTTPRequest.Method
  /// The address, without a query.
  let address: String
  /// Everything that is signed: what the protocol adds, and the fields of query and form.
  let parameters: [(String, String)]

  /// What is signed: method, address and parameters, each encoded, the parameters in order.
  var base: String {
    let pairs = parameters.map { (WebQuery.encoded($0.0), WebQuery.encoded($0.1)) }
    let sorted = pairs.sorted { ($0.0, $0.1) < ($1.0, $1.1) }
    let joined = sorted.map { "\($0.0)=\($0.1)" }.joined(separator: "&")
    return [method.rawValue, address, joined].map(WebQuery.encoded).joined(separator: "&")
  }

  /// Nil where libcrypto is missing.
  func text(consumer: Secret, token: Secret?) -> String? {
    let key = [consumer.revealed, token?.revealed ?? ""].map(WebQuery.encoded)
      .joined(separator: "&")
    return MessageDigest.hmacSHA1(of: Array(base.utf8), key: Array(key.utf8)).map(Base64.standard)
  }
}
