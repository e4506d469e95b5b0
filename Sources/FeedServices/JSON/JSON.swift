/// A value as a service writes it.
///
/// Numbers stay text: ids are longer than any number type, and nothing may be lost by reading.
/// Asking for what is not there gives `null` and never fails, so that a field more or less, or one
/// of another type, costs that field and not the page.
enum JSON: Hashable, Sendable {
  case null
  case bool(Bool)
  case number(String)
  case string(String)
  case array([JSON])
  case object([Member])

  struct Member: Hashable, Sendable {
    let name: String
    let value: JSON
  }
}

extension JSON {
  /// A member of an object, the last one where the name comes twice; else `null`.
  subscript(name: String) -> JSON {
    guard case .object(let members) = self else { return .null }
    // By its place: members looked at would each be copied.
    return members.lastIndex { $0.name == name }.map { members[$0].value } ?? .null
  }

  /// An element of an array; else `null`.
  subscript(index: Int) -> JSON {
    guard case .array(let elements) = self, elements.indices.contains(index) else { return .null }
    return elements[index]
  }

  var isNull: Bool { self == .null }

  var string: String? {
    guard case .string(let text) = self else { return nil }
    return text
  }

  /// A text with something in it.
  var filledString: String? { string.flatMap { $0.isEmpty ? nil : $0 } }

  /// An opaque id, whether it is written as text or as a number.
  var id: String? {
    switch self {
    case .string(let text), .number(let text): text.isEmpty ? nil : text
    case .null, .bool, .array, .object: nil
    }
  }

  var bool: Bool? {
    guard case .bool(let value) = self else { return nil }
    return value
  }

  /// A whole number, also where it is written as "3.0" or as text; nil where it does not fit.
  var int: Int? {
    guard let text = id else { return nil }
    return Int(text) ?? double.flatMap { Int(exactly: $0) }
  }

  /// A finite number, also where it is written as text.
  var double: Double? {
    guard let text = id, let value = Double(text), value.isFinite else { return nil }
    return value
  }

  /// The elements; none where it is no array.
  var array: [JSON] {
    guard case .array(let elements) = self else { return [] }
    return elements
  }

  /// The members, in order; none where it is no object.
  var members: [Member] {
    guard case .object(let members) = self else { return [] }
    return members
  }

  var isArray: Bool {
    guard case .array = self else { return false }
    return true
  }

  var isObject: Bool {
    guard case .object = self else { return false }
    return true
  }
}

extension JSON: ExpressibleByStringLiteral, ExpressibleByBooleanLiteral,
  ExpressibleByIntegerLiteral, ExpressibleByFloatLiteral, ExpressibleByArrayLiteral,
  ExpressibleByDictionaryLiteral, ExpressibleByNilLiteral
{
  init(stringLiteral value: String) { self = .string(value) }
  init(booleanLiteral value: Bool) { self = .bool(value) }
  init(integerLiteral value: Int) { self = .number(String(value)) }
  init(floatLiteral value: Double) { self = .number(String(value)) }
  init(arrayLiteral elements: JSON...) { self = .array(elements) }
  init(dictionaryLiteral elements: (String, JSON)...) {
    self = .object(elements.map { Member(name: $0, value: $1) })
  }
  init(nilLiteral: ()) { self = .null }
}
