internal import CInih
package import FeedDomain
internal import Glibc
internal import Groundwork

/// A parsed settings file, which may contain settings that this version of Tweetie does not know.
package struct SettingsFile: Equatable, Sendable {
  package struct SettingLine: Equatable, Sendable {
    /// The name of the section that contains the setting; empty if the setting stands before the
    /// first section heading.
    package let section: String
    package let key: String
    package let value: String
    /// The line number of a setting in the settings file, from 1.
    package let line: Int

    package init(section: String, key: String, value: String, line: Int) {
      (self.section, self.key, self.value, self.line) = (section, key, value, line)
    }
  }

  package struct SettingsFileMistake: Equatable, Sendable {
    /// The line number of a mistake in the settings file, from 1.
    package let line: Int
    package let kind: SettingsFileMistakeKind

    package enum SettingsFileMistakeKind: Sendable {
      /// A mistake in the settings file: a line without "=" between key and value.
      case noValue
      /// A mistake in the settings file: a section heading without "]".
      case openSection
      /// A mistake in the settings file: a line longer than the parser's limit.
      case tooLong
      case notText
    }

    package init(line: Int, kind: SettingsFileMistakeKind) {
      (self.line, self.kind) = (line, kind)
    }
  }

  /// The settings in the order of the settings file; a later one overrides an earlier one with the
  /// same section and key.
  package let entries: [SettingLine]
  package let mistakes: [SettingsFileMistake]

  /// Maximum size of a settings file in bytes.
  package static let maximumSize = 1 << 20

  /// Returns the parsed settings file at a path; an empty one if the file is missing.
  package static func readSettingsFile(path: String) throws(StoreError) -> SettingsFile {
    SettingsFile(parsing: try settingsFileBytes(path: path))
  }

  /// Returns the bytes of a settings file; empty if the file is missing and need not exist.
  static func settingsFileBytes(path: String, mustExist: Bool = false) throws(StoreError) -> [UInt8]
  {
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
    let parser = SettingsFileParser(bytes)
    parser.collectEntriesAndMistakes()
    self.init(entries: parser.entries, mistakes: parser.mistakes)
  }

  private init(entries: [SettingLine], mistakes: [SettingsFileMistake]) {
    (self.entries, self.mistakes) = (entries, mistakes)
  }
}

/// A parser that passes the lines of a settings file to libinih, and records each result.
final class SettingsFileParser {
  private(set) var entries: [SettingsFile.SettingLine] = []
  private(set) var mistakes: [SettingsFile.SettingsFileMistake] = []
  private var lines: ArraySlice<ArraySlice<UInt8>>
  private var line = 0
  /// The mistake in the current line of the settings file; nil once libinih has accepted it.
  private var pendingMistake: SettingsFile.SettingsFileMistake.SettingsFileMistakeKind?

  init(_ bytes: [UInt8]) {
    let start: [UInt8] = [0xEF, 0xBB, 0xBF]  // The byte order mark that some editors write first.
    let text = bytes.starts(with: start) ? bytes[start.count...] : bytes[...]
    lines = text.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)[...]
  }

  func collectEntriesAndMistakes() {
    // libinih calls back only before it returns, and keeps no reference.
    let context = Unmanaged.passUnretained(self).toOpaque()
    // The result names only the first invalid line; the lines are recorded by the calls below.
    _ = ini_parse_stream(
      { buffer, size, context in
        guard let buffer, let context else { return nil }
        let parser = Unmanaged<SettingsFileParser>.fromOpaque(context).takeUnretainedValue()
        return parser.copyNextLine(
          into: UnsafeMutableRawBufferPointer(start: buffer, count: Int(size)))
          ? buffer : nil
      }, context,
      { context, section, key, value in
        guard let context, let section, let key, let value else { return 0 }
        let parser = Unmanaged<SettingsFileParser>.fromOpaque(context).takeUnretainedValue()
        parser.addSetting(String(cString: section), String(cString: key), String(cString: value))
        return 1
      }, context)
    recordPendingLineMistake()
  }

  /// Copies the next line of the settings file into libinih's buffer; returns false at the end.
  private func copyNextLine(into buffer: UnsafeMutableRawBufferPointer) -> Bool {
    recordPendingLineMistake()
    guard let next = lines.popFirst() else { return false }
    line += 1
    // libinih takes an indented line for a continuation of the previous value.
    let blank: Set<UInt8> = [0x20, 0x09, 0x0D]
    var text = next.drop { blank.contains($0) }
    while let last = text.last, blank.contains(last) { text.removeLast() }
    if let mistake = lineMistakeKind(in: text, room: buffer.count - 2) {
      mistakes.append(SettingsFile.SettingsFileMistake(line: line, kind: mistake))
      text = []
    }
    switch text.first {
    case nil, UInt8(ascii: ";"), UInt8(ascii: "#"): pendingMistake = nil
    case UInt8(ascii: "["): pendingMistake = text.contains(UInt8(ascii: "]")) ? nil : .openSection
    default: pendingMistake = .noValue
    }
    buffer.copyBytes(from: text + [UInt8(ascii: "\n"), 0])
    return true
  }

  private func lineMistakeKind(
    in text: ArraySlice<UInt8>, room: Int
  ) -> SettingsFile.SettingsFileMistake.SettingsFileMistakeKind? {
    if text.count > room { return .tooLong }
    if text.contains(0) || String(validating: text, as: UTF8.self) == nil { return .notText }
    return nil
  }

  private func addSetting(_ section: String, _ key: String, _ value: String) {
    pendingMistake = key.isEmpty ? .noValue : nil
    guard !key.isEmpty else { return }
    entries.append(SettingsFile.SettingLine(section: section, key: key, value: value, line: line))
  }

  private func recordPendingLineMistake() {
    if let pendingMistake {
      mistakes.append(SettingsFile.SettingsFileMistake(line: line, kind: pendingMistake))
    }
    pendingMistake = nil
  }
}

/// A folder of theme files beside the settings file; each file is a theme.
package struct ThemeFolder: Sendable {
  private let path: String
  static let most = 100

  package init(besideSettings path: String) {
    self.path = (path.lastIndex(of: "/").map { String(path[..<$0]) } ?? ".") + "/themes"
  }

  /// Returns all themes in the folder, keyed by name; unreadable files are skipped.
  package func themes() -> [String: SettingsFile] {
    guard var files = FolderEntryNames(in: path) else { return [:] }
    var themes: [String: SettingsFile] = [:]
    while themes.count < Self.most, let file = files.next() {
      guard let name = Self.themeName(of: file) else { continue }
      do throws(StoreError) {
        themes[name] = try SettingsFile.readSettingsFile(path: "\(path)/\(file)")
      } catch {
        continue
      }
    }
    return themes
  }

  /// Writes a theme to the folder, replacing a theme with the same name.
  func saveTheme(_ lines: [(key: String, value: String)], as name: String) throws(StoreError) {
    let text = lines.map { "\($0.key) = \($0.value)\n" }.joined()
    try StoreError.convertingFileErrors { () throws(FileOperationError) in
      // The folder may be a link to the folder in which the user keeps such files.
      if access(path, F_OK) != 0 { try PrivateDirectory(path: path).prepareDirectory() }
      let file = PrivateFile(path: "\(path)/\(name).ini", maximumSize: SettingsFile.maximumSize)
      try file.replaceContents(with: Array(text.utf8))
    }
  }

  /// Returns the name of the theme in a file, given the file's name; nil if the file is no theme.
  private static func themeName(of file: String) -> String? {
    guard file.hasSuffix(".ini") else { return nil }
    let name = String(file.dropLast(4))
    return isThemeName(name) ? name : nil
  }

  static func isThemeName(_ name: String) -> Bool {
    let isPlain = name.utf8.allSatisfy {
      (0x30...0x39).contains($0) || (0x61...0x7a).contains($0) || (0x41...0x5a).contains($0)
        || $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: "_")
    }
    return isPlain && (1...40).contains(name.utf8.count)
  }
}
