/// Writes JSON, without a blank: what is written is for its caller to say, how it is spelt is told here.
package struct JSONWriter {
  /// What is escaped besides what JSON itself wants escaped.
  package enum Escaping: Sendable {
    /// Nothing but DEL.
    case least
    /// Control characters (C0, DEL and C1) and what turns or hides text, so that a terminal it is
    /// shown on stays as it is and a reader is not misled.
    case unseen
    /// Everything beyond ASCII, too, for a locale that has no more.
    case beyondASCII
  }

  package private(set) var bytes: [UInt8] = []
  private let escaping: Escaping

  /// Nothing is written yet.
  package init(escaping: Escaping = .least) { self.escaping = escaping }

  /// A number, or one of the words `true`, `false` and `null`.
  package mutating func write(word: String) { bytes += word.utf8 }

  /// A text, in quotation marks.
  package mutating func write(string: String) {
    bytes.append(UInt8(ascii: "\""))
    if escaping == .least {
      for byte in string.utf8 { write(byte) }
    } else {
      for scalar in string.unicodeScalars {
        if mustHide(scalar) {
          for unit in String(scalar).utf16 { escape(unit) }
        } else {
          for byte in String(scalar).utf8 { write(byte) }
        }
      }
    }
    bytes.append(UInt8(ascii: "\""))
  }

  /// Elements in brackets, each of which the caller writes.
  package mutating func write<Elements: Sequence>(
    array elements: Elements, _ element: (inout JSONWriter, Elements.Element) -> Void
  ) {
    write(elements, between: UInt8(ascii: "["), UInt8(ascii: "]"), element)
  }

  /// Members in braces, each with its name; the caller writes their values.
  package mutating func write<Members: Sequence>(
    object members: Members, named name: (Members.Element) -> String,
    _ value: (inout JSONWriter, Members.Element) -> Void
  ) {
    write(members, between: UInt8(ascii: "{"), UInt8(ascii: "}")) { writer, each in
      writer.write(string: name(each))
      writer.bytes.append(UInt8(ascii: ":"))
      value(&writer, each)
    }
  }
}

extension JSONWriter {
  private mutating func write<Elements: Sequence>(
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

  /// A byte of a text, which is escaped where it must be.
  private mutating func write(_ byte: UInt8) {
    switch byte {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"): bytes += [UInt8(ascii: "\\"), byte]
    case 0x0a: bytes += "\\n".utf8
    case ..<0x20, 0x7f: escape(UInt16(byte))
    default: bytes.append(byte)
    }
  }

  private func mustHide(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case ..<0x20, 0x7f..<0xa0: true
    case ..<0x7f: false
    default: escaping == .beyondASCII || scalar.isUnseen
    }
  }

  private mutating func escape(_ unit: UInt16) {
    let digits = String(unit, radix: 16)
    let zeros = String(repeating: "0", count: 4 - digits.utf8.count)
    bytes += "\\u\(zeros)\(digits)".utf8
  }
}

extension Unicode.Scalar {
  /// Whether nobody would see it: format characters, separators, and what has no meaning (yet).
  fileprivate var isUnseen: Bool {
    switch properties.generalCategory {
    case .format, .lineSeparator, .paragraphSeparator, .privateUse, .unassigned: true
    default: false
    }
  }
}
