/// A record as a line of text: its fields set apart by tabs, and a checksum over them at the end.
///
/// The checksum tells a line that was torn by a crash from a whole one, even where the tear left
/// something that could be read.
enum JournalLine {
  static func encoded(_ record: JournalRecord) -> String {
    let body = record.fields.map(escaped).joined(separator: "\t")
    return "\(body)\t\(checksum(of: body))\n"
  }

  /// The record of a line without its end; nil where it is torn or not ours.
  static func decoded(_ line: some Collection<UInt8>) -> JournalRecord? {
    guard let text = String(validating: line, as: UTF8.self),
      let end = text.utf8.lastIndex(of: UInt8(ascii: "\t"))
    else { return nil }
    let body = text[..<end]
    guard text[text.index(after: end)...] == checksum(of: body) else { return nil }
    let fields = body.split(separator: "\t", omittingEmptySubsequences: false).map(unescaped)
    return fields.contains(nil) ? nil : JournalRecord(fields: fields.compactMap(\.self))
  }

  private static func checksum(of body: some StringProtocol) -> String {
    let sum = body.utf8.reduce(UInt64(0xCBF2_9CE4_8422_2325)) {
      ($0 ^ UInt64($1)) &* 0x100_0000_01B3
    }
    return String(sum, radix: 16)
  }

  /// Control characters are spelled out, so that a journal shown on a terminal is only text.
  private static func escaped(_ field: String) -> String {
    var text = ""
    for scalar in field.unicodeScalars {
      switch scalar.properties.generalCategory {
      case .control, .format, .lineSeparator, .paragraphSeparator:
        text += "\\{\(String(scalar.value, radix: 16))}"
      default: text += scalar == "\\" ? "\\\\" : String(scalar)
      }
    }
    return text
  }

  private static func unescaped(_ field: Substring) -> String? {
    var text = String.UnicodeScalarView()
    var rest = field.unicodeScalars
    while let scalar = rest.popFirst() {
      guard scalar == "\\" else {
        text.append(scalar)
        continue
      }
      switch rest.popFirst() {
      case "\\": text.append("\\")
      case "{":
        guard let end = rest.firstIndex(of: "}"),
          let value = UInt32(String(rest[..<end]), radix: 16), let scalar = Unicode.Scalar(value)
        else { return nil }
        text.append(scalar)
        rest = rest[rest.index(after: end)...]
      default: return nil
      }
    }
    return String(text)
  }
}
