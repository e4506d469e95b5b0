/// An HTTP request as a server of the tests received it.
public struct RecordedRequest: Equatable, Sendable {
  /// The HTTP method of the request, such as "GET".
  public let method: String
  /// The path and query of the request.
  public let target: String
  /// The header lines of the request, in order.
  public let headers: [(name: String, value: String)]
  /// The body of the request, with its chunks joined.
  public let body: [UInt8]
  /// The number of the connection on which the request arrived, counted from 1.
  public let connection: Int

  public var path: String { String(target.prefix { $0 != "?" }) }

  /// The decoded items of the request's query by name; of several with one name, the last.
  public var query: [String: String] {
    WebForm.decoded(String(target.drop { $0 != "?" }.dropFirst()))
  }

  /// True if the request's headers say that its body is JSON.
  public var isJSON: Bool { header("Content-Type")?.hasPrefix("application/json") == true }

  /// The fields of the form in the body, decoded; of JSON, under the names that a form has for
  /// them.
  public var form: [String: String] { isJSON ? json.fields : WebForm.decoded(text) }

  /// The body of the request as text.
  public var text: String { String(decoding: body, as: UTF8.self) }

  /// Returns the value of the first header with a name in any case; nil without one.
  public func header(_ name: String) -> String? {
    headers.first { $0.name.lowercased() == name.lowercased() }?.value
  }

  /// Returns true if two requests are equal, on any connections.
  public static func == (left: RecordedRequest, right: RecordedRequest) -> Bool {
    left.method == right.method && left.target == right.target && left.body == right.body
      && left.headers.elementsEqual(right.headers, by: ==)
  }
}
