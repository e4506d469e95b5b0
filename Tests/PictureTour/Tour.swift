import Glibc
import Terminal

/// The list that is toured.
@MainActor final class Tour {
  private let screen: NcursesScreen
  private var decoder = TerminalInputDecoder()
  private var pictures: [Picture] = []
  private var scroll = 0
  private var hasDialog = false
  private var isHalfCovered = false

  init(options: TerminalOptions) throws(TerminalError) {
    screen = try NcursesScreen(input: 0, output: 1, size: Self.size, options: options)
  }

  func run() async {
    paint()
    let asked = screen.pictureDetection.queries
    screen.sendQuery(asked)
    screen.onEvent = { [weak self] news in
      guard case .pictures = news else { return }
      self?.pictures = []
      self?.paint()
    }
    var isRunning = true
    while isRunning {
      var poll = pollfd(fd: 0, events: Int16(POLLIN), revents: 0)
      _ = Glibc.poll(&poll, 1, 10)
      if Self.size != screen.size {
        screen.resizeScreen(to: Self.size)
        paint()
      }
      var bytes = [UInt8](repeating: 0, count: 4096)
      let count = poll.revents == 0 ? 0 : read(0, &bytes, bytes.count)
      for input in decoder.decodeBytes(bytes[..<max(0, count)]) {
        switch input {
        case .reply(let reply): screen.handleTerminalReply(reply)
        case .event(.key(let key)): isRunning = isRunning && take(key)
        case .event: break
        }
      }
      screen.sendOutputCanvasAndPictures()
      await Task.yield()
    }
    screen.closeScreen()
  }

  private func take(_ key: Key) -> Bool {
    switch key.code {
    case .character("q"): return false
    case .character("j"): scroll += 1
    case .character("k"): scroll -= 1
    case .character("d"): hasDialog.toggle()
    case .character("c"): isHalfCovered.toggle()
    case .character("l") where key.modifiers.contains(.control): screen.markScreenForRepaint()
    default: break
    }
    paint()
    return true
  }

  private func paint() {
    if pictures.isEmpty {
      pictures = (0..<5).compactMap {
        paintedPicture(
          number: $0, cells: CellSize(rows: 7, columns: 24), cell: screen.pictureAbility.cell)
      }
    }
    var canvas = Canvas(size: screen.size)
    for row in 0..<screen.size.rows {
      let text = "row \(row + scroll) ................................................"
      canvas.writeLine(Line(SafeText(sanitizing: text)), at: CellPosition(row: row, column: 0))
    }
    for (index, picture) in pictures.enumerated() {
      let position = CellPosition(row: 2 + 9 * index - scroll, column: 10 + 6 * index)
      canvas.placePicture(picture, at: position)
    }
    if isHalfCovered {
      canvas.fillRect(
        CellRect(row: 0, column: 0, rows: screen.size.rows, columns: 20), Style(on: .ansi(4)))
    }
    if hasDialog {
      let box = CellRect(row: 5, column: 15, rows: 6, columns: 30)
      canvas.fillRect(box, Style(.ansi(0), on: .ansi(7)))
      canvas.writeLine(
        Line("A dialog over it", Style(.ansi(0), on: .ansi(7))),
        at: CellPosition(row: 7, column: 20))
    }
    let ability = screen.pictureAbility
    let reason = screen.pictureDetection.reason
    let status =
      "\(ability.method) because \(reason), cell \(ability.cell.width)x\(ability.cell.height), \(screen.bytesWritten) bytes"
    canvas.fillRect(
      CellRect(row: screen.size.rows - 1, column: 0, rows: 1, columns: screen.size.columns))
    canvas.writeLine(
      Line(SafeText(sanitizing: status)), at: CellPosition(row: screen.size.rows - 1, column: 0))
    screen.showCanvas(canvas)
  }

  private static var size: CellSize {
    var window = winsize()
    _ = ioctl(1, UInt(TIOCGWINSZ), &window)
    return CellSize(rows: max(1, Int(window.ws_row)), columns: max(1, Int(window.ws_col)))
  }
}
