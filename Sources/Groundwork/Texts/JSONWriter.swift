/// A writer of compact JSON.
package struct JSONWriter {
  /// A rule for escaping in JSON strings, which says what is escaped besides the characters that
  /// JSON requires.
  package enum JSONEscaping: Sendable {
    /// A rule for escaping in JSON strings: only DEL, besides the characters that JSON requires to
    /// be escaped.
    case least
    /// A rule for escaping in JSON strings: control characters, and characters that hide or reorder
    /// text, so that the JSON is safe to print on a terminal and to read by eye.
    case unseen
    /// A rule for escaping in JSON strings: everything beyond ASCII, for locales limited to ASCII.
    case beyondASCII
  }

  package private(set) var bytes: [UInt8] = []
  private let escaping: JSONEscaping

  package init(escaping: JSONEscaping = .least) { self.escaping = escaping }

  /// Writes a number, `true`, `false` or `null` to the JSON.
  package mutating func writeLiteral(_ word: String) { bytes += word.utf8 }

  package mutating func writeString(_ string: String) {
    bytes.append(UInt8(ascii: "\""))
    if escaping == .least {
      if string.utf8.allSatisfy(Self.isUnescapedByte) {
        // Most texts need no escaping, and are copied at once.
        bytes += string.utf8
      } else {
        for byte in string.utf8 { writeStringByte(byte) }
      }
    } else {
      for scalar in string.unicodeScalars {
        if mustEscape(scalar) {
          for unit in String(scalar).utf16 { writeEscape(unit) }
        } else {
          for byte in String(scalar).utf8 { writeStringByte(byte) }
        }
      }
    }
    bytes.append(UInt8(ascii: "\""))
  }

  /// Writes a JSON array, of which a closure writes each element.
  package mutating func writeArray<Elements: Sequence>(
    _ elements: Elements, _ element: (inout JSONWriter, Elements.Element) -> Void
  ) {
    writeJSONElements(elements, between: UInt8(ascii: "["), UInt8(ascii: "]"), element)
  }

  /// Writes a JSON object, of which a closure writes the value of each member.
  package mutating func writeObject<Members: Sequence>(
    _ members: Members, named name: (Members.Element) -> String,
    _ value: (inout JSONWriter, Members.Element) -> Void
  ) {
    writeJSONElements(members, between: UInt8(ascii: "{"), UInt8(ascii: "}")) { writer, each in
      writer.writeString(name(each))
      writer.bytes.append(UInt8(ascii: ":"))
      value(&writer, each)
    }
  }
}

extension JSONWriter {
  private mutating func writeJSONElements<Elements: Sequence>(
    _ elements: Elements, between start: UInt8, _ end: UInt8,
    _ element: (inout JSONWriter, Elements.Element) -> Void
  ) {
    bytes.append(start)
    var isFirst = true
    for each in elements {
      if !isFirst { bytes.append(UInt8(ascii: ",")) }
      isFirst = false
      element(&self, each)
    }
    bytes.append(end)
  }

  private static func isUnescapedByte(_ byte: UInt8) -> Bool {
    byte >= 0x20 && byte != UInt8(ascii: "\"") && byte != UInt8(ascii: "\\") && byte != 0x7f
  }

  /// Writes a byte of a JSON string, escaped if JSON requires it.
  private mutating func writeStringByte(_ byte: UInt8) {
    switch byte {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"): bytes += [UInt8(ascii: "\\"), byte]
    case 0x0a: bytes += "\\n".utf8
    case ..<0x20, 0x7f: writeEscape(UInt16(byte))
    default: bytes.append(byte)
    }
  }

  private func mustEscape(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case ..<0x20, 0x7f..<0xa0: true
    case ..<0x7f: false
    default: escaping == .beyondASCII || scalar.isUnseen
    }
  }

  private mutating func writeEscape(_ unit: UInt16) {
    let digits = String(unit, radix: 16)
    let zeros = String(repeating: "0", count: 4 - digits.utf8.count)
    bytes += "\\u\(zeros)\(digits)".utf8
  }
}

extension Unicode.Scalar {
  /// True for an invisible character: a format character, a separator, or a private-use or
  /// unassigned character.
  fileprivate var isUnseen: Bool {
    switch properties.generalCategory {
    case .format, .lineSeparator, .paragraphSeparator, .privateUse, .unassigned: true
    default: false
    }
  }
}
