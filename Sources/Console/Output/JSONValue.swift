import Groundwork

/// A JSON value whose members keep their order. A dictionary literal is an object.
package indirect enum JSONValue: Equatable {
  case null
  case bool(Bool)
  case number(Int)
  case decimal(Double)
  case string(String)
  case array([JSONValue])
  case object([(key: String, value: JSONValue)])

  /// An object with more members at its end.
  func adding(_ other: JSONValue) -> JSONValue {
    guard case .object(let members) = self, case .object(let more) = other else { return self }
    return .object(members + more)
  }

  package static func == (left: JSONValue, right: JSONValue) -> Bool { left.line() == right.line() }

  /// The value in one line, with nothing in it that drives a terminal or hides from a reader; for a
  /// locale that has no more, in ASCII only.
  package func line(asciiOnly: Bool = false) -> String {
    var writer = JSONWriter(escaping: asciiOnly ? .beyondASCII : .unseen)
    write(to: &writer)
    return String(decoding: writer.bytes, as: UTF8.self)
  }

  private func write(to writer: inout JSONWriter) {
    switch self {
    case .null: writer.write(word: "null")
    case .bool(let isTrue): writer.write(word: isTrue ? "true" : "false")
    case .number(let number): writer.write(word: String(number))
    // JSON has no word for what is not finite.
    case .decimal(let number): writer.write(word: number.isFinite ? "\(number)" : "null")
    case .string(let text): writer.write(string: text)
    case .array(let elements): writer.write(array: elements) { $1.write(to: &$0) }
    case .object(let members):
      writer.write(object: members, named: \.key) { $1.value.write(to: &$0) }
    }
  }
}

/// What can stand in JSON as it is.
package protocol JSONConvertible {
  var json: JSONValue { get }
}

extension JSONValue: JSONConvertible, ExpressibleByDictionaryLiteral {
  package var json: JSONValue { self }

  package init(dictionaryLiteral members: (String, any JSONConvertible)...) {
    self = .object(members.map { (key: $0, value: $1.json) })
  }
}

extension String: JSONConvertible { package var json: JSONValue { .string(self) } }
extension Bool: JSONConvertible { package var json: JSONValue { .bool(self) } }
extension Int: JSONConvertible { package var json: JSONValue { .number(self) } }
extension Double: JSONConvertible { package var json: JSONValue { .decimal(self) } }

extension Array: JSONConvertible where Element: JSONConvertible {
  package var json: JSONValue { .array(map(\.json)) }
}

extension Optional: JSONConvertible where Wrapped: JSONConvertible {
  package var json: JSONValue { self?.json ?? .null }
}
