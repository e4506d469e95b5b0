import FeedDomain

@testable import FeedStorage

/// Exported settings from anywhere: a file is read whole or not at all, and what was read, written
/// and read again is the same.
enum SettingsImportProperty {
  static func check(_ input: [UInt8]) throws(Finding) {
    let head = Array("\(PortableSettingsFormat.versionKey) = 1\n".utf8)
    for file in [input, head + input] {
      switch read(file) {
      case .success(let settings): try checkReturn(of: settings)
      case .failure(.line(let line)):
        let count = file.count { $0 == UInt8(ascii: "\n") } + 1
        try expect((1...count).contains(line), "a mistake on line \(line) of \(count)")
      case .failure: break
      }
    }
  }

  private static func read(_ file: [UInt8]) -> Result<PortableSettings, PortableSettingsError> {
    Result { () throws(PortableSettingsError) in
      try PortableSettingsParser.parsedPortableSettings(in: file)
    }
  }

  private static func checkReturn(of settings: PortableSettings) throws(Finding) {
    for name in settings.themes.keys {
      try expect(
        ThemeFolder.isValidThemeName(name) && !name.contains("/"),
        "a theme outside its folder: \(name)")
    }
    let text = PortableSettingsFormat.exportedSettingsText(of: settings)
    guard let again = try? PortableSettingsParser.parsedPortableSettings(in: Array(text.utf8))
    else {
      throw Finding("written settings are not read: \(text)")
    }
    try expect(again.mutes == settings.mutes, "other mutes come back")
    try expect(again.tabs == settings.tabs, "other tabs come back")
    try expect(again.columns == settings.columns, "other columns come back")
  }
}
