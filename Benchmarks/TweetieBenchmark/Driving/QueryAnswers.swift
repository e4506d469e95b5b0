/// What a terminal answers to the questions programs ask when they start.
///
/// Found by their spelling alone, so that answering costs next to nothing while time is taken.
enum QueryAnswers {
  private static let known: [(query: [UInt8], answer: [UInt8])] = [
    ("\u{1B}[?2026$p", "\u{1B}[?2026;2$y"), ("\u{1B}[c", "\u{1B}[?62;22c"),
    ("\u{1B}[0c", "\u{1B}[?62;22c"),
  ].map { (Array($0.utf8), Array($1.utf8)) }

  static func answers(to bytes: [UInt8]) -> [UInt8] {
    var answers: [UInt8] = []
    for (index, byte) in bytes.enumerated() where byte == 0x1B {
      for (query, answer) in known where bytes[index...].starts(with: query) { answers += answer }
    }
    return answers
  }
}
