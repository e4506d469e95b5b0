/// Answers the questions programs ask of terminals, in their order.
///
/// Found by their spelling alone, so that answering costs next to nothing while time is taken.
struct QueryAnswers {
  private let known: [(query: [UInt8], answer: [UInt8])]
  /// The beginning of a sequence whose rest has not come.
  private var beginning: [UInt8] = []
  private let longest: Int

  init(of terminal: TerminalKind) {
    known = terminal.answers.map { (Array($0.query.utf8), Array($0.answer.utf8)) }
    longest = known.map(\.query.count).max() ?? 0
  }

  /// What a terminal answers to these bytes, which follow those before.
  mutating func answers(to bytes: [UInt8]) -> [UInt8] {
    let bytes = beginning.isEmpty ? bytes : beginning + bytes
    beginning = []
    var answers: [UInt8] = []
    var index = bytes.startIndex
    while let escape = bytes[index...].firstIndex(of: 0x1B) {
      index = escape + 1
      let rest = bytes[escape...]
      if let (_, answer) = known.first(where: { rest.starts(with: $0.query) }) {
        answers += answer
      } else if rest.count < longest, known.contains(where: { $0.query.starts(with: rest) }) {
        beginning = Array(rest)
      }
    }
    return answers
  }
}
