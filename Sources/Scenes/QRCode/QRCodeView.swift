import FeedDomain
import PhotoDisplay
import Preferences
import Terminal
import Words

/// An overlay with the QR code of an address, which can be scanned with a phone.
@MainActor
final class QRCodeView: Scene {
  weak var navigator: (any Navigator)?
  private let address: String
  private let code: QRCode?
  private let wording: Wording
  private let options: DisplayOptions

  init(of address: String, wording: Wording, options: DisplayOptions = DisplayOptions()) {
    self.address = address
    code = QRCode(address)
    (self.wording, self.options) = (wording, options)
  }

  var properties: SceneProperties { SceneProperties(fitsBeside: false, isOverlay: true) }
  var hints: [Command] { [.back, .copyLink, .browse] }

  /// The style of a QR code on the screen: white on black, whatever the theme is.
  private static let style = Style(.rgb(255, 255, 255), on: .rgb(0, 0, 0))

  func drawScene(on canvas: inout Canvas, in rect: CellRect, _ drawing: DrawingParameters) {
    let theme = drawing.theme
    guard let lines = qrCodeLines(fitting: rect.size) else {
      let text = TextWrapper.wrappedLines(
        of: Line(refusal, theme.style(.text)), columns: rect.size.columns)
      return drawCentredLines(text, columns: rect.size.columns, on: &canvas, in: rect, theme)
    }
    let isPlain = options.isPlain || !options.hasSigns
    let style = isPlain ? theme.style(.text) : Self.style
    let columns = lines.first.map { TextWidth.columnCount(of: $0) } ?? 0
    let words = Line(SafeText(sanitizing: address), theme.style(.faint))
    let caption =
      words.columns <= rect.size.columns && lines.count < rect.size.rows ? [words] : []
    drawCentredLines(
      lines.map { Line($0, style) } + caption, columns: max(columns, caption.first?.columns ?? 0),
      on: &canvas, in: rect, theme)
  }

  /// Returns the QR code as lines, with the widest margin that fits the screen; nil if none fits,
  /// or if the address is too long for a QR code.
  private func qrCodeLines(fitting size: CellSize) -> [SafeText]? {
    guard let code else { return nil }
    let isPlain = options.isPlain || !options.hasSigns
    for margin in stride(from: QRCode.margin, through: 1, by: -1) {
      let lines =
        isPlain ? code.asciiLines(margin: margin) : code.halfBlockLines(margin: margin)
      let columns = lines.first.map { TextWidth.columnCount(of: $0) } ?? 0
      if lines.count <= size.rows, columns <= size.columns { return lines }
    }
    return nil
  }

  private var refusal: SafeText {
    code == nil
      ? wording.say("This address is too long for a QR code.")
      : wording.say("The window is too small for this QR code. tweetie qr prints it.")
  }

  private func drawCentredLines(
    _ lines: [Line], columns: Int, on canvas: inout Canvas, in rect: CellRect, _ theme: Theme
  ) {
    let box = CellRect(
      row: rect.origin.row + max(0, (rect.size.rows - lines.count) / 2),
      column: rect.origin.column + max(0, (rect.size.columns - columns) / 2),
      rows: min(lines.count, rect.size.rows), columns: min(columns, rect.size.columns))
    let isFramed =
      !options.isPlain && box.framed.size.rows <= rect.size.rows
      && box.framed.size.columns <= rect.size.columns
    // Without room for a frame the whole area is cleared.
    canvas.fillRect(isFramed ? box.framed : rect, theme.style(.text))
    if isFramed { box.drawFrame(on: &canvas, theme.style(.rule)) }
    for (row, line) in zip(box.rows, lines) {
      let start = box.origin.column + max(0, (box.size.columns - line.columns) / 2)
      canvas.writeLine(line, at: CellPosition(row: row, column: start), within: box)
    }
  }

  func handleEvent(_ event: SceneInputEvent) -> Bool {
    guard case .command(let command) = event else { return true }
    switch command {
    case .back, .open, .qrCode: navigator?.navigate(to: .back)
    case .copyLink: navigator?.copyText(SafeText(sanitizing: address))
    case .browse, .openLink: if let link = SafeWebLink(address) { navigator?.openInBrowser(link) }
    case .quit, .repaint, .suspend: return false
    default: break
    }
    return true
  }
}

extension QRCodeView {
  /// Returns the address in place of its QR code, for screen readers.
  func screenReaderContents(at now: Timestamp) -> ScreenReaderContents {
    var words = ScreenReaderContents(title: wording.hintText(of: .qrCode))
    words.notes = [SafeText(sanitizing: address)]
    return words
  }
}
