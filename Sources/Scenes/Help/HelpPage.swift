import FeedDomain
import Preferences
import Terminal
import Words

/// What the keys do, as lines for a width: a group after the other, in two columns where there is
/// room, and what a service wants to be read.
struct HelpPage {
  /// The lines.
  let lines: [Line]

  /// Below this, one column is all there is room for.
  private static let columnsForTwo = 96

  /// The keys while one writes come after the others, or first where `isWriting`; what the signs
  /// mean comes last.
  init(
    _ keys: KeyMap, columns: Int, wording: Wording, theme: Theme, isWriting: Bool = false,
    isPlain: Bool = false
  ) {
    let isDouble = columns >= Self.columnsForTwo
    let width = isDouble ? (columns - 4) / 2 : columns
    let commands = CommandGroup.allCases.map {
      Self.group(
        wording.title(of: $0), Self.entries(of: $0, keys, wording),
        columns: width, theme)
    }
    let writing = [
      Self.group(wording.whileWriting, HelpEntry.writing(wording), columns: width, theme),
      Self.group(wording.whileAdding, HelpEntry.adding(wording), columns: width, theme),
      Self.group(wording.whilePolling, HelpEntry.polling(wording), columns: width, theme),
    ]
    let signs = Self.group(
      wording.signs, HelpEntry.signs(wording), columns: width, theme)
    let mouse = Self.group(wording.mouse, HelpEntry.mouse(wording), columns: width, theme)
    let groups =
      (isWriting ? writing + commands : commands + writing) + [mouse]
      + (isPlain ? [] : [signs])
    let notices = Service.allCases.compactMap(\.photoTerms.notice).flatMap {
      TextWrapping.wrap(Line(SafeText(sanitizing: $0), theme.style(.faint)), columns: columns)
    }
    lines =
      (isDouble ? Self.sideBySide(groups, width: width) : Self.stacked(groups)) + [Line()] + notices
  }
}

extension HelpPage {
  private static func group(
    _ title: SafeText, _ entries: [HelpEntry], columns: Int, _ theme: Theme
  ) -> [Line] {
    let heading = Line(title, theme.style(.strong))
    let keyColumns = min(18, columns * 2 / 5)
    let titleColumns = max(1, columns - keyColumns - 4)
    return [heading]
      + entries.flatMap { entry -> [Line] in
        let names = fitting(entry.keys, columns: keyColumns)
        let titles = TextWrapping.wrap(
          Line(entry.title, theme.style(.text)), columns: titleColumns)
        return titles.enumerated().map { number, title in
          var line = Line()
          line.pad(2)
          if number == 0 { line.append(names, theme.style(.mention)) }
          line.pad(keyColumns + 4 - line.columns)
          line.append(title)
          return line
        }
      }
  }

  /// As many of the keys as there is room for, one at least: part of a key's name is no name.
  private static func fitting(_ names: [String], columns: Int) -> SafeText {
    var text = SafeText(sanitizing: names.first ?? "")
    for name in names.dropFirst() {
      let longer = text + "  " + SafeText(sanitizing: name)
      guard TextWidth.columns(of: longer) <= columns else { break }
      text = longer
    }
    return text
  }

  private static func entries(
    of group: CommandGroup, _ keys: KeyMap, _ wording: Wording
  ) -> [HelpEntry] {
    Command.allCases.filter { $0.group == group }.flatMap {
      $0 == .back ? back(keys, wording) : entry(of: $0, keys, wording).map { [$0] } ?? []
    }
  }

  private static func entry(
    of command: Command, _ keys: KeyMap, _ wording: Wording
  ) -> HelpEntry? {
    let names = names(of: command, keys)
    guard !names.isEmpty else { return nil }
    guard case .stream(let number) = command else {
      return HelpEntry(names, wording.title(of: command))
    }
    // Nine lines that say the same would push everything else off the screen.
    guard number == 1, let last = Self.names(of: .stream(9), keys).first else { return nil }
    return HelpEntry([names[0] + " … " + last], wording.streamByNumber)
  }

  /// Escape stops at the first scene; any other key that leads back ends the program there.
  private static func back(_ keys: KeyMap, _ wording: Wording) -> [HelpEntry] {
    let all = names(of: .back, keys)
    let escape = KeyName.hint(Key(.escape))
    let others = all.filter { $0 != escape }
    let title = wording.title(of: .back)
    return (all.contains(escape) ? [HelpEntry([escape], title)] : [])
      + (others.isEmpty ? [] : [HelpEntry(others, wording.backOrQuit)])
  }

  /// The keys that do it, without those that another command took.
  private static func names(of command: Command, _ keys: KeyMap) -> [String] {
    keys.workingKeys(for: command).map(KeyName.hint)
  }

  private static func stacked(_ groups: [[Line]]) -> [Line] {
    Array(groups.joined(separator: [Line()]))
  }

  /// Fills the left column up to the half, so that both are about as long.
  private static func sideBySide(_ groups: [[Line]], width: Int) -> [Line] {
    let total = groups.reduce(0) { $0 + $1.count + 1 }
    var left: [[Line]] = []
    var right: [[Line]] = []
    var used = 0
    for group in groups {
      if right.isEmpty, used + group.count / 2 <= total / 2 {
        left.append(group)
        used += group.count + 1
      } else {
        right.append(group)
      }
    }
    let (first, second) = (stacked(left), stacked(right))
    return (0..<max(first.count, second.count)).map { row in
      var line = row < first.count ? first[row] : Line()
      guard row < second.count else { return line }
      line.pad(width + 4 - line.columns)
      line.append(second[row])
      return line
    }
  }
}
