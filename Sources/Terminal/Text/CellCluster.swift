/// A part of a character that stays together in one place on the screen, one or two columns wide.
///
/// Most characters are one cluster. A syllable of an Indic script may be several, because
/// terminals give each of its spacing signs a column of its own.
struct CellCluster: Equatable {
  let character: Character
  let columns: Int

  /// Calls the body for each cluster of the character, from left to right.
  static func forEach(in character: Character, _ body: (CellCluster) -> Void) {
    if character.utf8.count == 1 {
      if character.utf8.first.map({ $0 >= 0x20 && $0 < 0x7f }) == true {
        body(CellCluster(character: character, columns: 1))
      }
      return
    }
    let scalars = character.unicodeScalars
    if let columns = emojiColumns(of: scalars) {
      body(CellCluster(character: character, columns: columns))
      return
    }
    var pending = String.UnicodeScalarView()
    var columns = 0
    for scalar in scalars {
      let own = scalar.columns
      if own > 0, columns > 0 {
        emit(pending, columns, body)
        pending = String.UnicodeScalarView()
        columns = 0
      }
      pending.append(scalar)
      columns += own
    }
    if columns > 0 { emit(pending, columns, body) }
  }
}

extension CellCluster {
  /// Whether terminals may disagree about where the cursor stands after the cluster.
  var isContested: Bool {
    let scalars = character.unicodeScalars
    guard let first = scalars.first, first.value >= 0x80 || scalars.count > 1 else { return false }
    return first.value >= 0x1f000
      || first.properties.generalCategory == .spacingMark
      || scalars.contains { $0.value == 0xfe0f || $0.value == 0xfe0e || $0.value == 0x200d }
  }

  /// Whether it is an alef, which some terminals put into the column of the lam before it.
  var joinsLam: Bool {
    [0x622, 0x623, 0x625, 0x627].contains(character.unicodeScalars.first?.value)
  }

  private static func emit(
    _ scalars: String.UnicodeScalarView, _ columns: Int, _ body: (CellCluster) -> Void
  ) {
    guard let character = String(scalars).first else { return }
    body(CellCluster(character: character, columns: columns))
  }

  /// The width of an emoji sequence; nil for any other character.
  private static func emojiColumns(of scalars: Character.UnicodeScalarView) -> Int? {
    guard let first = scalars.first, scalars.count > 1 else { return nil }
    let second = scalars[scalars.index(after: scalars.startIndex)]
    if first.isRegionalIndicator, second.isRegionalIndicator { return 2 }
    if second.value == 0xfe0f { return 2 }
    guard first.isEmojiBase else { return nil }
    if second.isEmojiModifier || second.value == 0x200d || second.isTag { return 2 }
    return nil
  }
}
