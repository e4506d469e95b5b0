/// A value on the message bus: the few kinds that are needed here.
enum BusValue: Equatable, Sendable {
  case byte(UInt8)
  case number(UInt32)
  case real(Double)
  case text(String)
  case path(String)
  case signature(String)
  indirect case variant(BusValue)

  /// The letter by which the bus knows the kind.
  var code: String {
    switch self {
    case .byte: "y"
    case .number: "u"
    case .real: "d"
    case .text: "s"
    case .path: "o"
    case .signature: "g"
    case .variant: "v"
    }
  }
}
