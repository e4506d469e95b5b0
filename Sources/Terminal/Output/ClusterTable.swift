/// Stand-ins for characters whose width terminals disagree about.
///
/// ncurses sees private characters of one column each, which `SafeText` cannot contain; on the way
/// out they become the character, between saving and restoring the cursor. So the row cannot shift,
/// whatever the terminal makes of it.
struct ClusterTable {
  /// What a private character stands for.
  enum Meaning {
    /// A character that begins where the cursor is.
    case drawing([UInt8], isOnOddRow: Bool)
    /// The second column of one.
    case step
  }

  /// How many can be in use: each has two private characters of plane 15 for rows with even
  /// numbers, and two for the others, so that landmarks can tell the rows apart.
  static let capacity = 0x3fff
  private static let first: UInt32 = 0xf0000

  /// Whether the terminal draws emoji sequences in two columns, so that they may be written whole.
  var drawsWhole = false {
    didSet { drawings = clusters.map(drawing) }
  }

  private var numbers: [Character: Int] = [:]
  private var clusters: [CellCluster] = []
  private var drawings: [[UInt8]] = []

  /// The stand-in's left half on a row with an even number; the right half is the next scalar. Nil
  /// when the table is full.
  mutating func standIn(for cluster: CellCluster) -> UInt32? {
    if let known = numbers[cluster.character] { return Self.first + 4 * UInt32(known) }
    guard drawings.count < Self.capacity else { return nil }
    numbers[cluster.character] = drawings.count
    clusters.append(cluster)
    drawings.append(drawing(of: cluster))
    return Self.first + 4 * UInt32(drawings.count - 1)
  }

  /// The scalar as it is on a row with an odd number; only stand-ins differ there.
  static func onOddRow(_ scalar: UInt32) -> UInt32 {
    (first..<(first + 4 * UInt32(capacity))).contains(scalar) ? scalar | 2 : scalar
  }

  /// What a stand-in means; nil for any other scalar.
  func meaning(of scalar: UInt32) -> Meaning? {
    guard scalar >= Self.first, scalar < Self.first + 4 * UInt32(drawings.count) else {
      return nil
    }
    let number = Int(scalar - Self.first)
    if number & 1 != 0 { return .step }
    return .drawing(drawings[number / 4], isOnOddRow: number & 2 != 0)
  }

  /// Ends a drawing: goes back to where the cursor was, and then to the second column of the place,
  /// where ncurses believes it to be.
  static let ending = Array("\u{1b}8".utf8) + step
  /// What is written for the second column.
  static let step = Array("\u{1b}[C".utf8)

  /// Erases the place, since the character may turn out narrower, and then writes the character.
  ///
  /// Blanks would not do: after one in the last column, some terminals wrap even after going back.
  private func drawing(of cluster: CellCluster) -> [UInt8] {
    let text = drawsWhole ? String(cluster.character) : cluster.beginning
    return Array("\u{1b}7\u{1b}[\(cluster.columns)X\(text)".utf8)
  }
}

extension CellCluster {
  /// Whether a terminal that does not know emoji sequences draws it beyond its two columns.
  var isSequence: Bool {
    character.unicodeScalars.contains { $0.isZeroWidthJoiner || $0.isEmojiModifier }
  }

  /// The character without what such a terminal would draw too much: the rest of a family, and skin
  /// tones.
  fileprivate var beginning: String {
    guard isSequence else { return String(character) }
    var reduced = String.UnicodeScalarView()
    for scalar in character.unicodeScalars {
      if !reduced.isEmpty, !scalar.isVariationSelector { break }
      reduced.append(scalar)
    }
    return String(reduced)
  }
}
