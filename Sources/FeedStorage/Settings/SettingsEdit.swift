/// A change of one setting in the text of a settings file, which leaves all else as it stands:
/// comments, order, and what nobody knows.
package struct SettingsEdit: Hashable, Sendable {
  private typealias Bytes = ArraySlice<UInt8>

  private let section: String
  private let key: String
  /// What it is to be; nil to take it out of the file.
  private let value: String?

  package init(section: String, key: String, value: String?) {
    (self.section, self.key, self.value) = (section, key, value)
  }

  /// The text with the change; nil where a file cannot say that.
  package func applied(to bytes: [UInt8]) -> [UInt8]? {
    let before = SettingsFile(parsing: bytes)
    var lines = bytes.split(separator: Self.newline, omittingEmptySubsequences: false)[...]
    let places = before.entries.filter(isMeant).map { $0.line - 1 }
    if let value {
      if let place = places.last {
        lines[place] = Self.line(lines[place], saying: value)
      } else {
        insert("\(key) = \(value)", into: &lines, before)
      }
    } else {
      for place in places.reversed() {
        // A remark on the line stays.
        let remark = Self.remark(in: lines[place]).drop(while: Self.isBlank)
        if remark.isEmpty { lines.remove(at: place) } else { lines[place] = remark }
      }
    }
    let text = Array(lines.joined(separator: [Self.newline]))
    return says(text, before) ? text : nil
  }

  private func isMeant(_ entry: SettingsFile.Entry) -> Bool {
    entry.section == section && entry.key == key
  }

  /// Whether a text says this, and otherwise what was said before.
  private func says(_ text: [UInt8], _ before: SettingsFile) -> Bool {
    let after = SettingsFile(parsing: text)
    func others(_ file: SettingsFile) -> [[String]] {
      file.entries.filter { !isMeant($0) }.map { [$0.section, $0.key, $0.value] }
    }
    return after.entries.last(where: isMeant)?.value == value && others(after) == others(before)
      && after.mistakes.map(\.kind) == before.mistakes.map(\.kind)
  }
}

extension SettingsEdit {
  private static let newline = UInt8(ascii: "\n")
  private static let mark: [UInt8] = [0xEF, 0xBB, 0xBF]

  private static func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 }

  /// The line with another value between its sign and what is remarked behind it.
  private static func line(_ line: Bytes, saying value: String) -> Bytes {
    let isSign = { (byte: UInt8) in byte == UInt8(ascii: "=") || byte == UInt8(ascii: ":") }
    let sign = line.firstIndex(where: isSign) ?? line.startIndex
    let isTight = line[sign...].dropFirst().first.map { !isBlank($0) } ?? false
    return line[...sign] + (isTight ? [] : [0x20]) + Array(value.utf8) + remark(in: line)
  }

  /// What stands behind the value: a remark with the blanks before it, and half of a line's end.
  private static func remark(in line: Bytes) -> Bytes {
    let end = line.last == 0x0D ? line.index(before: line.endIndex) : line.endIndex
    let isRemark = { (place: Int) in
      line[place] == UInt8(ascii: ";") && place > line.startIndex && isBlank(line[place - 1])
    }
    guard var start = line.indices.first(where: isRemark) else { return line[end...] }
    while start > line.startIndex, isBlank(line[start - 1]) { start -= 1 }
    return line[start...]
  }

  /// The section that a line opens; nil for none.
  private static func section(openedBy line: Bytes) -> String? {
    let text = (line.starts(with: mark) ? line.dropFirst(mark.count) : line).drop(while: isBlank)
    guard text.first == UInt8(ascii: "["), let end = text.firstIndex(of: UInt8(ascii: "]")) else {
      return nil
    }
    return String(decoding: text[..<end].dropFirst(), as: UTF8.self)
  }

  /// Puts a line behind the last of its section, which is added where there is none.
  private func insert(
    _ text: String, into lines: inout ArraySlice<Bytes>, _ file: SettingsFile
  ) {
    let end: [UInt8] = lines.contains { $0.last == 0x0D } ? [0x0D] : []
    let line = (Array(text.utf8) + end)[...]
    let entries = file.entries.filter { $0.section == section }.map { $0.line - 1 }
    let headings = lines.indices.filter { Self.section(openedBy: lines[$0]) == section }
    if let place = (entries + headings).max() {
      lines.insert(line, at: place + 1)
      // The last line had no end.
      if place + 2 == lines.endIndex { lines.append([]) }
      return
    }
    while lines.last?.allSatisfy({ Self.isBlank($0) || $0 == 0x0D }) == true { lines.removeLast() }
    if !lines.isEmpty { lines.append(end[...]) }
    lines += [(Array("[\(section)]".utf8) + end)[...], line, []]
  }
}
