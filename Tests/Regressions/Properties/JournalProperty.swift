import FeedDomain

@testable import FeedServices

/// The built-in service's journal: a line is one of ours and comes back as it was, or it is
/// nothing; and what is in a journal never takes the service down.
enum JournalProperty {
  static func check(_ input: [UInt8]) throws(Finding) {
    if let record = JournalLineFormat.decodedRecord(from: input) { try checkReturn(of: record) }
    var reader = InputReader(input)
    if let record = DemoJournalRecord(fields: reader.remainingParts()) {
      try checkReturn(of: record)
    }
  }

  private static func checkReturn(of record: DemoJournalRecord) throws(Finding) {
    let line = JournalLineFormat.encodedLine(of: record)
    try expect(line.last == "\n", "a line without an end")
    let text = line.dropLast()
    for scalar in text.unicodeScalars where scalar != "\t" {
      try expect(
        ![.control, .format].contains(scalar.properties.generalCategory),
        "U+\(String(scalar.value, radix: 16)) stands in the file")
    }
    try expect(
      JournalLineFormat.decodedRecord(from: text.utf8) == record,
      "it comes back as something else: \(record)")
  }
}
