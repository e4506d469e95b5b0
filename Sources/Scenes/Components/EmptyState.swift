import FeedDomain
import PhotoDisplay
import Preferences
import Terminal
import UseCases
import Words

/// The message in the middle of a scene without rows.
struct EmptyState: Equatable {
  let sentence: SafeText
  /// The suggested next step in a scene without rows; empty if the user can only wait.
  var next: SafeText = ""
  /// True if a spinner is shown in a scene without rows.
  var isBusy = false

  func drawState(
    on canvas: inout Canvas, in rect: CellRect, _ drawing: DrawingParameters,
    _ options: DisplayOptions
  ) {
    let theme = drawing.theme
    let columns = max(1, min(60, rect.size.columns - 4))
    var first = Line()
    if isBusy {
      first.append(Spinner.spinnerSign(frame: drawing.frame, options) + " ", theme.style(.busy))
    }
    first.append(sentence, theme.style(.strong))
    var lines = TextWrapping.wrappedLines(of: first, columns: columns)
    if !next.isEmpty {
      if rect.size.rows > lines.count + 2 { lines.append(Line()) }
      lines += TextWrapping.wrappedLines(of: Line(next, theme.style(.faint)), columns: columns)
    }
    let top = rect.origin.row + max(0, (rect.size.rows - lines.count) * 2 / 5)
    canvas.point = CellPosition(row: top, column: rect.origin.column)
    for (offset, line) in lines.enumerated() {
      let left = rect.origin.column + max(0, (rect.size.columns - line.columns) / 2)
      canvas.write(line, at: CellPosition(row: top + offset, column: left), within: rect)
    }
  }
}

extension EmptyState {
  /// Creates the message shown while a request runs: words, or, if the service is slow to answer,
  /// the waiting time and the key that retries.
  init(asking words: SafeText, _ asking: FetchProgress, _ wording: Wording, key: String) {
    if case .stalled(let time) = asking {
      self.init(
        sentence: wording.noAnswerText(for: time),
        next: wording.retryOffer(key: key), isBusy: true)
    } else {
      self.init(sentence: words, next: "", isBusy: true)
    }
  }
}
