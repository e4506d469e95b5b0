import TerminalRig

/// A multiplexer and the terminal behind it, as far as they disagree about spacing marks: the first
/// gives them a column, the other none.
///
/// Within a row the multiplexer moves the cursor by columns, and in a column by rows; so what it
/// believes of the place is wrong until it goes to another row and another column.
struct DisagreeingTerminals {
  /// What was written where it does not belong.
  private(set) var misplaced = ""
  /// So many columns the terminal behind is to the left of what is believed.
  private var drift = 0
  /// Where the cursor is believed to be, and where the terminal behind was last sent.
  private var place = (row: 1, column: 1)
  private var sent = (row: 1, column: 1)
  private var saved = (row: 1, column: 1)
  private var parser = TerminalParser()

  mutating func feed(_ bytes: [UInt8]) {
    var tokens: [TerminalToken] = []
    parser.feed(bytes) { tokens.append($0) }
    for token in tokens { take(token) }
  }

  private mutating func take(_ token: TerminalToken) {
    switch token {
    case .text(let scalar):
      if sent.row != place.row, sent.column != place.column { drift = 0 }
      if drift != 0 { misplaced.unicodeScalars.append(scalar) }
      let properties = scalar.properties
      if properties.generalCategory == .spacingMark { drift += 1 }
      if properties.generalCategory != .nonspacingMark { place.column += 1 }
      sent = place
    case .control(0x0a): place.row += 1
    case .control(0x0d): place.column = 1
    case .control(0x08): place.column -= 1
    case .escape(_, UInt8(ascii: "7")): saved = place
    case .escape(_, UInt8(ascii: "8")): place = saved
    case .controlSequence(let sequence) where sequence.marker == nil: move(sequence)
    default: break
    }
  }

  private mutating func move(_ sequence: ControlSequence) {
    let number = (sequence.numbers.first ?? nil) ?? 1
    switch Character(Unicode.Scalar(sequence.final)) {
    case "H": place = (number, (sequence.numbers.dropFirst().first ?? nil) ?? 1)
    case "A": place.row -= number
    case "B": place.row += number
    case "C": place.column += number
    case "D": place.column -= number
    case "d": place.row = number
    case "G": place.column = number
    default: break
    }
  }
}
