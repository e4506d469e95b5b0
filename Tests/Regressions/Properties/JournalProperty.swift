import FeedDomain

@testable import FeedServices

/// The built-in service's journal: a line is one of ours and comes back as it was, or it is
/// nothing; and what is in a journal never takes the service down.
enum JournalProperty {
  static func check(_ input: [UInt8]) throws(Finding) {
    _ = JournalLine.decoded(input)
    // A fuzzer does not guess checksums; this is what one who knows them would write.
    var sealed = input
    sealed.append(UInt8(ascii: "\t"))
    sealed += checksum(of: input).utf8
    if let record = JournalLine.decoded(sealed) { try checkReturn(of: record) }
    var reader = InputReader(input)
    if let record = JournalRecord(fields: reader.remainingParts()) { try checkReturn(of: record) }
  }

  private static func checkReturn(of record: JournalRecord) throws(Finding) {
    let line = JournalLine.encoded(record)
    try expect(line.last == "\n", "a line without an end")
    let text = line.dropLast()
    for scalar in text.unicodeScalars where scalar != "\t" {
      try expect(
        ![.control, .format].contains(scalar.properties.generalCategory),
        "U+\(String(scalar.value, radix: 16)) stands in the file")
    }
    try expect(
      JournalLine.decoded(text.utf8) == record, "it comes back as something else: \(record)")
  }

  /// FNV-1a, as the lines have it.
  private static func checksum(of bytes: [UInt8]) -> String {
    let sum = bytes.reduce(UInt64(0xcbf2_9ce4_8422_2325)) {
      ($0 ^ UInt64($1)) &* 0x100_0000_01b3
    }
    return String(sum, radix: 16)
  }
}
