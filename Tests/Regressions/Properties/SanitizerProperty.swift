import Terminal

/// The sanitiser: what comes out is printable by a judgement other than its own, stays as it is
/// when sanitised again, and is as wide as it is drawn.
enum SanitizerProperty {
  static func check(_ input: [UInt8]) throws(Finding) {
    var reader = InputReader(input)
    let text = reader.remainingText()
    let safe = SafeText(sanitizing: text)
    try checkPrintable(safe)
    try checkBounds(safe, of: text)
    try checkWidth(safe)
    for line in SafeText.sanitizedLines(of: text) { try checkPrintable(line) }
    try checkJoints(safe)
  }

  private static func checkPrintable(_ safe: SafeText) throws(Finding) {
    let again = SafeText(sanitizing: safe.string)
    try expect(
      again.string.unicodeScalars.elementsEqual(safe.string.unicodeScalars),
      "sanitised again, it changes: \(scalars(safe)) to \(scalars(again))")
    for scalar in safe.string.unicodeScalars {
      try expect(isPrintable(scalar), "not printable: U+\(String(scalar.value, radix: 16))")
    }
  }

  private static func checkBounds(_ safe: SafeText, of text: String) throws(Finding) {
    try expect(
      safe.string.unicodeScalars.count <= 2 * text.unicodeScalars.count, "it grows without bound")
    for character in safe.string {
      let count = character.unicodeScalars.count
      try expect(count <= 16, "a character of \(count) scalars")
    }
    if let first = safe.string.unicodeScalars.first {
      try expect(
        ![.nonspacingMark, .enclosingMark].contains(first.properties.generalCategory),
        "it begins with a mark: \(scalars(safe))")
    }
  }

  private static func checkWidth(_ safe: SafeText) throws(Finding) {
    let line = Line(safe)
    try expect(
      line.columns == TextWidth.columnCount(of: safe),
      "measured \(TextWidth.columnCount(of: safe)), drawn \(line.columns): \(scalars(safe))")
    try CellsRule.check(line.cells)
    var drawn = String.UnicodeScalarView()
    for cell in line.cells where cell.width > 0 {
      for scalar in cell.character.unicodeScalars { drawn.append(scalar) }
    }
    try expect(
      drawn.elementsEqual(safe.string.unicodeScalars), "something is not drawn: \(scalars(safe))")
  }

  private static func checkJoints(_ safe: SafeText) throws(Finding) {
    let half = safe.string.unicodeScalars.count / 2
    let cut = safe.string.unicodeScalars.index(safe.string.startIndex, offsetBy: half)
    let halves = [safe.string[..<cut], safe.string[cut...]].map {
      SafeText(sanitizing: String($0))
    }
    try checkPrintable(halves[0] + halves[1])
    try checkPrintable(halves.joined(separator: "\u{200d}"))
  }

  /// By Unicode's categories, and not by the sanitiser's own tables.
  private static func isPrintable(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .control, .surrogate, .privateUse, .unassigned, .lineSeparator, .paragraphSeparator: false
    case .format: scalar.value == 0x200d || (0xe0020...0xe007f).contains(scalar.value)
    default: true
    }
  }

  private static func scalars(_ text: SafeText) -> String {
    text.string.unicodeScalars.map { String($0.value, radix: 16) }.joined(separator: " ")
  }
}
