import Groundwork

/// A JSON value whose members keep their order.
package indirect enum JSONValue: Equatable {
  case null
  case bool(Bool)
  case number(Int)
  case decimal(Double)
  case string(String)
  case array([JSONValue])
  case object(KeyValuePairs<String, JSONValue>)
  /// The members of one object, and after them those of another.
  case joined(JSONValue, JSONValue)

  static func optional(_ text: String?) -> JSONValue { text.map(JSONValue.string) ?? .null }

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
    case .joined(let one, let other):
      writer.write(object: one.members + other.members, named: \.key) { $1.value.write(to: &$0) }
    }
  }

  private var members: [(key: String, value: JSONValue)] {
    switch self {
    case .object(let members): members.map { (key: $0.key, value: $0.value) }
    case .joined(let one, let other): one.members + other.members
    default: []
    }
  }
}
