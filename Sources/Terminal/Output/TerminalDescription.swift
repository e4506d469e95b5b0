/// What a terminal can do, in the terms of a compiled terminfo entry.
///
/// ncurses is given a description of our own: the abilities of the terminal that painting needs,
/// and marks in place of its colours. So nothing unforeseen is ever written, true colour works with
/// descriptions that know of 256, and links move with their text.
struct TerminalDescription: Equatable {
  /// The flags that are set, by their number in a compiled entry.
  var flags: Set<Int> = []
  /// The sequences, by their number in a compiled entry.
  var strings: [Int: [UInt8]] = [:]

  /// The entry, compiled: header, names, flags, numbers, offsets, sequences.
  func compiled(name: String, size: CellSize) -> [UInt8] {
    let names = Array(name.utf8) + [0]
    let flagCount = (flags.max() ?? -1) + 1
    var numbers = [Int](repeating: -1, count: Capability.numberCount)
    numbers[Capability.columns] = size.columns
    numbers[Capability.lines] = size.rows
    numbers[Capability.colours] = InkTable.capacity
    numbers[Capability.pairs] = InkTable.pairCapacity
    var offsets = [Int](repeating: -1, count: (strings.keys.max() ?? -1) + 1)
    var table: [UInt8] = []
    for (number, sequence) in strings.sorted(by: { $0.key < $1.key }) {
      offsets[number] = table.count
      table += sequence + [0]
    }
    var entry: [UInt8] = []
    for number in [0o432, names.count, flagCount, numbers.count, offsets.count, table.count] {
      entry += Self.short(number)
    }
    entry += names
    entry += (0..<flagCount).map { flags.contains($0) ? 1 : 0 }
    if !entry.count.isMultiple(of: 2) { entry.append(0) }
    entry += numbers.flatMap(Self.short)
    entry += offsets.flatMap(Self.short)
    return entry + table
  }

  private static func short(_ number: Int) -> [UInt8] {
    let bits = UInt16(truncatingIfNeeded: number)
    return [UInt8(truncatingIfNeeded: bits), UInt8(truncatingIfNeeded: bits >> 8)]
  }
}

extension TerminalDescription {
  /// The description without what the terminal of that name gets wrong.
  func mended(for term: String) -> TerminalDescription {
    var mended = self
    // mlterm erases fewer columns than it is told to where there are wide characters. Blanks, and
    // erasing to the end of a row, it gets right.
    if term.hasPrefix("mlterm") {
      mended.strings[Capability.erase] = nil
      mended.strings[Capability.eraseFromStart] = nil
    }
    return mended
  }

  /// The description that ncurses gets, with marks where colours and their end would be.
  func marked() -> TerminalDescription {
    var marked = self
    marked.strings[Capability.foreground] = [OutputMark.foreground] + Array("%p1%d;".utf8)
    marked.strings[Capability.background] = [OutputMark.background] + Array("%p1%d;".utf8)
    marked.strings[Capability.originalColours] = [OutputMark.originalColours]
    for reset in [Capability.attributesOff, Capability.attributes] {
      guard let sequence = strings[reset] else { continue }
      marked.strings[reset] = [OutputMark.reset] + Self.withoutCharacterSets(sequence)
    }
    // From the top, erasing what is below is the same as erasing everything, except in kitty, which
    // would also forget its images.
    if strings[Capability.clear] == Array("\u{1b}[H\u{1b}[2J".utf8) {
      marked.strings[Capability.clear] = Array("\u{1b}[H\u{1b}[J".utf8)
    }
    // Without a way to turn wrapping off, ncurses never paints the bottom right cell. Terminals
    // that hold a wrap back are descendants of the VT100, which had one, whether it is described or
    // not.
    if flags.contains(Capability.wrapGlitch), strings[Capability.wrappingOff] == nil {
      marked.strings[Capability.wrappingOn] = Array("\u{1b}[?7h".utf8)
      marked.strings[Capability.wrappingOff] = Array("\u{1b}[?7l".utf8)
    }
    // What was written to the last column without wrapping leaves the cursor behind it in kitty, and
    // a step back would lead one column less far than elsewhere. A step forward ends at the margin
    // in every terminal.
    if marked.strings[Capability.wrappingOff] != nil {
      marked.strings[Capability.wrappingOn]? += Array("\u{1b}[C".utf8)
    }
    // A line feed may also move to the first column, depending on the line's settings.
    if strings[Capability.down] == [0x0a] { marked.strings[Capability.down] = nil }
    return marked
  }

  /// Line drawing is UTF-8 or ASCII here, so no other character set is ever left.
  private static func withoutCharacterSets(_ sequence: [UInt8]) -> [UInt8] {
    let selections = [Array("\u{1b}(B".utf8), Array("\u{1b}(0".utf8)]
    var kept: [UInt8] = []
    var rest = sequence[...]
    while let byte = rest.first {
      let isSelection = selections.contains { rest.starts(with: $0) }
      if !isSelection, byte != 0x0e, byte != 0x0f { kept.append(byte) }
      rest = rest.dropFirst(isSelection ? 3 : 1)
    }
    return kept
  }
}
