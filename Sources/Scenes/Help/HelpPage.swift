import Preferences
import Terminal

/// The layout of the help page, in one or two columns.
struct HelpPage {
  let lines: [Line]

  /// The width from which the page has two columns.
  private static let columnsForTwo = 96

  init(_ contents: HelpContents, columns: Int, theme: Theme) {
    let isDouble = columns >= Self.columnsForTwo
    let width = isDouble ? (columns - 4) / 2 : columns
    let groups = contents.groups.map {
      Self.group($0.title, $0.entries, columns: width, theme)
    }
    let notifications = contents.notifications.flatMap {
      TextWrapping.wrap(Line($0, theme.style(.faint)), columns: columns)
    }
    lines =
      (isDouble ? Self.sideBySide(groups, width: width) : Self.stacked(groups))
      + (notifications.isEmpty ? [] : [Line()] + notifications)
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

  /// Returns the names of keys that fit the width, at least one. Names are not cut.
  private static func fitting(_ names: [String], columns: Int) -> SafeText {
    var text = SafeText(sanitizing: names.first ?? "")
    for name in names.dropFirst() {
      let longer = text + "  " + SafeText(sanitizing: name)
      guard TextWidth.columns(of: longer) <= columns else { break }
      text = longer
    }
    return text
  }

  private static func stacked(_ groups: [[Line]]) -> [Line] {
    Array(groups.joined(separator: [Line()]))
  }

  /// Distributes the groups over two columns of about the same height.
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
