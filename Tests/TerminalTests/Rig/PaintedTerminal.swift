import Glibc
import Terminal
import TerminalRig

/// A screen on a pseudo-terminal, read back and audited.
@MainActor final class PaintedTerminal {
  let terminal: PseudoTerminal
  let screen: NcursesScreen
  private(set) var seen: VirtualScreen
  private(set) var audit: SequenceAudit
  private let descriptor: Int32

  init(
    rows: Int = 24, columns: Int = 80, term: String = "xterm-256color",
    colorterm: String = "truecolor", encoding: TextEncoding = .utf8, mouse: Bool = true,
    isInTmux: Bool = false, isInMlterm: Bool = false,
    _ wishes: (inout TerminalOptions) -> Void = { _ in }
  ) throws {
    setlocale(LC_CTYPE, encoding == .utf8 ? "C.UTF-8" : "C")
    let size = WindowSize(columns: columns, rows: rows)
    terminal = try PseudoTerminal(size: size)
    descriptor = open(terminal.path, O_RDWR | O_NOCTTY | O_CLOEXEC)
    seen = VirtualScreen(size: size)
    audit = SequenceAudit(size: size)
    var environment = ["TERM": term, "COLORTERM": colorterm]
    if isInTmux { environment["TMUX"] = "/tmp/tmux,1,0" }
    if isInMlterm { environment["MLTERM"] = "3.9.0" }
    var options = TerminalOptions(environment: environment, encoding: encoding, mouse: mouse)
    wishes(&options)
    do {
      screen = try NcursesScreen(
        input: descriptor, output: descriptor, size: CellSize(rows: rows, columns: columns),
        options: options)
    } catch {
      Glibc.close(descriptor)
      throw error
    }
  }

  isolated deinit {
    screen.closeScreen()
    Glibc.close(descriptor)
  }

  /// Shows the canvas and returns what the terminal was sent for it.
  @discardableResult func show(_ canvas: Canvas) -> [UInt8] {
    screen.showCanvas(canvas)
    return receive()
  }

  /// Takes what the terminal was sent, until nothing is on its way any more.
  @discardableResult func receive() -> [UInt8] {
    var received: [UInt8] = []
    repeat {
      if case .bytes(let bytes) = terminal.readAvailable() { received += bytes }
      screen.sendOutputCanvasAndPictures()
    } while screen.hasPendingOutput
    if case .bytes(let bytes) = terminal.readAvailable() { received += bytes }
    seen.feed(received)
    audit.feed(received)
    return received
  }

  func resize(rows: Int, columns: Int) {
    let size = WindowSize(columns: columns, rows: rows)
    terminal.resize(to: size)
    seen.resize(to: size)
    audit.resize(to: size)
    screen.resizeScreen(to: CellSize(rows: rows, columns: columns))
  }

  /// Where the terminal does not look like the canvas; nil where it does.
  func difference(from canvas: Canvas) -> String? {
    for (row, cells) in canvas.rows.enumerated() {
      for (column, cell) in cells.enumerated() where cell.width > 0 {
        let found = seen.cell(row: row, column: column)
        let place = "\(row),\(column)"
        // Of a sequence, an old terminal shows the beginning.
        let wanted = cell.character.unicodeScalars.first.map(String.init) ?? ""
        if !found.text.unicodeScalars.starts(with: wanted.unicodeScalars) {
          return "\(place): \"\(found.text)\" instead of \"\(cell.character)\""
        }
        if let difference = found.difference(from: cell.style, exactly: screen.colours == .direct) {
          return "\(place): \(difference)"
        }
      }
    }
    return nil
  }
}

extension ScreenCell {
  fileprivate func difference(from style: Style, exactly: Bool) -> String? {
    let wanted = style.attributes
    if isBold != wanted.contains(.bold) { return "bold is \(isBold)" }
    if isItalic != wanted.contains(.italic) { return "italic is \(isItalic)" }
    if isUnderlined != wanted.contains(.underlined) { return "underlined is \(isUnderlined)" }
    if isReversed != wanted.contains(.reversed) { return "reversed is \(isReversed)" }
    if !foreground.matches(style.foreground, exactly) {
      return "\(foreground) on \(style.foreground)"
    }
    if !background.matches(style.background, exactly) {
      return "\(background) behind \(style.background)"
    }
    return nil
  }
}

extension ScreenCell.Colour {
  fileprivate func matches(_ colour: Terminal.Colour, _ exactly: Bool) -> Bool {
    switch (self, colour) {
    case (.standard, .standard): true
    case (.rgb(let red, let green, let blue), .rgb(let otherRed, let otherGreen, let otherBlue)):
      // What is near is the emulator's palette to say.
      !exactly || (red, green, blue) == (otherRed, otherGreen, otherBlue)
    case (.rgb, .ansi): true  // The palette is the emulator's own.
    default: false
    }
  }
}
