import FeedDomain
import PhotoDisplay
import Preferences
import Terminal
import UseCases
import Words

/// A message in the middle of a scene that has no rows.
struct EmptySceneMessage: Equatable {
  let sentence: SafeText
  /// The text of the suggested next step in a scene without rows; empty if the user can only wait.
  var nextStep: SafeText = ""
  /// True if a spinner is shown before the message of a scene without rows.
  var isBusy = false
  /// True if growing rings are shown above a message while the user is being located.
  var isLocating = false

  func drawEmptySceneMessage(
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
    var lines = Self.balancedLines(of: first, columns: columns)
    if !nextStep.isEmpty {
      if rect.size.rows > lines.count + 2 { lines.append(Line()) }
      lines += Self.balancedLines(of: Line(nextStep, theme.style(.faint)), columns: columns)
    }
    let pulse =
      isLocating && !options.isPlain ? UserLocationAnimation(in: rect, above: lines.count) : nil
    let shift = pulse == nil ? 0 : UserLocationAnimation.rows + 1
    let top = rect.origin.row + max(0, (rect.size.rows - lines.count - shift) * 2 / 5) + shift
    pulse?.drawLocationAnimation(endingAbove: top - 1, on: &canvas, drawing, options)
    canvas.point = CellPosition(row: top, column: rect.origin.column)
    for (offset, line) in lines.enumerated() {
      let left = rect.origin.column + max(0, (rect.size.columns - line.columns) / 2)
      canvas.writeLine(line, at: CellPosition(row: top + offset, column: left), within: rect)
    }
  }
}

extension EmptySceneMessage {
  /// Returns a text wrapped to a width in columns. If a single short word would stand in the last
  /// line, the other lines are made narrower.
  private static func balancedLines(of text: Line, columns: Int) -> [Line] {
    let lines = TextWrapper.wrappedLines(of: text, columns: columns)
    guard lines.count > 1, let last = lines.last, last.columns < columns / 3 else { return lines }
    for narrower in stride(from: columns - 1, to: columns / 2, by: -1) {
      let balanced = TextWrapper.wrappedLines(of: text, columns: narrower)
      guard balanced.count == lines.count else { return lines }
      if balanced.last.map({ $0.columns >= narrower / 2 }) == true { return balanced }
    }
    return lines
  }
}

/// An animation of two rings that grow around a dot, shown while the user's location is determined.
/// Without animations only the smaller ring is drawn.
struct UserLocationAnimation {
  static let rows = 5
  private static let columns = 11
  private static let framesPerRing = 4

  private let rect: CellRect

  /// Creates the rings of the locating animation above a text of some lines; nil without room.
  init?(in rect: CellRect, above lines: Int) {
    guard rect.size.rows >= lines + Self.rows + 4, rect.size.columns >= 2 * Self.columns else {
      return nil
    }
    self.rect = rect
  }

  /// Draws the rings of the locating animation, which end above a row of the screen.
  func drawLocationAnimation(
    endingAbove row: Int, on canvas: inout Canvas, _ drawing: DrawingParameters,
    _ options: DisplayOptions
  ) {
    let theme = drawing.theme
    let middle = CellPosition(
      row: row - Self.rows / 2 - 1, column: rect.origin.column + rect.size.columns / 2)
    canvas.writeLine(Line("●", theme.style(.busy)), at: middle, within: rect)
    let ring =
      options.isAnimated ? Int(drawing.frame.magnitude / UInt(Self.framesPerRing) % 3) : 1
    guard ring > 0 else { return }
    let size = CellSize(rows: 1 + 2 * ring, columns: 1 + 4 * ring + (ring == 2 ? 2 : 0))
    let box = CellRect(
      origin: CellPosition(
        row: middle.row - size.rows / 2, column: middle.column - size.columns / 2), size: size)
    PhotoBoxBorder(style: theme.style(ring == 1 ? .busy : .faint), isRound: true)
      .drawPhotoBorder(on: &canvas, in: box, within: rect)
  }
}

extension EmptySceneMessage {
  /// Creates the message of an empty scene while a request runs: the text `words` or, if the
  /// service is slow to answer, the waiting time and the key that retries.
  init(asking words: SafeText, _ asking: SceneFetchProgress, _ wording: Wording, key: String) {
    if case .stalled(let time) = asking {
      self.init(
        sentence: wording.noAnswerText(for: time),
        nextStep: wording.retryOffer(key: key), isBusy: true)
    } else {
      self.init(sentence: words, nextStep: "", isBusy: true)
    }
  }
}
