internal import CInih
package import FeedDomain
internal import Glibc
internal import Groundwork

/// A parsed settings file, which may contain settings that this version of Tweetie does not know.
package struct SettingsFile: Equatable, Sendable {
  /// The settings in the order of the settings file; a later one overrides an earlier one with the
  /// same section and key.
  package let entries: [SettingEntry]
  package let mistakes: [SettingMistake]

  /// Maximum size of a settings file in bytes.
  package static let maximumSize = 1 << 20

  /// Returns the parsed settings file at a path; an empty one if the file is missing.
  package static func readSettingsFile(path: String) throws(StoreError) -> SettingsFile {
    SettingsFile(parsing: try settingsFileBytes(path: path))
  }

  /// Returns the bytes of a settings file; empty if the file is missing and need not exist.
  static func settingsFileBytes(path: String, mustExist: Bool = false) throws(StoreError) -> [UInt8]
  {
    do throws(FileOperationError) {
      let file = try OpenFile(path, O_RDONLY | O_NONBLOCK, followsLink: true)
      let status = try file.fileStatus()
      guard status.st_mode & S_IFMT == S_IFREG else {
        throw FileOperationError(doing: "reading \(path)", because: "it is not a file")
      }
      guard status.st_size <= maximumSize else {
        throw FileOperationError(doing: "reading \(path)", because: "it is too large")
      }
      return try file.readBytes(Int(status.st_size))
    } catch {
      if error.code == ENOENT, !mustExist { return [] }
      throw .failed(step: error.step, reason: error.reason)
    }
  }

  package init(parsing bytes: [UInt8]) {
    let parser = SettingsFileParser(bytes)
    parser.collectSettingsAndMistakes()
    self.init(entries: parser.entries, mistakes: parser.mistakes)
  }

  private init(entries: [SettingEntry], mistakes: [SettingMistake]) {
    (self.entries, self.mistakes) = (entries, mistakes)
  }
}

/// A parser that passes the lines of a settings file to libinih, and records each result.
final class SettingsFileParser {
  private(set) var entries: [SettingEntry] = []
  private(set) var mistakes: [SettingMistake] = []
  private var lines: ArraySlice<ArraySlice<UInt8>>
  private var line = 0
  /// The mistake in the current line of the settings file; nil once libinih has accepted it.
  private var pendingMistake: SettingMistake.SettingMistakeReason?

  init(_ bytes: [UInt8]) {
    let start: [UInt8] = [0xEF, 0xBB, 0xBF]  // The byte order mark that some editors write first.
    let text = bytes.starts(with: start) ? bytes[start.count...] : bytes[...]
    lines = text.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)[...]
  }

  func collectSettingsAndMistakes() {
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
    if let mistake = unreadableLineReason(in: text, room: buffer.count - 2) {
      mistakes.append(SettingMistake(line: line, reason: mistake))
      text = []
    }
    switch text.first {
    case nil, UInt8(ascii: ";"), UInt8(ascii: "#"): pendingMistake = nil
    case UInt8(ascii: "["): pendingMistake = text.contains(UInt8(ascii: "]")) ? nil : .openSection
    default: pendingMistake = .saysNothing
    }
    buffer.copyBytes(from: text + [UInt8(ascii: "\n"), 0])
    return true
  }

  private func unreadableLineReason(
    in text: ArraySlice<UInt8>, room: Int
  ) -> SettingMistake.SettingMistakeReason? {
    if text.count > room { return .tooLong }
    if text.contains(0) || String(validating: text, as: UTF8.self) == nil { return .notText }
    return nil
  }

  private func addSetting(_ section: String, _ key: String, _ value: String) {
    pendingMistake = key.isEmpty ? .saysNothing : nil
    guard !key.isEmpty else { return }
    entries.append(SettingEntry(section: section, key: key, value: value, line: line))
  }

  private func recordPendingLineMistake() {
    if let pendingMistake {
      mistakes.append(SettingMistake(line: line, reason: pendingMistake))
    }
    pendingMistake = nil
  }
}

/// A folder of theme files beside the settings file; each file is a theme.
package struct ThemeFolder: Sendable {
  private let path: String
  static let maximumThemes = 100

  package init(besideSettings path: String) {
    self.path = (path.lastIndex(of: "/").map { String(path[..<$0]) } ?? ".") + "/themes"
  }

  /// Returns all themes in the folder, keyed by name; unreadable files are skipped.
  package func themes() -> [String: SettingsFile] {
    guard var files = FolderEntryNames(in: path) else { return [:] }
    var themes: [String: SettingsFile] = [:]
    while themes.count < Self.maximumThemes, let file = files.next() {
      guard let name = Self.themeNameFromFileName(of: file) else { continue }
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
  private static func themeNameFromFileName(of file: String) -> String? {
    guard file.hasSuffix(".ini") else { return nil }
    let name = String(file.dropLast(4))
    return isValidThemeName(name) ? name : nil
  }

  static func isValidThemeName(_ name: String) -> Bool {
    let isPlain = name.utf8.allSatisfy {
      (0x30...0x39).contains($0) || (0x61...0x7a).contains($0) || (0x41...0x5a).contains($0)
        || $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: "_")
    }
    return isPlain && (1...40).contains(name.utf8.count)
  }
}
