internal import FeedDomain

/// A namespace for the text format of exported settings: sections in brackets with one value a
/// line. Unlike in the settings file, a value extends to the end of its line, so that mutes may
/// contain any character.
enum PortableSettingsFormat {
  /// The version of the format of exported settings, written in their first line.
  static let version = 1
  static let versionKey = "tweetie"
  /// Maximum size of exported settings in bytes; larger files are rejected.
  static let maximumBytes = SettingsFile.maximumSize
  static let maximumLines = 20_000
  static let maximumLineLength = 4_096
  /// Maximum number of tabs of an account, and of deck columns, in exported settings.
  static let maximumStreams = 500

  static func exportedSettingsText(of portableSettings: PortableSettings) -> String {
    var text = "# tweetie config --import\n\(versionKey) = \(version)\n"
    func writeSection(_ section: String, _ lines: [String]) {
      guard !lines.isEmpty else { return }
      text += "\n[\(section)]\n" + lines.map { valueWithoutControlCharacters($0) + "\n" }.joined()
    }
    var sections: [String] = []
    let held = portableSettings.settingsInForce
    for setting in portableSettings.settings where !sections.contains(setting.section) {
      sections.append(setting.section)
    }
    for section in sections {
      let settings = portableSettings.settings.filter {
        $0.section == section && held[$0.name]?.line == $0.line
      }
      writeSection(section, settings.map { "\($0.key) = \($0.value)" })
    }
    for (name, lines) in portableSettings.themes.sorted(by: { $0.key < $1.key }) {
      writeSection(
        "\(ExportOnlySettingsSection.theme) \(name)", lines.map { "\($0.key) = \($0.value)" })
    }
    writeSection(
      "\(ExportOnlySettingsSection.mutes)", portableSettings.mutes.map { "mute = \($0.text)" })
    for (account, tabs) in portableSettings.tabs.sorted(by: { $0.key.rawValue < $1.key.rawValue }) {
      writeSection(
        "\(ExportOnlySettingsSection.tabs) \(account.rawValue)",
        tabs.map { "tab = " + deckColumnText(for: .stream($0)) })
    }
    writeSection(
      "\(ExportOnlySettingsSection.columns)",
      portableSettings.columns.map {
        "column = \(valueWithoutTabs($0.account.rawValue))\t\(deckColumnText(for: $0.content))"
      })
    for (account, places) in portableSettings.places.sorted(by: {
      $0.key.rawValue < $1.key.rawValue
    }) {
      writeSection(
        "\(ExportOnlySettingsSection.places) \(account.rawValue)",
        places.map { "place = " + deckColumnText(for: .stream(.feed(.nearby($0)))) })
    }
    return text
  }

  /// A name of a section that only exported settings have, not the settings file.
  enum ExportOnlySettingsSection: String, CustomStringConvertible {
    case theme, mutes, tabs, columns, places

    var description: String { rawValue }
  }

  private static func deckColumnText(for content: DeckColumn.DeckColumnContent) -> String {
    let key = StoredDeckColumn(content).texts
    return key.label.isEmpty
      ? valueWithoutTabs(key.key) : "\(valueWithoutTabs(key.key))\t\(valueWithoutTabs(key.label))"
  }

  /// Returns a value to be exported with the settings, without tabs and control characters.
  private static func valueWithoutTabs(_ text: String) -> String {
    valueWithoutControlCharacters(text.filter { $0 != "\t" })
  }

  /// Returns an exported value without line breaks and control characters; tabs stay.
  private static func valueWithoutControlCharacters(_ text: String) -> String {
    String(String.UnicodeScalarView(text.unicodeScalars.filter(isAllowedInExport)))
  }

  static func isAllowedInExport(_ scalar: Unicode.Scalar) -> Bool {
    scalar.value >= 0x20 && !(0x7F...0x9F).contains(scalar.value) || scalar == "\t"
  }
}

/// A parser of exported settings from untrusted files, which accepts a whole file or nothing.
struct PortableSettingsParser {
  private typealias Part = PortableSettingsFormat.ExportOnlySettingsSection

  private var portableSettings = PortableSettings()
  private var section = ""
  private var hasVersion = false

  static func parsedPortableSettings(in bytes: [UInt8]) throws(PortableSettingsError)
    -> PortableSettings
  {
    guard bytes.count <= PortableSettingsFormat.maximumBytes else { throw .tooLarge }
    guard String(validating: bytes, as: UTF8.self) != nil else { throw .notText }
    let lines = bytes.split(
      separator: UInt8(ascii: "\n"), maxSplits: PortableSettingsFormat.maximumLines,
      omittingEmptySubsequences: false)
    guard lines.count <= PortableSettingsFormat.maximumLines else { throw .tooLarge }
    var parser = PortableSettingsParser()
    for (place, line) in lines.enumerated() {
      try parser.parseLine(line.last == 0x0D ? line.dropLast() : line, number: place + 1)
    }
    guard parser.hasVersion else { throw .otherFile }
    return parser.portableSettings
  }
}

extension PortableSettingsParser {
  private mutating func parseLine(_ line: ArraySlice<UInt8>, number: Int)
    throws(PortableSettingsError)
  {
    let bytes = line.drop { $0 == 0x20 }
    let text = String(decoding: bytes, as: UTF8.self)
    guard let first = bytes.first, first != UInt8(ascii: "#") else { return }
    let mistake = hasVersion ? PortableSettingsError.line(number) : .otherFile
    guard bytes.count <= PortableSettingsFormat.maximumLineLength,
      text.unicodeScalars.allSatisfy(PortableSettingsFormat.isAllowedInExport)
    else { throw mistake }
    if first == UInt8(ascii: "[") {
      guard hasVersion, bytes.last == UInt8(ascii: "]"), bytes.count > 2 else { throw mistake }
      section = String(text.unicodeScalars.dropFirst().dropLast())
      return
    }
    guard let (key, value) = Self.keyAndValue(of: bytes) else { throw mistake }
    guard hasVersion else {
      guard key == PortableSettingsFormat.versionKey, let version = Int(value), version > 0 else {
        throw .otherFile
      }
      guard version <= PortableSettingsFormat.version else { throw .newer }
      hasVersion = true
      return
    }
    guard parseSetting(key, value, line: number) else { throw mistake }
  }

  private static func keyAndValue(of line: ArraySlice<UInt8>) -> (String, String)? {
    guard let sign = line.firstIndex(of: UInt8(ascii: "=")) else { return nil }
    let isBlank = { (byte: UInt8) in byte == 0x20 }
    var key = line[..<sign].drop(while: isBlank)
    while key.last.map(isBlank) == true { key.removeLast() }
    let value = line[sign...].dropFirst().drop(while: isBlank)
    guard !key.isEmpty else { return nil }
    return (String(decoding: key, as: UTF8.self), String(decoding: value, as: UTF8.self))
  }

  /// Parses a line in the current section of exported settings; returns false if the line is
  /// invalid.
  private mutating func parseSetting(_ key: String, _ value: String, line: Int) -> Bool {
    let words = section.split(separator: " ", maxSplits: 1).map(String.init)
    let rest = words.count > 1 ? words[1] : nil
    switch (words.first.flatMap { Part(rawValue: $0) }, rest, key) {
    case (.theme, let name?, _):
      guard ThemeFolder.isValidThemeName(name), Self.isThemeKeyOrValue(key),
        Self.isThemeKeyOrValue(value)
      else {
        return false
      }
      let setting = SettingEntry(
        section: "theme", key: key, value: value, line: line)
      portableSettings.themes[name, default: []].append(setting)
      return portableSettings.themes.count <= ThemeFolder.maximumThemes
    case (.mutes, nil, "mute"):
      guard let mute = Mute(value) else { return false }
      portableSettings.mutes.append(mute)
      return true
    case (.tabs, let account?, "tab"):
      guard case .stream(let tab)? = Self.parsedColumnContent(value) else { return false }
      var tabs = portableSettings.tabs[Account.ID(account), default: []]
      if !tabs.contains(tab) { tabs.append(tab) }
      portableSettings.tabs[Account.ID(account)] = tabs
      return tabs.count <= PortableSettingsFormat.maximumStreams
    case (.columns, nil, "column"):
      let parts = value.split(separator: "\t", maxSplits: 1).map(String.init)
      guard parts.count == 2, let content = Self.parsedColumnContent(parts[1]) else { return false }
      portableSettings.columns.append(DeckColumn(content, of: Account.ID(parts[0])))
      return portableSettings.columns.count <= PortableSettingsFormat.maximumStreams
    case (.places, let account?, "place"):
      guard case .stream(.feed(.nearby(let place)))? = Self.parsedColumnContent(value) else {
        return false
      }
      let places = portableSettings.places[Account.ID(account), default: []] + [place]
      portableSettings.places[Account.ID(account)] = Array(
        places.prefix(PortableSettings.mostPlaces))
      return true
    case (nil, nil, _), (.theme, nil, _):
      guard let section = words.first else { return false }
      portableSettings.settings.append(
        SettingEntry(section: section, key: key, value: value, line: line))
      return true
    default: return false
    }
  }

  private static func parsedColumnContent(_ text: String) -> DeckColumn.DeckColumnContent? {
    let parts = text.split(separator: "\t", maxSplits: 1).map(String.init)
    guard let key = parts.first else { return nil }
    return StoredDeckColumn(StoredFeedKeyAndLabel(key, label: parts.count > 1 ? parts[1] : ""))
      .content
  }

  /// Returns true if a text can be a key or value of a theme, such as "#ffb870" or "like".
  private static func isThemeKeyOrValue(_ text: String) -> Bool {
    (1...40).contains(text.utf8.count)
      && text.unicodeScalars.allSatisfy {
        $0.isASCII && ($0.properties.isAlphabetic || $0.properties.numericType != nil)
          || $0 == "#" || $0 == "-"
      }
  }
}
