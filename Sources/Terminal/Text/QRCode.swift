/// A QR code of a text, after ISO/IEC 18004: byte mode, versions 1 to 10, error correction M, or L
/// for texts that would not fit otherwise.
public struct QRCode: Equatable, Sendable {
  /// The number of modules on each side of the QR code, without the light margin.
  public let size: Int
  /// The modules of the QR code, row by row; true for a dark one.
  private var modules: [Bool]
  /// True for each module of the QR code that holds no data, such as those of the finder patterns.
  private var isReserved: [Bool]

  /// The width in modules of the light margin around a QR code. The standard asks for four; two
  /// suffice in practice.
  public static let margin = 2

  /// Creates the QR code of a text; nil if the text is longer than a code of version 10 can hold,
  /// which is 271 bytes.
  public init?(_ text: String) {
    let bytes = Array(text.utf8)
    let fitting = CorrectionLevel.allCases.lazy.compactMap { level -> (Int, CorrectionLevel)? in
      Self.versions.first { level.dataCodewordCount($0) >= bytes.count + Self.headerByteCount($0) }
        .map { ($0, level) }
    }
    // The smallest code is read most easily; of the same size, the better protected one.
    guard let (version, level) = fitting.min(by: { $0.0 < $1.0 }) else { return nil }
    self.init(version: version)
    placeCodewords(Self.interleavedDataAndCorrectionCodewords(bytes, version, level))
    let masked = (0..<8).map { mask in
      var code = self
      code.invertMaskedModules(mask)
      code.placeFormatModules(level, mask: mask)
      return code
    }
    guard let best = masked.min(by: { $0.penalty < $1.penalty }) else { return nil }
    self = best
  }

  /// Returns true for a dark module of the QR code; modules outside of the code are light.
  public func isModuleDark(row: Int, column: Int) -> Bool {
    (0..<size).contains(row) && (0..<size).contains(column) && modules[row * size + column]
  }
}

// MARK: - Codewords

extension QRCode {
  private static let versions = 1...10
  private static let totalLengths = [26, 44, 70, 100, 134, 172, 196, 242, 292, 346]

  /// A level of a QR code's error correction: M restores 15 % of the code, L restores 7 %.
  private enum CorrectionLevel: CaseIterable {
    case medium, low

    /// Returns the number of error correction codewords in a block of a QR code, by version.
    func correctionCodewordsPerBlock(_ version: Int) -> Int {
      switch self {
      case .medium: [10, 16, 26, 18, 24, 16, 18, 22, 22, 26][version - 1]
      case .low: [7, 10, 15, 20, 26, 18, 20, 24, 30, 18][version - 1]
      }
    }

    func correctionBlockCount(_ version: Int) -> Int {
      switch self {
      case .medium: [1, 1, 1, 2, 2, 4, 4, 4, 5, 5][version - 1]
      case .low: [1, 1, 1, 1, 1, 2, 2, 2, 2, 4][version - 1]
      }
    }

    func dataCodewordCount(_ version: Int) -> Int {
      totalLengths[version - 1] - correctionCodewordsPerBlock(version)
        * correctionBlockCount(version)
    }

    /// The two bits that stand for this level of error correction in a QR code's format
    /// information.
    var formatBits: Int { self == .medium ? 0 : 1 }
  }

  /// Returns the number of bytes before the text in a QR code, rounded up: half a byte for the
  /// mode, and one or two for the length.
  private static func headerByteCount(_ version: Int) -> Int { version < 10 ? 2 : 3 }

  /// Returns the codewords of a text in their order in the QR code: data and error correction,
  /// alternating between blocks.
  private static func interleavedDataAndCorrectionCodewords(
    _ bytes: [UInt8], _ version: Int, _ level: CorrectionLevel
  )
    -> [UInt8]
  {
    var bits = BitList()
    bits.appendBits(0b0100, count: 4)
    bits.appendBits(bytes.count, count: version < 10 ? 8 : 16)
    for byte in bytes { bits.appendBits(Int(byte), count: 8) }
    var data = bits.bytes
    let length = level.dataCodewordCount(version)
    for index in 0..<max(0, length - data.count) {
      data.append(index.isMultiple(of: 2) ? 0xec : 0x11)
    }
    let count = level.correctionBlockCount(version)
    let (short, longer) = (length / count, length % count)
    var blocks: [ArraySlice<UInt8>] = []
    for number in 0..<count {
      let size = short + (number >= count - longer ? 1 : 0)
      blocks.append(data.prefix(size))
      data.removeFirst(size)
    }
    let corrections = blocks.map {
      ReedSolomon.correctionCodewords(of: $0, degree: level.correctionCodewordsPerBlock(version))
    }
    let dataTurns = (0...short).flatMap { turn in
      blocks.compactMap { turn < $0.count ? $0[$0.startIndex + turn] : nil }
    }
    return dataTurns
      + (0..<level.correctionCodewordsPerBlock(version)).flatMap { turn in
        corrections.map { $0[turn] }
      }
  }
}

/// A list of bits that are collected into bytes; the last byte is filled with zeros.
private struct BitList {
  private(set) var bytes: [UInt8] = []
  private var free = 0

  mutating func appendBits(_ value: Int, count: Int) {
    for shift in (0..<count).reversed() {
      if free == 0 {
        bytes.append(0)
        free = 8
      }
      free -= 1
      bytes[bytes.count - 1] |= UInt8(value >> shift & 1) << UInt8(free)
    }
  }
}

/// A namespace for the error correction of QR codes over the field of 256 elements with the
/// polynomial 0x11d.
private enum ReedSolomon {
  static func finiteFieldProduct(_ left: UInt8, _ right: UInt8) -> UInt8 {
    var product = 0
    for shift in (0..<8).reversed() {
      product = product << 1 ^ (product >> 7) * 0x11d
      product ^= Int(right >> UInt8(shift) & 1) * Int(left)
    }
    return UInt8(product)
  }

  /// Returns the error correction codewords of a block: the remainder of its division by the
  /// generator of a degree.
  static func correctionCodewords(of block: ArraySlice<UInt8>, degree: Int) -> [UInt8] {
    var generator = [UInt8](repeating: 0, count: degree - 1) + [1]
    var root: UInt8 = 1
    for _ in 0..<degree {
      for index in 0..<degree {
        generator[index] = finiteFieldProduct(generator[index], root)
        if index + 1 < degree { generator[index] ^= generator[index + 1] }
      }
      root = finiteFieldProduct(root, 2)
    }
    var remainder = [UInt8](repeating: 0, count: degree)
    for byte in block {
      let factor = byte ^ remainder.removeFirst()
      remainder.append(0)
      for index in 0..<degree { remainder[index] ^= finiteFieldProduct(generator[index], factor) }
    }
    return remainder
  }
}

// MARK: - Modules

extension QRCode {
  /// The rows and columns of the centres of a QR code's alignment patterns, by version.
  private static let alignments = [
    [], [6, 18], [6, 22], [6, 26], [6, 30], [6, 34], [6, 22, 38], [6, 24, 42], [6, 26, 46],
    [6, 28, 50],
  ]

  /// Creates an empty QR code with its fixed patterns.
  private init(version: Int) {
    size = 17 + 4 * version
    modules = Array(repeating: false, count: size * size)
    isReserved = modules
    for index in 0..<size {
      setReservedModule(6, index, index.isMultiple(of: 2))
      setReservedModule(index, 6, index.isMultiple(of: 2))
    }
    for (row, column) in [(3, 3), (3, size - 4), (size - 4, 3)] { placeFinderPattern(row, column) }
    let centres = Self.alignments[version - 1]
    for row in centres {
      for column in centres where !overlapsFinderPattern(row, column) {
        placeAlignmentPattern(row, column)
      }
    }
    placeFormatModules(.medium, mask: 0)
    if version >= 7 { placeVersionModules(version) }
  }

  private mutating func setReservedModule(_ row: Int, _ column: Int, _ isDark: Bool) {
    modules[row * size + column] = isDark
    isReserved[row * size + column] = true
  }

  private func overlapsFinderPattern(_ row: Int, _ column: Int) -> Bool {
    row == 6 && column == 6 || row == 6 && column == size - 7 || row == size - 7 && column == 6
  }

  private mutating func placeFinderPattern(_ row: Int, _ column: Int) {
    for down in -4...4 {
      for across in -4...4 {
        let (row, column) = (row + down, column + across)
        guard (0..<size).contains(row), (0..<size).contains(column) else { continue }
        let ring = max(abs(down), abs(across))
        setReservedModule(row, column, ring != 2 && ring != 4)
      }
    }
  }

  private mutating func placeAlignmentPattern(_ row: Int, _ column: Int) {
    for down in -2...2 {
      for across in -2...2 {
        setReservedModule(row + down, column + across, max(abs(down), abs(across)) != 1)
      }
    }
  }

  /// Draws the format information into the QR code twice, and the module that is always dark.
  private mutating func placeFormatModules(_ level: CorrectionLevel, mask: Int) {
    let data = level.formatBits << 3 | mask
    var rest = data
    for _ in 0..<10 { rest = rest << 1 ^ (rest >> 9) * 0x537 }
    let bits = (data << 10 | rest) ^ 0x5412
    func isFormatBitSet(_ bit: Int) -> Bool { bits >> bit & 1 == 1 }
    for bit in 0..<6 { setReservedModule(bit, 8, isFormatBitSet(bit)) }
    setReservedModule(7, 8, isFormatBitSet(6))
    setReservedModule(8, 8, isFormatBitSet(7))
    setReservedModule(8, 7, isFormatBitSet(8))
    for bit in 9..<15 { setReservedModule(8, 14 - bit, isFormatBitSet(bit)) }
    for bit in 0..<8 { setReservedModule(8, size - 1 - bit, isFormatBitSet(bit)) }
    for bit in 8..<15 { setReservedModule(size - 15 + bit, 8, isFormatBitSet(bit)) }
    setReservedModule(size - 8, 8, true)
  }

  private mutating func placeVersionModules(_ version: Int) {
    var rest = version
    for _ in 0..<12 { rest = rest << 1 ^ (rest >> 11) * 0x1f25 }
    let bits = version << 12 | rest
    for bit in 0..<18 {
      let (far, near) = (size - 11 + bit % 3, bit / 3)
      setReservedModule(near, far, bits >> bit & 1 == 1)
      setReservedModule(far, near, bits >> bit & 1 == 1)
    }
  }

  /// Places codewords on the free modules of the QR code, in columns of two from the right,
  /// alternately up and down.
  private mutating func placeCodewords(_ codewords: [UInt8]) {
    var bit = 0
    for right in stride(from: size - 1, through: 1, by: -2) {
      // The vertical timing pattern has a column of its own.
      let right = right <= 6 ? right - 1 : right
      let isUpwards = (right + 1) & 2 == 0
      for step in 0..<size {
        let row = isUpwards ? size - 1 - step : step
        for column in [right, right - 1] where !isReserved[row * size + column] {
          guard bit < codewords.count * 8 else { continue }
          modules[row * size + column] = codewords[bit / 8] >> UInt8(7 - bit % 8) & 1 == 1
          bit += 1
        }
      }
    }
  }

  private mutating func invertMaskedModules(_ mask: Int) {
    for row in 0..<size {
      for column in 0..<size where !isReserved[row * size + column] {
        if Self.isModuleInverted(row: row, column: column, byMask: mask) {
          modules[row * size + column].toggle()
        }
      }
    }
  }

  private static func isModuleInverted(row: Int, column: Int, byMask mask: Int) -> Bool {
    let remainder =
      switch mask {
      case 0: (row + column) % 2
      case 1: row % 2
      case 2: column % 3
      case 3: (row + column) % 3
      case 4: (row / 2 + column / 3) % 2
      case 5: row * column % 2 + row * column % 3
      case 6: (row * column % 2 + row * column % 3) % 2
      default: ((row + column) % 2 + row * column % 3) % 2
      }
    return remainder == 0
  }
}

// MARK: - Penalty

extension QRCode {
  /// The penalty of the QR code by the standard, for patterns that scanners mistake: long runs,
  /// squares of one colour, false finder patterns, and unequal numbers of dark and light modules.
  private var penalty: Int {
    var penalty = 0
    for line in 0..<size {
      penalty += Self.maskLinePenalty(of: (0..<size).map { modules[line * size + $0] })
      penalty += Self.maskLinePenalty(of: (0..<size).map { modules[$0 * size + line] })
    }
    for row in 0..<size - 1 {
      for column in 0..<size - 1 {
        let start = row * size + column
        let first = modules[start]
        if modules[start + 1] == first, modules[start + size] == first,
          modules[start + size + 1] == first
        {
          penalty += 3
        }
      }
    }
    let dark = modules.count(where: \.self)
    return penalty + abs(dark * 20 - size * size * 10) / (size * size) * 10
  }

  private static let falseFinder = [true, false, true, true, true, false, true]

  private static func maskLinePenalty(of line: [Bool]) -> Int {
    var (penalty, run) = (0, 0)
    for (index, isDark) in line.enumerated() {
      run = index > 0 && line[index - 1] == isDark ? run + 1 : 1
      if run == 5 { penalty += 3 } else if run > 5 { penalty += 1 }
    }
    for start in 0...(line.count - 7) where Array(line[start..<start + 7]) == falseFinder {
      let before = line[max(0, start - 4)..<start]
      let after = line[(start + 7)..<min(line.count, start + 11)]
      if before.allSatisfy({ !$0 }) || after.allSatisfy({ !$0 }) { penalty += 40 }
    }
    return penalty
  }
}

// MARK: - Lines of text

extension QRCode {
  /// Returns the QR code with its margin as lines of half blocks, two rows of modules in a line.
  /// The characters draw the light modules, as on a dark screen.
  public func halfBlockLines(margin: Int = Self.margin) -> [SafeText] {
    let range = -margin..<size + margin
    return stride(from: range.lowerBound, to: range.upperBound, by: 2).map { row in
      let characters = range.map { column -> Character in
        let isLowerLight = row + 1 < range.upperBound && !isModuleDark(row: row + 1, column: column)
        switch (!isModuleDark(row: row, column: column), isLowerLight) {
        case (true, true): return "█"
        case (true, false): return "▀"
        case (false, true): return "▄"
        case (false, false): return " "
        }
      }
      return SafeText(sanitizing: String(characters))
    }
  }

  /// Returns the QR code with its margin as lines of "##" for each dark module and two blanks for
  /// each light one.
  public func asciiLines(margin: Int = Self.margin) -> [SafeText] {
    let range = -margin..<size + margin
    return range.map { row in
      SafeText(sanitizing: range.map { isModuleDark(row: row, column: $0) ? "##" : "  " }.joined())
    }
  }
}
