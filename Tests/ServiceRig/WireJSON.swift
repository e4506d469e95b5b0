/// JSON as a pretend service parses and writes it, independent of the code under test.
public indirect enum WireJSON: Hashable, Sendable {
  case null
  case bool(Bool)
  /// A kind of JSON value: a whole number.
  case number(Int)
  case string(String)
  case array([WireJSON])
  case object([String: WireJSON])

  /// Returns the member of a JSON object with a name; `null` for other JSON values.
  public subscript(name: String) -> WireJSON {
    guard case .object(let members) = self else { return .null }
    return members[name] ?? .null
  }

  /// The text of a JSON string; empty for other JSON values.
  public var text: String {
    guard case .string(let text) = self else { return "" }
    return text
  }

  /// The elements of a JSON array; empty for other JSON values.
  public var elements: [WireJSON] {
    guard case .array(let elements) = self else { return [] }
    return elements
  }

  /// The members as fields of a form, with names such as "poll[options][]"; of several values with
  /// one name, the last.
  var fields: [String: String] {
    guard case .object(let members) = self else { return [:] }
    return members.reduce(into: [:]) { fields, member in member.value.add(to: &fields, member.key) }
  }

  private func add(to fields: inout [String: String], _ name: String) {
    switch self {
    case .null: break
    case .bool(let value): fields[name] = value ? "true" : "false"
    case .number(let value): fields[name] = String(value)
    case .string(let text): fields[name] = text
    case .array(let elements): for element in elements { element.add(to: &fields, "\(name)[]") }
    case .object(let members):
      for (member, value) in members { value.add(to: &fields, "\(name)[\(member)]") }
    }
  }

  /// The value as JSON text, with its names in order.
  public var encoded: String {
    switch self {
    case .null: "null"
    case .bool(let value): value ? "true" : "false"
    case .number(let value): String(value)
    case .string(let text): Self.quoted(text)
    case .array(let elements): "[\(elements.map(\.encoded).joined(separator: ","))]"
    case .object(let members):
      "{"
        + members.sorted { $0.key < $1.key }
        .map { "\(Self.quoted($0.key)):\($0.value.encoded)" }.joined(separator: ",") + "}"
    }
  }

  private static func quoted(_ text: String) -> String {
    let escaped = text.unicodeScalars.reduce(into: "") { escaped, scalar in
      switch scalar {
      case "\"", "\\": escaped += "\\\(scalar)"
      case "\n": escaped += "\\n"
      case _ where scalar.value < 0x20: escaped += " "
      default: escaped.unicodeScalars.append(scalar)
      }
    }
    return "\"\(escaped)\""
  }
}

extension WireJSON: ExpressibleByStringLiteral, ExpressibleByStringInterpolation,
  ExpressibleByBooleanLiteral, ExpressibleByIntegerLiteral, ExpressibleByArrayLiteral,
  ExpressibleByDictionaryLiteral, ExpressibleByNilLiteral
{
  public init(stringLiteral value: String) { self = .string(value) }
  public init(booleanLiteral value: Bool) { self = .bool(value) }
  public init(integerLiteral value: Int) { self = .number(value) }
  public init(arrayLiteral elements: WireJSON...) { self = .array(elements) }
  public init(dictionaryLiteral elements: (String, WireJSON)...) {
    self = .object(Dictionary(elements) { $1 })
  }
  public init(nilLiteral: ()) { self = .null }
}
