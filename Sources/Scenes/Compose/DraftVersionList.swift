import FeedDomain
import Preferences
import Terminal
import Words

/// The list of a draft's earlier texts below the text of the compose page. The text field shows the
/// selected one.
struct DraftVersionList: Equatable {
  private static let maximumRows = 8

  private let versions: [DraftVersion]
  private let times: [SafeText]
  private(set) var chosen = 0

  /// Creates the list of earlier texts, the latest first; nil if there are none.
  init?(_ versions: [DraftVersion], _ moments: TypedMomentFormat) {
    guard !versions.isEmpty else { return nil }
    self.versions = versions
    times = versions.map { SafeText(sanitizing: moments.typedMomentText(of: $0.replacedAt)) }
  }

  var rows: Int { min(versions.count, Self.maximumRows) }
  var chosenText: String { versions[chosen].text }

  mutating func moveSelection(by step: Int) {
    chosen = min(max(0, chosen + step), versions.count - 1)
  }

  mutating func selectRow(_ row: Int) { moveSelection(by: first + row - chosen) }

  /// The index of the first visible earlier text.
  private var first: Int { max(0, chosen - Self.maximumRows + 1) }

  /// The earlier texts as choices for screen readers.
  var choices: [SafeText] { versions.indices.map { times[$0] + ", " + versionBeginning(of: $0) } }

  func drawVersionList(on canvas: inout Canvas, in rect: CellRect, _ theme: Theme) {
    for (row, index) in zip(rect.rows, first..<versions.count) {
      let position = CellPosition(row: row, column: rect.origin.column)
      let isChosen = index == chosen
      if isChosen {
        canvas.point = position
        canvas.fillRect(rect.lineRect(row), theme.style(.currentTab))
      }
      var line = Line(" " + times[index], theme.style(isChosen ? .currentTab : .faint))
      line.append("  " + versionBeginning(of: index), theme.style(isChosen ? .currentTab : .text))
      canvas.writeLine(line.cutLine(columns: rect.size.columns), at: position, within: rect)
    }
  }

  private func versionBeginning(of index: Int) -> SafeText {
    let words = versions[index].text.prefix(200).split(whereSeparator: \.isWhitespace)
    return SafeText(sanitizing: words.joined(separator: " "))
  }
}
