internal import CInih
package import FeedDomain
internal import Glibc

/// What a settings file says, before anybody asks whether the keys exist.
package struct SettingsFile: Equatable, Sendable {
  /// One setting.
  package struct Entry: Hashable, Sendable {
    /// The name in brackets above it; empty where there is none.
    package let section: String
    package let key: String
    package let value: String
    /// The line it stands on, the first being 1.
    package let line: Int

    package init(section: String, key: String, value: String, line: Int) {
      (self.section, self.key, self.value, self.line) = (section, key, value, line)
    }
  }

  /// A line that says nothing a settings file can say.
  package struct Mistake: Hashable, Sendable {
    /// The line, the first being 1.
    package let line: Int
    package let kind: Kind

    /// What can be wrong with a line.
    package enum Kind: Hashable, Sendable {
      /// It has no "=" between a key and a value.
      case noValue
      /// It begins with "[" and has no "]".
      case openSection
      /// It is longer than can be read.
      case tooLong
      case notText
    }

    package init(line: Int, kind: Kind) {
      (self.line, self.kind) = (line, kind)
    }
  }

  /// The settings, in the file's order; where a key is set twice, the later one counts.
  package let entries: [Entry]
  /// The lines that were passed over.
  package let mistakes: [Mistake]

  /// A larger file is not a settings file.
  package static let maximumSize = 1 << 20

  /// Reads a file; one that is not there says nothing.
  package static func read(path: String) throws(StoreError) -> SettingsFile {
    SettingsFile(parsing: try bytes(path: path))
  }

  /// The text of a file; none where it is not there, unless it must be.
  static func bytes(path: String, mustExist: Bool = false) throws(StoreError) -> [UInt8] {
    let descriptor = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
    guard descriptor >= 0 else {
      if errno == ENOENT, !mustExist { return [] }
      throw .failed(step: "opening \(path)", reason: String(cString: strerror(errno)))
    }
    defer { close(descriptor) }
    var status = stat()
    guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
      throw .failed(step: "reading \(path)", reason: "it is not a file")
    }
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 1 << 14)
    while true {
      let count = Glibc.read(descriptor, &buffer, buffer.count)
      if count < 0, errno == EINTR { continue }
      guard count >= 0 else {
        throw .failed(step: "reading \(path)", reason: String(cString: strerror(errno)))
      }
      if count == 0 { return bytes }
      bytes += buffer[..<count]
      guard bytes.count <= maximumSize else {
        throw .failed(step: "reading \(path)", reason: "it is too large")
      }
    }
  }

  package init(parsing bytes: [UInt8]) {
    let parser = SettingsParser(bytes)
    parser.parse()
    self.init(entries: parser.entries, mistakes: parser.mistakes)
  }

  private init(entries: [Entry], mistakes: [Mistake]) {
    (self.entries, self.mistakes) = (entries, mistakes)
  }
}

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
