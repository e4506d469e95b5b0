/// A value for a statement's parameter.
enum SQLiteValue {
  case null
  case integer(Int64)
  case text(String)
  case blob([UInt8])

  static func text(orNull text: String?) -> SQLiteValue { text.map { .text($0) } ?? .null }
  static func integer(orNull number: Int64?) -> SQLiteValue {
    number.map { .integer($0) } ?? .null
  }
  static func blob(orNull bytes: [UInt8]?) -> SQLiteValue { bytes.map { .blob($0) } ?? .null }
  static func count(_ number: Int) -> SQLiteValue { .integer(Int64(number)) }
}
