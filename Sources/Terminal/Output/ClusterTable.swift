/// Stand-ins for characters about whose width terminals disagree.
///
/// ncurses sees private characters of one column each, which `SafeText` cannot contain; on the way
/// out they become the character between saving and restoring the cursor. So the row cannot shift,
/// whatever the terminal makes of it.
struct ClusterTable {
  /// So many can be in use: two private characters of plane 15 each.
  static let capacity = 0x7ffe
  private static let first: UInt32 = 0xf0000

  private var numbers: [Character: Int] = [:]
  private var sequences: [[UInt8]] = []

  /// The stand-in's left half; the right half is the next scalar. Nil when the table is full.
  mutating func standIn(for cluster: CellCluster) -> UInt32? {
    if let known = numbers[cluster.character] { return Self.first + 2 * UInt32(known) }
    guard sequences.count < Self.capacity else { return nil }
    numbers[cluster.character] = sequences.count
    sequences.append(Self.sequence(for: cluster))
    return Self.first + 2 * UInt32(sequences.count - 1)
  }

  /// What is written for a stand-in; nil for any other scalar.
  func sequence(for scalar: UInt32) -> [UInt8]? {
    guard scalar >= Self.first, scalar < Self.first + 2 * UInt32(sequences.count) else {
      return nil
    }
    let number = Int(scalar - Self.first)
    return number.isMultiple(of: 2) ? sequences[number / 2] : Self.step
  }

  private static let step = Array("\u{1b}[C".utf8)

  /// First the place is erased, since the character may turn out narrower; then the character; and
  /// then to the second column of its place, where ncurses believes to be.
  ///
  /// Blanks would not do: after one in the last column, some terminals wrap even after returning.
  private static func sequence(for cluster: CellCluster) -> [UInt8] {
    let erase = "\u{1b}[\(cluster.columns)X"
    return Array("\u{1b}7\(erase)\(drawn(cluster.character))\u{1b}8".utf8) + step
  }

  /// The character, without what an old terminal would draw beyond its two columns: the rest of a
  /// family, and skin tones.
  private static func drawn(_ character: Character) -> String {
    let scalars = character.unicodeScalars
    guard scalars.contains(where: { $0.isZeroWidthJoiner || $0.isEmojiModifier }) else {
      return String(character)
    }
    var reduced = String.UnicodeScalarView()
    for scalar in scalars {
      if !reduced.isEmpty, !scalar.isVariationSelector { break }
      reduced.append(scalar)
    }
    return String(reduced)
  }
}
