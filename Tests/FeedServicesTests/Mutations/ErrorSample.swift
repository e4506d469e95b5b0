@testable import FeedServices

/// One of the ways in which servers say no.
struct ErrorSample: Sendable {
  let name: String
  let status: Int
  let headers: HTTPHeaders
  let body: JSON

  /// Those that lie beside a service's other samples, as "Mastodon/errors".
  static func all(_ file: String) throws -> [ErrorSample] {
    try ServiceSample.json(file).array.map { sample in
      ErrorSample(
        name: sample["name"].string ?? "", status: sample["status"].int ?? 0,
        headers: HTTPHeaders(
          sample["headers"].members.map {
            HTTPHeaders.HeaderLine(name: $0.name, value: $0.value.string ?? "")
          }), body: sample["body"])
    }
  }

  /// As it comes over the wire: a page for people stands there as a string.
  var reply: HTTPReply {
    HTTPReply(
      status: status, headers: headers,
      body: body.string.map { Array($0.utf8) } ?? body.encodedBytes())
  }

  /// The same with something else in its body.
  func reply(_ body: JSON) -> HTTPReply {
    HTTPReply(status: status, headers: headers, body: body.encodedBytes())
  }
}
