internal import CInih
internal import Glibc

/// Hands libinih one line after the other and remembers what it made of each.
final class SettingsParser {
  private(set) var entries: [SettingsFile.Entry] = []
  private(set) var mistakes: [SettingsFile.Mistake] = []
  private var lines: ArraySlice<ArraySlice<UInt8>>
  private var line = 0
  /// What would be wrong with the current line if libinih made nothing of it.
  private var suspicion: SettingsFile.Mistake.Kind?

  init(_ bytes: [UInt8]) {
    let start: [UInt8] = [0xEF, 0xBB, 0xBF]  // The mark some editors put first.
    let text = bytes.starts(with: start) ? bytes[start.count...] : bytes[...]
    lines = text.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)[...]
  }

  func parse() {
    // libinih calls back before it returns and keeps nothing.
    let context = Unmanaged.passUnretained(self).toOpaque()
    // Its result names the first wrong line only; each is noticed below.
    _ = ini_parse_stream(
      { buffer, size, context in
        guard let buffer, let context else { return nil }
        let parser = Unmanaged<SettingsParser>.fromOpaque(context).takeUnretainedValue()
        return parser.hand(to: UnsafeMutableRawBufferPointer(start: buffer, count: Int(size)))
          ? buffer : nil
      }, context,
      { context, section, key, value in
        guard let context, let section, let key, let value else { return 0 }
        let parser = Unmanaged<SettingsParser>.fromOpaque(context).takeUnretainedValue()
        parser.take(String(cString: section), String(cString: key), String(cString: value))
        return 1
      }, context)
    close()
  }

  /// Puts the next line into libinih's buffer; false at the end.
  private func hand(to buffer: UnsafeMutableRawBufferPointer) -> Bool {
    close()
    guard let next = lines.popFirst() else { return false }
    line += 1
    // An indented line would be taken for more of the value before it.
    let blank: Set<UInt8> = [0x20, 0x09, 0x0D]
    var text = next.drop { blank.contains($0) }
    while let last = text.last, blank.contains(last) { text.removeLast() }
    if let mistake = mistake(in: text, room: buffer.count - 2) {
      mistakes.append(SettingsFile.Mistake(line: line, kind: mistake))
      text = []
    }
    switch text.first {
    case nil, UInt8(ascii: ";"), UInt8(ascii: "#"): suspicion = nil
    case UInt8(ascii: "["): suspicion = text.contains(UInt8(ascii: "]")) ? nil : .openSection
    default: suspicion = .noValue
    }
    buffer.copyBytes(from: text + [UInt8(ascii: "\n"), 0])
    return true
  }

  private func mistake(
    in text: ArraySlice<UInt8>, room: Int
  ) -> SettingsFile.Mistake.Kind? {
    if text.count > room { return .tooLong }
    if text.contains(0) || String(validating: text, as: UTF8.self) == nil { return .notText }
    return nil
  }

  private func take(_ section: String, _ key: String, _ value: String) {
    suspicion = key.isEmpty ? .noValue : nil
    guard !key.isEmpty else { return }
    entries.append(SettingsFile.Entry(section: section, key: key, value: value, line: line))
  }

  private func close() {
    if let suspicion { mistakes.append(SettingsFile.Mistake(line: line, kind: suspicion)) }
    suspicion = nil
  }
}
