internal import FeedDomain
internal import Groundwork
internal import Threads

/// A JSON value, with numbers as text, since ids can exceed any number type. A missing member reads
/// as `null`, so that a missing or mistyped field is no error for the other fields of the page.
enum JSON: Equatable, Sendable {
  case null
  case bool(Bool)
  case number(String)
  case string(String)
  case array([JSON])
  case object([JSONMember])

  struct JSONMember: Equatable, Sendable {
    let name: String
    let value: JSON
  }

  subscript(name: String) -> JSON {
    guard case .object(let members) = self else { return .null }
    // By index, as iterating would copy each member; most names differ in length.
    let count = name.utf8.count
    return members.lastIndex { $0.name.utf8.count == count && $0.name == name }.map {
      members[$0].value
    } ?? .null
  }

  subscript(index: Int) -> JSON {
    guard case .array(let elements) = self, elements.indices.contains(index) else { return .null }
    return elements[index]
  }

  var isNull: Bool { self == .null }

  var string: String? {
    guard case .string(let text) = self else { return nil }
    return text
  }

  var nonEmptyString: String? { string.flatMap { $0.isEmpty ? nil : $0 } }

  /// The JSON value as an id, from a text or a number; nil for other values and an empty text.
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

  /// The JSON value as an integer, also from "3.0" or a text; nil for other values and for numbers
  /// that do not fit.
  var int: Int? {
    guard let text = id else { return nil }
    return Int(text) ?? double.flatMap { Int(exactly: $0) }
  }

  var double: Double? {
    guard let text = id, let value = Double(text), value.isFinite else { return nil }
    return value
  }

  var array: [JSON] {
    guard case .array(let elements) = self else { return [] }
    return elements
  }

  /// Returns the elements of a JSON array that a reply must contain; throws `badReply` for other
  /// JSON.
  func requiredArray() throws(FeedError) -> [JSON] {
    guard case .array(let elements) = self else { throw .badReply }
    return elements
  }

  var members: [JSONMember] {
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

  /// Creates a JSON string; `null` for nil.
  init(text: String?) { self = text.map { .string($0) } ?? .null }

  /// Creates a JSON object from those of the given members whose values are not `null`.
  static func object(withoutNulls members: KeyValuePairs<String, JSON>) -> JSON {
    .object(
      members.filter { !$0.value.isNull }.map { JSONMember(name: $0.key, value: $0.value) })
  }

  func encodedBytes() -> [UInt8] {
    var writer = JSONWriter()
    writeJSON(to: &writer)
    return writer.bytes
  }

  init(_ bytes: [UInt8], maximumValues: Int = JSONReader.defaultMaximumValues) throws(JSONError) {
    self = try JSONReader.parsedJSON(bytes, maximumValues: maximumValues)
  }

  init(_ bytes: ArraySlice<UInt8>) throws(JSONError) {
    self = try JSONReader.parsedJSON(bytes)
  }

  private func writeJSON(to writer: inout JSONWriter) {
    switch self {
    case .null: writer.writeLiteral("null")
    case .bool(let value): writer.writeLiteral(value ? "true" : "false")
    case .number(let text): writer.writeLiteral(text)
    case .string(let text): writer.writeString(text)
    case .array(let elements): writer.writeArray(elements) { $1.writeJSON(to: &$0) }
    case .object(let members):
      writer.writeObject(members, named: \.name) { $1.value.writeJSON(to: &$0) }
    }
  }

  /// The JSON value as an http or https address without a user name and password; nil for other
  /// values and texts.
  var webAddress: String? {
    guard let text = nonEmptyString, text.utf8.count <= 4096 else { return nil }
    let isOfTheWeb = text.hasPrefix("https://") || text.hasPrefix("http://")
    guard isOfTheWeb, text.utf8.allSatisfy({ $0 > 0x20 && $0 != 0x7f }) else { return nil }
    return text.withoutUserInfo
  }

  /// The JSON value as a count, which is 0 for a negative number; nil for values that are no
  /// integer.
  var count: Int? { int.map { min(max(0, $0), 1 << 53) } }

  /// The JSON value as a text without surrounding blanks; nil for other values and blank texts.
  var nonBlankText: String? {
    guard let text = string?.trimmingBlanks, !text.isEmpty else { return nil }
    return text
  }

  /// The JSON value as the width or height of a picture in pixels; nil if it is implausible.
  var pixels: Int? { int.flatMap { (1...100_000).contains($0) ? $0 : nil } }

  /// The width and height in the JSON object as the size of a picture; nil if one is implausible.
  var pictureSize: PhotoSize? {
    guard let width = self["width"].pixels, let height = self["height"].pixels else { return nil }
    return PhotoSize(width: width, height: height)
  }

  /// The JSON value as a count of at least 0; 0 for values that are no number.
  var countOrZero: Int { count ?? 0 }

  var encodedText: String { String(decoding: encodedBytes(), as: UTF8.self) }
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
    self = .object(elements.map { JSONMember(name: $0, value: $1) })
  }
  init(nilLiteral: ()) { self = .null }
}

/// A counter of the elements of a JSON reply that could not be parsed, whose number the log states.
final class UnparsedElementCounter: Sendable {
  /// The counter of unparsed elements for the JSON reply that the current task parses; nil for
  /// none.
  @TaskLocal
  static var current: UnparsedElementCounter?

  private let number = LockedValue(0)

  var count: Int { number.withLock { $0 } }

  fileprivate func countUnparsedElements(_ count: Int) { number.withLock { $0 += count } }
}

extension [JSON] {
  func parsedElements<Value>(_ read: (JSON) -> Value?) -> [Value] {
    let values = compactMap(read)
    if values.count < count {
      UnparsedElementCounter.current?.countUnparsedElements(count - values.count)
    }
    return values
  }
}

extension Secret {
  init(json: JSON) { self.init(json.encodedText) }

  /// The stored secret as JSON; `null` for text that is no JSON, as another service's secret can
  /// be.
  var json: JSON { (try? JSON(Array(revealed.utf8))) ?? .null }
}
