import FeedDomain
import Preferences
internal import Terminal
import Words

struct SettingsFormatter {
  let wording: Wording

  /// The lines of the sample settings file: every setting with its default, its allowed values and
  /// its meaning.
  var defaults: [PrintedLine] {
    settingLinesBySection { definition in
      // For free text no values are listed.
      let allowed = definition.allowed()
      let choice = allowed == "…" ? [] : [PrintedLine("# (\(allowed))", .dim)]
      return [PrintedLine("# ", .dim).appendingText(definition.meaning(wording), .dim)]
        + choice + [PrintedLine("\(definition.key) = \(definition.show(Settings()))")]
    } + [
      "", "[keys]",
      PrintedLine("# ", .dim).appendingText(
        wording.say("A command of the full screen and its key:"), .dim),
    ] + keys
  }

  /// The lines of the section "keys" in the sample settings file: every command of the full screen
  /// with its keys, commented out.
  private var keys: [PrintedLine] {
    CommandTable.rows.map { row in
      let names = row.keys.map(KeyName.keyName).joined(separator: " ")
      return PrintedLine("# \(row.name) = \(names)", .dim)
    }
  }

  /// Returns the current settings as lines of text, each ending with the number of the line in the
  /// settings file that sets it; defaults have no number.
  func currentSettingLines(for inForce: CurrentSettings) -> [PrintedLine] {
    let keys = inForce.settings.keys.map { entry in
      settingLineWithNumber("\(entry.key) = \(entry.value)", from: entry.line)
    }
    return [
      PrintedLine("# ", .dim).appendingText(SafeText(sanitizing: inForce.path), .dim)
    ]
      + settingLinesBySection { definition in
        let value: SafeText = "\(definition.key) = \(definition.show(inForce.settings))"
        return [settingLineWithNumber(value, from: inForce.lines[definition.name])]
      } + (keys.isEmpty ? [] : ["", "[keys]"] + keys)
  }

  private func settingLinesBySection(_ lines: (SettingDefinition) -> [PrintedLine]) -> [PrintedLine]
  {
    var section: String?
    return SettingsTable.all.flatMap { definition -> [PrintedLine] in
      defer { section = definition.section }
      guard definition.section != section else { return lines(definition) }
      let header = PrintedLine("[\(definition.section)]", .bold)
      return (section == nil ? [header] : ["", header]) + lines(definition)
    }
  }

  private func settingLineWithNumber(_ text: SafeText, from number: Int?) -> PrintedLine {
    let line = PrintedLine(text)
    guard let number else { return line }
    return line.appendingText("  # ", .dim).appendingText(
      wording.say("line {line}", ["line": number]), .dim)
  }
}
