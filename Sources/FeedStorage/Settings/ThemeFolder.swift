internal import FeedDomain
internal import Glibc
internal import Groundwork

/// The folder of themes beside the settings file: one theme a file.
package struct ThemeFolder: Sendable {
  private let path: String
  /// Maximum number of themes.
  static let most = 100

  package init(besideSettings path: String) {
    self.path = (path.lastIndex(of: "/").map { String(path[..<$0]) } ?? ".") + "/themes"
  }

  /// Reads all themes by name; unreadable files are skipped.
  package func themes() -> [String: SettingsFile] {
    guard var files = FolderNames(in: path) else { return [:] }
    var themes: [String: SettingsFile] = [:]
    while themes.count < Self.most, let file = files.next() {
      guard let name = Self.name(of: file) else { continue }
      do throws(StoreError) { themes[name] = try SettingsFile.read(path: "\(path)/\(file)") } catch
      {
        continue
      }
    }
    return themes
  }

  /// Writes a theme, replacing one with the same name.
  func keep(_ lines: [(key: String, value: String)], as name: String) throws(StoreError) {
    let text = lines.map { "\($0.key) = \($0.value)\n" }.joined()
    try StoreError.of { () throws(SystemError) in
      // A folder that is there may be a link to where somebody keeps such files.
      if access(path, F_OK) != 0 { try PrivateDirectory(path: path).prepare() }
      let file = PrivateFile(path: "\(path)/\(name).ini", maximumSize: SettingsFile.maximumSize)
      try file.replace(with: Array(text.utf8))
    }
  }

  /// Returns the theme name of a file; nil for other files.
  private static func name(of file: String) -> String? {
    guard file.hasSuffix(".ini") else { return nil }
    let name = String(file.dropLast(4))
    return isName(name) ? name : nil
  }

  /// Returns whether a text is a valid theme name.
  static func isName(_ name: String) -> Bool {
    let isPlain = name.utf8.allSatisfy {
      (0x30...0x39).contains($0) || (0x61...0x7a).contains($0) || (0x41...0x5a).contains($0)
        || $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: "_")
    }
    return isPlain && (1...40).contains(name.utf8.count)
  }
}
