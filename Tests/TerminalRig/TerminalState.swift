/// The terminal settings that a program has made and that outlast it.
struct TerminalState: Sendable {
  /// The private modes that are on in a terminal at rest: wrapping at the margin, and a visible
  /// cursor.
  private static let onAtRest: Set<Int> = [7, 25]
  /// The private modes that do not matter: the cursor's blinking, which `cnorm` itself changes.
  private static let ofNoConsequence: Set<Int> = [12]

  private var modesOn = Self.onAtRest
  private var isInserting = false
  private var isKeypadApplication = false
  private var isDrawingLines = false
  private var pen = PenState()
  private var isLinkOpen = false
  private var isScrollRegionSet = false
  private var titlesKept = 0
  private var rows: Int

  init(rows: Int) { self.rows = rows }

  /// Changes the terminal's size, which resets the scrolling region.
  mutating func resize(rows: Int) {
    self.rows = rows
    isScrollRegionSet = false
  }

  func isOn(_ mode: Int) -> Bool { modesOn.contains(mode) }

  var leftovers: [String] {
    let changed = modesOn.symmetricDifference(Self.onAtRest).subtracting(Self.ofNoConsequence)
    let flags = [
      (isInserting, "insert mode"), (isKeypadApplication, "the application keypad"),
      (isDrawingLines, "the line-drawing character set"), (!pen.isPlain, "a style"),
      (isLinkOpen, "an open link"), (isScrollRegionSet, "a scroll region"),
      (titlesKept != 0, "a kept title"),
    ]
    return changed.sorted().map { "mode \($0) \(isOn($0) ? "on" : "off")" }
      + flags.filter(\.0).map(\.1)
  }

  mutating func apply(_ token: TerminalToken) {
    switch token {
    case .escape([], UInt8(ascii: "=")): isKeypadApplication = true
    case .escape([], UInt8(ascii: ">")): isKeypadApplication = false
    case .escape([UInt8(ascii: "(")], let set): isDrawingLines = set == UInt8(ascii: "0")
    case .systemCommand(let payload) where payload.starts(with: "8;".utf8):
      isLinkOpen = payload.last != UInt8(ascii: ";")
    case .controlSequence(let sequence): apply(sequence)
    default: break
    }
  }

  private mutating func apply(_ sequence: ControlSequence) {
    let marker = sequence.marker.map { String(Unicode.Scalar($0)) } ?? ""
    switch marker + String(Unicode.Scalar(sequence.final)) {
    case "?h": modesOn.formUnion(sequence.numbers.compactMap(\.self))
    case "?l": modesOn.subtract(sequence.numbers.compactMap(\.self))
    case "h": isInserting = true
    case "l": isInserting = false
    case "m": pen.apply(sequence.parameters)
    case "r": isScrollRegionSet = !isWholeScreen(sequence.numbers)
    case "t" where sequence.parameters.hasPrefix("22"): titlesKept += 1
    case "t" where sequence.parameters.hasPrefix("23"): titlesKept -= 1
    default: break
    }
  }

  private func isWholeScreen(_ region: [Int?]) -> Bool {
    let top = region.first.flatMap(\.self) ?? 1
    let bottom = region.count > 1 ? region[1] ?? rows : rows
    return top <= 1 && bottom >= rows
  }
}
