import FeedDomain
import FeedStorage
import Terminal

@testable import Console
@testable import Preferences
@testable import Words

/// The settings file: lines are counted right, what is passed over is named, and what is in force,
/// written down as the program lists it, is in force again.
enum SettingsProperty {
  static func check(_ input: [UInt8]) throws(Finding) {
    let file = SettingsFile(parsing: input)
    let count = input.count { $0 == UInt8(ascii: "\n") } + 1
    for line in file.entries.map(\.line) + file.mistakes.map(\.line) {
      try expect((1...count).contains(line), "line \(line) of \(count)")
    }
    try expect(isSorted(file.entries.map(\.line)), "entries out of order")
    for entry in file.entries { try expect(!entry.key.isEmpty, "a setting without a name") }

    let inForce = inForce(file)
    for mistake in inForce.mistakes {
      try expect(
        !Wording().mistakeMessage(for: mistake, in: "config.ini").isEmpty,
        "a mistake without a word")
    }
    try checkReturn(of: inForce)
    _ = KeyNameProperty.keys(in: inForce.settings)
  }

  private static func checkReturn(of inForce: CurrentSettings) throws(Finding) {
    // A free text may hold what no line of the listing can.
    let settings = inForce.settings
    guard settings.editor.isEmpty, settings.opener.isEmpty, settings.keys.isEmpty
    else { return }
    let listed = listing(of: inForce)
    let again = self.inForce(SettingsFile(parsing: Array(listed.utf8)))
    try expect(again.mistakes.isEmpty, "the listing has mistakes: \(again.mistakes)")
    try expect(listing(of: again) == listed, "listed and read, the settings are others")
  }

  /// The settings as the program lists them, without the lines they come from.
  private static func listing(of inForce: CurrentSettings) -> String {
    SettingsFormatter(wording: Wording()).currentSettingLines(for: inForce).map { line in
      line.spans.first.map(\.text.string) ?? ""
    }.joined(separator: "\n")
  }

  private static func inForce(_ file: SettingsFile) -> CurrentSettings {
    CurrentSettings(path: "config.ini", entries: file.entries)
  }

  private static func isSorted(_ lines: [Int]) -> Bool {
    zip(lines, lines.dropFirst()).allSatisfy { $0 <= $1 }
  }
}
