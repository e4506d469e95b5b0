/// JSON as a pretend service reads and writes it; apart from the reader that is under test.
public indirect enum WireJSON: Hashable, Sendable {
  /// Nothing.
  case null
  /// Yes or no.
  case bool(Bool)
  /// A whole number.
  case number(Int)
  /// A text.
  case string(String)
  /// Values in order.
  case array([WireJSON])
  /// Values under names.
  case object([String: WireJSON])

  /// A member of an object; else nothing.
  public subscript(name: String) -> WireJSON {
    guard case .object(let members) = self else { return .null }
    return members[name] ?? .null
  }

  /// The text; empty where it is none.
  public var text: String {
    guard case .string(let text) = self else { return "" }
    return text
  }

  /// The values; none where it is no array.
  public var elements: [WireJSON] {
    guard case .array(let elements) = self else { return [] }
    return elements
  }

  /// The members under the names that a form has for them, as "poll[options][]"; of several values of one
  /// name, the last.
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

  /// As it goes over the wire; names in order.
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
  /// A text.
  public init(stringLiteral value: String) { self = .string(value) }
  /// Yes or no.
  public init(booleanLiteral value: Bool) { self = .bool(value) }
  /// A number.
  public init(integerLiteral value: Int) { self = .number(value) }
  /// Values in order.
  public init(arrayLiteral elements: WireJSON...) { self = .array(elements) }
  /// Values under names.
  public init(dictionaryLiteral elements: (String, WireJSON)...) {
    self = .object(Dictionary(elements) { $1 })
  }
  /// Nothing.
  public init(nilLiteral: ()) { self = .null }
}
