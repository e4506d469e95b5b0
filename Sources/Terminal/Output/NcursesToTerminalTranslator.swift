/// A translator of ncurses' output for the terminal: colour marks become colours and links, and
/// private characters become the characters that they stand for.
struct NcursesToTerminalTranslator {
  private let depth: ColourDepth
  private let linksAllowed: Bool
  private var foreground: ColourSequenceParameters
  private var background: ColourSequenceParameters
  private var link: SafeWebLink?
  /// The colours of the picture cells that were written last; nil after text.
  private var pictureColours: CurrentCellColours?

  init(depth: ColourDepth, linksAllowed: Bool) {
    (self.depth, self.linksAllowed) = (depth, linksAllowed)
    foreground = ColourSequenceParameters(.standard, depth: depth)
    background = ColourSequenceParameters(.standard, depth: depth)
  }

  @MainActor
  mutating func translateNcursesOutput(
    _ bytes: UnsafeRawBufferPointer, colourTable: NcursesColourAndLinkTable,
    clusters: PrivateCharacterTable,
    rewritableBlanks: CursorRealignmentBlanks?,
    pictures: PictureLayer, into output: inout [UInt8]
  ) {
    var index = 0
    var copied = 0
    while index < bytes.count {
      let byte = bytes[index]
      // Printable ASCII, escape sequences and characters of two or three bytes pass unchanged.
      guard byte >= 0xf3 || (byte >= 0x1c && byte < 0x20) else {
        index += 1
        continue
      }
      if byte == 0xf4, index + 4 <= bytes.count {
        if copied < index { resetPictureColours(&output) }
        output.append(contentsOf: bytes[copied..<index])
        let number = Self.decodedScalar(in: bytes, at: index) - Cell.firstPictureScalar
        pictures.appendPictureCellOutput(Int(number), colours: &pictureColours, to: &output)
        index += 4
        copied = index
        continue
      }
      resetPictureColours(&output)
      if byte == 0xf3 {
        if index + 4 <= bytes.count,
          let meaning = clusters.privateCharacterMeaning(
            of: Self.decodedScalar(in: bytes, at: index))
        {
          output.append(contentsOf: bytes[copied..<index])
          appendPrivateCharacterOutput(meaning, rewritableBlanks, &output)
          copied = index + 4
        }
        index += 4
        continue
      }
      output.append(contentsOf: bytes[copied..<index])
      index += 1
      switch byte {
      case NcursesColourMark.foreground:
        let number = Self.decimalNumber(in: bytes, at: &index)
        if colourTable.foregrounds.indices.contains(number) {
          changeForegroundAndLink(to: colourTable.foregrounds[number], &output)
        }
      case NcursesColourMark.background:
        let number = Self.decimalNumber(in: bytes, at: &index)
        if colourTable.backgrounds.indices.contains(number) {
          changeBackgroundColour(to: colourTable.backgrounds[number], &output)
        }
      case NcursesColourMark.originalColours: appendLinkAndColourReset(&output)
      default: closeLinkAndForgetColours(&output)
      }
      copied = index
    }
    resetPictureColours(&output)
    output.append(contentsOf: bytes[copied...])
  }

  /// Appends the reset of the colours after picture cells, which ncurses takes for cells without
  /// colours and does not reset.
  private mutating func resetPictureColours(_ output: inout [UInt8]) {
    guard let colours = pictureColours else { return }
    pictureColours = nil
    if colours != CurrentCellColours() { output.append(contentsOf: CurrentCellColours.end) }
  }

  /// Appends the bytes that a private Unicode character stands for to the output for the terminal;
  /// a blank that aligns the cursor after the character is not part of its link.
  private mutating func appendPrivateCharacterOutput(
    _ meaning: PrivateCharacterTable.PrivateCharacterMeaning,
    _ rewritableBlanks: CursorRealignmentBlanks?,
    _ output: inout [UInt8]
  ) {
    guard case .drawing(let drawing, let isOnOddRow) = meaning else {
      output.append(contentsOf: PrivateCharacterTable.step)
      return
    }
    output.append(contentsOf: drawing)
    if let landmark = rewritableBlanks?.cursorRealignmentBytes(fromOddRow: isOnOddRow),
      !landmark.isEmpty
    {
      let open = link
      changeLink(to: nil, &output)
      output.append(contentsOf: landmark)
      changeLink(to: open, &output)
    }
    output.append(contentsOf: PrivateCharacterTable.ending)
  }

  private mutating func changeForegroundAndLink(
    to linkedColour: NcursesColourAndLinkTable.ColourAndLink, _ output: inout [UInt8]
  ) {
    changeLink(to: linkedColour.link, &output)
    let code = ColourSequenceParameters(linkedColour.colour, depth: depth)
    guard code != foreground else { return }
    foreground = code
    output.append(contentsOf: "\u{1b}[\(code.foreground ?? "39")m".utf8)
  }

  private mutating func changeBackgroundColour(to colour: Colour, _ output: inout [UInt8]) {
    let code = ColourSequenceParameters(colour, depth: depth)
    guard code != background else { return }
    background = code
    output.append(contentsOf: "\u{1b}[\(code.background ?? "49")m".utf8)
  }

  private mutating func changeLink(to target: SafeWebLink?, _ output: inout [UInt8]) {
    guard linksAllowed, target != link else { return }
    link = target
    output.append(contentsOf: "\u{1b}]8;;\(target?.address ?? "")\u{1b}\\".utf8)
  }

  private mutating func appendLinkAndColourReset(_ output: inout [UInt8]) {
    changeLink(to: nil, &output)
    let sequence =
      switch (foreground.foreground != nil, background.background != nil) {
      case (true, true): "\u{1b}[39;49m"
      case (true, false): "\u{1b}[39m"
      case (false, true): "\u{1b}[49m"
      case (false, false): ""
      }
    forgetWrittenColours()
    output.append(contentsOf: sequence.utf8)
  }

  private mutating func closeLinkAndForgetColours(_ output: inout [UInt8]) {
    changeLink(to: nil, &output)
    forgetWrittenColours()
  }

  private mutating func forgetWrittenColours() {
    foreground = ColourSequenceParameters(.standard, depth: depth)
    background = foreground
  }

  private static func decimalNumber(in bytes: UnsafeRawBufferPointer, at index: inout Int) -> Int {
    var number = 0
    while index < bytes.count, bytes[index] != 0x3b {
      number = number * 10 + Int(bytes[index]) - 0x30
      index += 1
    }
    index += 1
    return number
  }

  private static func decodedScalar(in bytes: UnsafeRawBufferPointer, at index: Int) -> UInt32 {
    (0..<4).reduce(0) { $0 << 6 | UInt32(bytes[index + $1] & ($1 == 0 ? 0x07 : 0x3f)) }
  }
}

/// A namespace for the ASCII substitutes of characters, which have the same width and a similar
/// meaning. Each of the program's own signs has its own substitute: the letter of a key that does
/// what the sign means, if there is one.
public enum AsciiSubstitute {
  /// Returns a text with an ASCII substitute for every character beyond ASCII.
  public static func asciiSubstituteText(for text: SafeText) -> String {
    text.string.map { character in
      character.isASCII
        ? String(character)
        : Self.asciiSubstituteText(for: character, columns: TextWidth.columnCount(of: character))
    }.joined()
  }

  static func asciiSubstituteText(for character: Character, columns: Int) -> String {
    guard let first = character.unicodeScalars.first else { return "" }
    if first.isASCII { return String(Character(first)).padded(to: columns) }
    if let sign = knownASCIISubstitute(for: first.value) { return sign.padded(to: columns) }
    return String(repeating: "?", count: columns)
  }

  private static func knownASCIISubstitute(for value: UInt32) -> String? {
    switch value {
    case 0xa0, 0x202f, 0x3000: " "
    case 0xc0...0x17f: unaccentedLetter(value)
    case 0x180...0x24f, 0x1e00...0x1eff: baseLatinLetter(value)
    case 0xa1: "!"
    case 0x2501, 0x2550: "="
    case 0x2500, 0x2504, 0x2505, 0x2508, 0x2509, 0x254c, 0x254d, 0x2574, 0x2576,
      0x2578, 0x257a, 0x257c, 0x257e, 0x2010...0x2015, 0x2212, 0xad:
      "-"
    case 0x2502, 0x2503, 0x2506, 0x2507, 0x250a, 0x250b, 0x254e, 0x254f, 0x2551, 0x2575, 0x2577,
      0x2579, 0x257b, 0x257d, 0x257f, 0x2758, 0x23d0, 0xa6:
      "|"
    case 0x256d...0x2570, 0x250c...0x254b, 0x2552...0x256c: "+"
    case 0x2571: "/"
    case 0x2572: "\\"
    case 0x258f...0x2595, 0x258a...0x258e: "|"
    case 0x2580...0x2589, 0x2596...0x259f, 0x25a0, 0x25ac, 0x25ae: "#"
    case 0x2018...0x201b, 0x2032: "'"
    case 0x201c...0x201f, 0x2033: "\""
    case 0x2665: "L"  // Likes, including those of the user.
    case 0x2661: "l"
    case 0x21bb: "b"  // Boosts.
    case 0x21a9: "r"  // Replies.
    case 0x2691: "B"  // Bookmarks.
    case 0x270e: "e"  // Edited posts.
    case 0x25a3: "p"  // Photos.
    case 0x2302: "@"  // Places.
    case 0x25c6: "n"  // Notifications.
    case 0x29d7: "w"  // Pending changes.
    case 0x26a0: "!"  // Warnings.
    case 0x2039, 0x2190, 0x25c0, 0x25c2, 0xab, 0x2b05: "<"
    case 0x203a, 0x2192, 0x25b6, 0x25b8, 0xbb, 0x21aa, 0x27a1, 0x276f: ">"
    case 0x2191, 0x25b2, 0x25b4, 0x2b06: "^"
    case 0x2193, 0x25bc, 0x25be, 0x2b07: "v"
    case 0x2026, 0x22ef: "."
    case 0xb7, 0x2219, 0x2027: "."
    case 0x2022, 0x2023, 0x25cf, 0x2605, 0x2764, 0x2b50, 0x25c9, 0x2726: "*"
    case 0x25cb, 0x25c7, 0x2606, 0x25e6, 0x25ef: "o"
    case 0x2713, 0x2714, 0x2705: "v"
    case 0x2717, 0x2718, 0xd7, 0x2715, 0x2716, 0x274c: "x"
    case 0x21ba, 0x27f3, 0x1f501, 0x21c4, 0x1f503: "%"
    case 0x1f44d: "+1"
    case 0x1f44e: "-1"
    default: nil
    }
  }

  /// Returns a text in which each stretch of at least three characters without an ASCII substitute,
  /// and the punctuation in between, is replaced by words.
  public static func replacingTextWithoutASCIISubstitute(
    in text: SafeText, with words: SafeText
  ) -> SafeText {
    guard text.string.contains(where: hasNoASCIISubstitute) else { return text }
    var result = ""
    var (stretch, tail, count) = ("", "", 0)
    func appendStretchOrReplacementWords() {
      result += (count >= shortestStretch ? words.string : stretch) + tail
      (stretch, tail, count) = ("", "", 0)
    }
    for character in text.string {
      if hasNoASCIISubstitute(character) {
        stretch += tail + String(character)
        (tail, count) = ("", count + 1)
      } else if count > 0, character.isWhitespace || character.isPunctuation {
        tail.append(character)
      } else {
        if count > 0 { appendStretchOrReplacementWords() }
        result.append(character)
      }
    }
    if count > 0 { appendStretchOrReplacementWords() }
    return SafeText(sanitizing: result)
  }

  private static let shortestStretch = 3

  public static func hasNoASCIISubstitute(_ character: Character) -> Bool {
    guard let first = character.unicodeScalars.first, !first.isASCII else { return false }
    return knownASCIISubstitute(for: first.value) == nil
  }

  /// Returns the base letter of an accented Latin letter beyond Latin Extended-A, by its Unicode
  /// name; nil for other letters.
  private static func baseLatinLetter(_ value: UInt32) -> String? {
    guard let name = Unicode.Scalar(value)?.properties.name?.split(separator: " "),
      name.count > 4, name[0] == "LATIN", name[2] == "LETTER", name[3].count == 1,
      name[4] == "WITH"
    else { return nil }
    return name[1] == "SMALL" ? name[3].lowercased() : String(name[3])
  }

  /// Returns an accented letter of Latin-1 or Latin Extended-A without its accent; else nil.
  private static func unaccentedLetter(_ value: UInt32) -> String? {
    let letters = Array(
      ("AAAAAAACEEEEIIIIDNOOOOOxOUUUUYTs" + "aaaaaaaceeeeiiiidnooooo/ouuuuyty"
        + "AaAaAaCcCcCcCcDdDdEeEeEeEeEeGgGgGgGgHhHhIiIiIiIiIiJjJjKkkLlLlLlL"
        + "lLlNnNnNnnNnOoOoOoOoRrRrRrSsSsSsSsTtTtTtUuUuUuUuUuUuWwYyYZzZzZzs").utf8)
    let index = Int(value) - 0xc0
    return index < letters.count ? String(Character(Unicode.Scalar(letters[index]))) : nil
  }
}

extension String {
  fileprivate func padded(to columns: Int) -> String {
    self + String(repeating: " ", count: Swift.max(0, columns - utf8.count))
  }
}

/// A namespace for the control bytes in ncurses' output that mark changes of colours; they are
/// translated before the terminal gets them.
enum NcursesColourMark {
  /// The mark in ncurses' output before the number of a foreground colour and ";".
  static let foreground: UInt8 = 0x1c
  /// The mark in ncurses' output before the number of a background colour and ";".
  static let background: UInt8 = 0x1d
  /// The mark in ncurses' output before text in the terminal's default colours.
  static let originalColours: UInt8 = 0x1e
  /// The mark in ncurses' output at the end of attributes and colours.
  static let reset: UInt8 = 0x1f
}
