/// A value for a statement's parameter.
enum SQLiteValue {
  case null
  case integer(Int64)
  case text(String)
  case blob([UInt8])

  /// The text, or null.
  static func text(orNull text: String?) -> SQLiteValue { text.map { .text($0) } ?? .null }
  /// The number, or null.
  static func integer(orNull number: Int64?) -> SQLiteValue {
    number.map { .integer($0) } ?? .null
  }
  /// The bytes, or null.
  static func blob(orNull bytes: [UInt8]?) -> SQLiteValue { bytes.map { .blob($0) } ?? .null }
  /// The number.
  static func count(_ number: Int) -> SQLiteValue { .integer(Int64(number)) }
}
