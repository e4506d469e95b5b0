/// A JSON value whose members keep their order.
indirect enum JSONValue: Equatable {
  case null
  case bool(Bool)
  case number(Int)
  case decimal(Double)
  case string(String)
  case array([JSONValue])
  case object(KeyValuePairs<String, JSONValue>)

  /// A text, or null.
  static func optional(_ text: String?) -> JSONValue { text.map(JSONValue.string) ?? .null }

  static func == (left: JSONValue, right: JSONValue) -> Bool { left.line() == right.line() }

  /// The value in one line.
  ///
  /// Control characters (C0, DEL and C1) are escaped, and so is what turns or hides text, so that a
  /// terminal it is shown on stays as it is and a reader is not misled; `asciiOnly` escapes
  /// everything beyond ASCII too, for a locale that has no more.
  func line(asciiOnly: Bool = false) -> String {
    var writer = JSONWriter(asciiOnly: asciiOnly)
    writer.write(self)
    return writer.text
  }
}

private struct JSONWriter {
  let asciiOnly: Bool
  var text = ""

  init(asciiOnly: Bool) { self.asciiOnly = asciiOnly }

  mutating func write(_ value: JSONValue) {
    switch value {
    case .null: text += "null"
    case .bool(let isTrue): text += isTrue ? "true" : "false"
    case .number(let number): text += String(number)
    // JSON has no word for what is not finite.
    case .decimal(let number): text += number.isFinite ? "\(number)" : "null"
    case .string(let string): write(string)
    case .array(let elements):
      text += "["
      for (index, element) in elements.enumerated() {
        if index > 0 { text += "," }
        write(element)
      }
      text += "]"
    case .object(let members):
      text += "{"
      for (index, member) in members.enumerated() {
        if index > 0 { text += "," }
        write(member.key)
        text += ":"
        write(member.value)
      }
      text += "}"
    }
  }

  private mutating func write(_ string: String) {
    text += "\""
    for scalar in string.unicodeScalars {
      switch scalar.value {
      case 0x22: text += "\\\""
      case 0x5C: text += "\\\\"
      case 0x00...0x1F, 0x7F...0x9F: escape(UInt16(scalar.value))
      case 0x80... where asciiOnly || isUnseen(scalar):
        for unit in String(scalar).utf16 { escape(unit) }
      default: text.unicodeScalars.append(scalar)
      }
    }
    text += "\""
  }

  /// Whether nobody would see it: format characters, separators, and what has no meaning (yet).
  private func isUnseen(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .format, .lineSeparator, .paragraphSeparator, .privateUse, .unassigned: true
    default: false
    }
  }

  private mutating func escape(_ unit: UInt16) {
    let digits = String(unit, radix: 16)
    text += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
  }
}
