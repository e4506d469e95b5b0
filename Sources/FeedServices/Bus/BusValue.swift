/// A value on the message bus: the few kinds that are needed here.
enum BusValue: Equatable, Sendable {
  case byte(UInt8)
  case number(UInt32)
  case flag(Bool)
  case real(Double)
  case text(String)
  case path(String)
  case signature(String)
  indirect case variant(BusValue)
  /// Values of one kind, whose code is told because there may be none.
  indirect case list([BusValue], of: String)
  /// Values of several kinds that belong together.
  indirect case fields([BusValue])
  /// One line of a dictionary, which is a list of such.
  indirect case entry(BusValue, BusValue)

  static func dictionary(_ lines: [(String, String)]) -> BusValue {
    .list(lines.map { .entry(.text($0), .text($1)) }, of: "{ss}")
  }

  static func bytes(_ bytes: some Sequence<UInt8>) -> BusValue {
    .list(bytes.map { .byte($0) }, of: "y")
  }

  /// The letters by which the bus knows the kind.
  var code: String {
    switch self {
    case .byte: "y"
    case .number: "u"
    case .flag: "b"
    case .real: "d"
    case .text: "s"
    case .path: "o"
    case .signature: "g"
    case .variant: "v"
    case .list(_, let code): "a" + code
    case .fields(let values): "(\(values.map(\.code).joined()))"
    case .entry(let key, let value): "{\(key.code)\(value.code)}"
    }
  }

  /// At a multiple of how many bytes a value of that code begins.
  static func alignment(of code: Character) -> Int {
    switch code {
    case "y", "g", "v": 1
    case "d", "(", "{": 8
    default: 4
    }
  }
}
