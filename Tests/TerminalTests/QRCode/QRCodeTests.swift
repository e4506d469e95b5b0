import Testing

@testable import Terminal

@Suite struct QRCodeTests {
  @Test(
    arguments: [
      1, 14, 15, 17, 26, 27, 32, 42, 53, 62, 78, 84, 106, 122, 134, 154, 180, 192, 213, 214, 230,
      271,
    ])
  func `a text of any length is read back from its QR code`(length: Int) throws {
    let text = String((0..<length).map { "https://a.example/@ada?x=_".element(at: $0) })
    let code = try #require(QRCode(text))

    #expect(try QRReader(code).text() == text)
  }

  @Test func `letters of all languages are read back from a QR code`() throws {
    let code = try #require(QRCode("Grüße 木 👍"))

    #expect(try QRReader(code).text() == "Grüße 木 👍")
  }

  @Test func `an empty text has a QR code, and a text too long for one has none`() throws {
    #expect(try QRReader(#require(QRCode(""))).text() == "")
    #expect(QRCode(String(repeating: "a", count: 272)) == nil)
  }

  @Test(arguments: [(14, 21, 0), (17, 21, 1), (18, 25, 0), (84, 37, 0), (213, 53, 1), (231, 57, 1)])
  func `the smallest QR version is used, with the better error correction that fits`(
    length: Int, size: Int, level: Int
  ) throws {
    let code = try #require(QRCode(String(repeating: "a", count: length)))

    #expect(code.size == size)
    #expect(QRReader(code).levelBits == level)
  }

  @Test func `a QR code has finder patterns in three corners, with light modules around them`()
    throws
  {
    let code = try #require(QRCode("https://example.org"))
    let finder = [
      "#######.", "#.....#.", "#.###.#.", "#.###.#.", "#.###.#.", "#.....#.", "#######.",
      "........",
    ]
    for (row, line) in finder.enumerated() {
      for (column, character) in line.enumerated() {
        let (far, isDark) = (code.size - 1, character == "#")
        #expect(code.isModuleDark(row: row, column: column) == isDark)
        #expect(code.isModuleDark(row: row, column: far - column) == isDark)
        #expect(code.isModuleDark(row: far - row, column: column) == isDark)
      }
    }
  }

  @Test func `both copies of a QR code's format information are valid and equal`() throws {
    for length in [5, 40, 120, 250] {
      let reader = QRReader(try #require(QRCode(String(repeating: "b", count: length))))
      #expect(reader.formats.0 == reader.formats.1)
      #expect(reader.hasValidFormat)
    }
  }

  @Test func `the QR mask is chosen by penalty, and always the same for a text`() {
    #expect(QRCode("https://example.org/@ada/1") == QRCode("https://example.org/@ada/1"))
    let masks = Set((0..<60).compactMap { QRCode("text \($0)").map { QRReader($0).mask } })
    #expect(masks.count > 3)
  }

  // MARK: - Lines

  @Test func `a QR code is drawn in half blocks with a margin`() throws {
    let code = try #require(QRCode("a"))
    let lines = code.halfBlockLines().map(\.string)

    #expect(lines.count == 13)
    #expect(lines.allSatisfy { $0.count == 25 })
    #expect(lines[0] == String(repeating: "█", count: 25))
    #expect(lines[1].hasPrefix("██ ▄▄▄▄▄ █"))
    #expect(lines[12] == String(repeating: "▀", count: 25))
    #expect(code.halfBlockLines(margin: 1).count == 12)
  }

  @Test func `a QR code in ASCII draws a dark module as two signs, a light one as two blanks`()
    throws
  {
    let code = try #require(QRCode("a"))
    let lines = code.asciiLines().map(\.string)

    #expect(lines.count == 25)
    #expect(lines.allSatisfy { $0.count == 50 })
    #expect(lines[0] == String(repeating: " ", count: 50))
    #expect(lines[2].hasPrefix("    ##############  "))
    for (row, line) in lines.dropFirst(2).dropLast(2).enumerated() {
      for column in 0..<21 {
        #expect(
          (line.element(at: 4 + 2 * column) == "#") == code.isModuleDark(row: row, column: column))
      }
    }
  }
}

extension String {
  /// The character at a place; from the start again after the end.
  fileprivate func element(at place: Int) -> Character {
    self[index(startIndex, offsetBy: place % count)]
  }
}

/// A reader of QR codes for the tests, after the same standard, without error correction: it checks
/// that the correction codewords fit instead.
private struct QRReader {
  enum Problem: Error { case badMode, badCorrection, badText }

  let code: QRCode
  private var version: Int { (code.size - 17) / 4 }

  init(_ code: QRCode) { self.code = code }

  private func bit(_ row: Int, _ column: Int) -> Int {
    code.isModuleDark(row: row, column: column) ? 1 : 0
  }

  /// The fifteen bits of both copies of the format information.
  var formats: (Int, Int) {
    let size = code.size
    let first =
      (0..<6).map { ($0, 8) } + [(7, 8), (8, 8), (8, 7)] + (9..<15).map { (8, 14 - $0) }
    let second = (0..<8).map { (8, size - 1 - $0) } + (8..<15).map { (size - 15 + $0, 8) }
    func value(_ places: [(Int, Int)]) -> Int {
      places.enumerated().reduce(0) { $0 | bit($1.element.0, $1.element.1) << $1.offset }
    }
    return (value(first), value(second))
  }

  /// True if the format information is one of the thirty-two of the standard, which are divisible.
  var hasValidFormat: Bool {
    var rest = formats.0 ^ 0x5412
    for shift in (10..<15).reversed() where rest >> shift & 1 == 1 { rest ^= 0x537 << (shift - 10) }
    return rest == 0
  }

  private var format: Int { (formats.0 ^ 0x5412) >> 10 }
  var levelBits: Int { format >> 3 }
  var mask: Int { format & 7 }

  /// True for modules without data.
  private func isFixed(_ row: Int, _ column: Int) -> Bool {
    let (size, last) = (code.size, code.size - 9)
    if row == 6 || column == 6 { return true }
    if row <= 8 && column <= 8 || row <= 8 && column > last || row > last && column <= 8 {
      return true
    }
    if version >= 7, row < 6 && column >= size - 11 || column < 6 && row >= size - 11 {
      return true
    }
    let centres: [Int] =
      switch version {
      case 1: []
      case 2...6: [6, size - 7]
      default: [6, (size - 7 + 6) / 2, size - 7]
      }
    return centres.contains { y in
      centres.contains { x in
        let isFinder =
          y == 6 && x == 6 || y == 6 && x == size - 7 || y == size - 7 && x == 6
        return !isFinder && abs(y - row) <= 2 && abs(x - column) <= 2
      }
    }
  }

  private func isMasked(_ i: Int, _ j: Int) -> Bool {
    switch mask {
    case 0: (i + j).isMultiple(of: 2)
    case 1: i.isMultiple(of: 2)
    case 2: j.isMultiple(of: 3)
    case 3: (i + j).isMultiple(of: 3)
    case 4: (i / 2 + j / 3).isMultiple(of: 2)
    case 5: (i * j).isMultiple(of: 6)
    case 6: ((i * j) % 2 + (i * j) % 3).isMultiple(of: 2)
    default: ((i + j) % 2 + (i * j) % 3).isMultiple(of: 2)
    }
  }

  /// The codewords in the order of the code.
  private var codewords: [Int] {
    var bits: [Int] = []
    var (column, isUpwards) = (code.size - 1, true)
    while column > 0 {
      if column == 6 { column -= 1 }
      for step in 0..<code.size {
        let row = isUpwards ? code.size - 1 - step : step
        for x in [column, column - 1] where !isFixed(row, x) {
          bits.append(bit(row, x) ^ (isMasked(row, x) ? 1 : 0))
        }
      }
      column -= 2
      isUpwards.toggle()
    }
    return (0..<bits.count / 8).map { word in
      bits[word * 8..<word * 8 + 8].reduce(0) { $0 << 1 | $1 }
    }
  }

  /// The numbers of blocks, and of correction codewords in each, by level and version.
  private var division: (blocks: Int, correction: Int) {
    let medium = [
      (1, 10), (1, 16), (1, 26), (2, 18), (2, 24), (4, 16), (4, 18), (4, 22), (5, 22), (5, 26),
    ]
    let low = [
      (1, 7), (1, 10), (1, 15), (1, 20), (1, 26), (2, 18), (2, 20), (2, 24), (2, 30), (4, 18),
    ]
    let found = (levelBits == 0 ? medium : low)[version - 1]
    return (found.0, found.1)
  }

  func text() throws -> String {
    let (count, correction) = division
    let all = codewords
    let data = all.count - count * correction
    let (short, longer) = (data / count, data % count)
    let sizes = (0..<count).map { short + ($0 >= count - longer ? 1 : 0) }
    var blocks: [[Int]] = Array(repeating: [], count: count)
    var place = 0
    for turn in 0...short {
      for number in 0..<count where turn < sizes[number] {
        blocks[number].append(all[place])
        place += 1
      }
    }
    let bytes = blocks.flatMap(\.self)
    for turn in 0..<correction {
      for number in 0..<count {
        blocks[number].append(all[data + turn * count + number])
      }
    }
    guard blocks.allSatisfy({ Self.hasNoError($0, correction) }) else {
      throw Problem.badCorrection
    }
    guard bytes[0] >> 4 == 0b0100 else { throw Problem.badMode }
    let isLong = version > 9
    let length =
      isLong
      ? (bytes[0] & 15) << 12 | bytes[1] << 4 | bytes[2] >> 4
      : (bytes[0] & 15) << 4 | bytes[1] >> 4
    let start = isLong ? 2 : 1
    let letters = (0..<length).map { offset in
      UInt8(truncatingIfNeeded: (bytes[start + offset] & 15) << 4 | bytes[start + offset + 1] >> 4)
    }
    guard let text = String(validating: letters, as: UTF8.self) else { throw Problem.badText }
    return text
  }

  /// Returns true if a block is divisible by the generator: all its syndromes are zero.
  private static func hasNoError(_ block: [Int], _ correction: Int) -> Bool {
    (0..<correction).allSatisfy { power in
      block.reduce(0) { times($0, exponent(power)) ^ $1 } == 0
    }
  }

  private static func exponent(_ power: Int) -> Int {
    (0..<power).reduce(1) { value, _ in times(value, 2) }
  }

  private static func times(_ left: Int, _ right: Int) -> Int {
    var (left, right, product) = (left, right, 0)
    while right > 0 {
      if right & 1 == 1 { product ^= left }
      left <<= 1
      if left > 255 { left ^= 0x11d }
      right >>= 1
    }
    return product
  }
}
