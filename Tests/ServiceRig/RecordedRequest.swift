/// A request as it came over the wire.
public struct RecordedRequest: Equatable, Sendable {
  /// The method, as "GET".
  public let method: String
  /// The path with the query.
  public let target: String
  /// The header lines, in order.
  public let headers: [(name: String, value: String)]
  /// The body, with chunks put together.
  public let body: [UInt8]
  /// Which connection it came on, counted from 1.
  public let connection: Int

  /// The path, without the query.
  public var path: String { String(target.prefix { $0 != "?" }) }

  /// The query, decoded; the last one counts where a name comes twice.
  public var query: [String: String] {
    WebForm.decoded(String(target.drop { $0 != "?" }.dropFirst()))
  }

  /// Whether the body is JSON.
  public var isJSON: Bool { header("Content-Type")?.hasPrefix("application/json") == true }

  /// The fields of a web form in the body, decoded; of JSON, under the names that a form has for them.
  public var form: [String: String] { isJSON ? json.fields : WebForm.decoded(text) }

  /// The body as text.
  public var text: String { String(decoding: body, as: UTF8.self) }

  /// The value of the first header of that name, whatever its case.
  public func header(_ name: String) -> String? {
    headers.first { $0.name.lowercased() == name.lowercased() }?.value
  }

  /// Equal where everything but the connection is.
  public static func == (left: RecordedRequest, right: RecordedRequest) -> Bool {
    left.method == right.method && left.target == right.target && left.body == right.body
      && left.headers.elementsEqual(right.headers, by: ==)
  }
}
