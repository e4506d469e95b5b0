internal import FeedDomain

/// What somebody set up as a text, which reads like a settings file: sections in brackets, and a line
/// for each thing.
///
/// It is no settings file: a line means what it says to its end, so that muted words may have any
/// sign in them.
enum BelongingsFormat {
  /// What its first line says, besides comments.
  static let version = 1
  static let versionKey = "tweetie"
  /// More is written by nobody.
  static let mostBytes = SettingsFile.maximumSize
  static let mostLines = 20_000
  static let longestLine = 4_096
  /// So many tabs of an account, and columns of all, are more than anybody finds their way among.
  static let mostStreams = 500

  static func text(of belongings: Belongings) -> String {
    var text = "# tweetie config --import\n\(versionKey) = \(version)\n"
    func write(_ section: String, _ lines: [String]) {
      guard !lines.isEmpty else { return }
      text += "\n[\(section)]\n" + lines.map { plain($0) + "\n" }.joined()
    }
    var sections: [String] = []
    let held = belongings.held
    for setting in belongings.settings where !sections.contains(setting.section) {
      sections.append(setting.section)
    }
    for section in sections {
      let settings = belongings.settings.filter {
        $0.section == section && held[$0.name]?.line == $0.line
      }
      write(section, settings.map { "\($0.key) = \($0.value)" })
    }
    for (name, lines) in belongings.themes.sorted(by: { $0.key < $1.key }) {
      write("\(Part.theme) \(name)", lines.map { "\($0.key) = \($0.value)" })
    }
    write("\(Part.mutes)", belongings.mutes.map { "mute = \($0.text)" })
    for (account, tabs) in belongings.tabs.sorted(by: { $0.key.rawValue < $1.key.rawValue }) {
      write("\(Part.tabs) \(account.rawValue)", tabs.map { "tab = " + words(for: .stream($0)) })
    }
    write(
      "\(Part.columns)",
      belongings.columns.map {
        "column = \(clean($0.account.rawValue))\t\(words(for: $0.content))"
      })
    for (account, places) in belongings.places.sorted(by: { $0.key.rawValue < $1.key.rawValue }) {
      write(
        "\(Part.places) \(account.rawValue)",
        places.map { "place = " + words(for: .stream(.feed(.nearby($0)))) })
    }
    return text
  }

  /// What belongs to the program rather than to its settings file.
  enum Part: String, CustomStringConvertible {
    case theme, mutes, tabs, columns, places

    var description: String { rawValue }
  }

  private static func words(for content: DeckColumn.Content) -> String {
    let key = DeckKey(content).texts
    return key.label.isEmpty ? clean(key.key) : "\(clean(key.key))\t\(clean(key.label))"
  }

  /// Without what would divide it.
  private static func clean(_ text: String) -> String { plain(text.filter { $0 != "\t" }) }

  /// A line that ends nowhere but at its end, and drives no terminal.
  private static func plain(_ text: String) -> String {
    String(String.UnicodeScalarView(text.unicodeScalars.filter(isPlain)))
  }

  /// Whether it may be in a line.
  static func isPlain(_ scalar: Unicode.Scalar) -> Bool {
    scalar.value >= 0x20 && !(0x7F...0x9F).contains(scalar.value) || scalar == "\t"
  }
}
