import FeedDomain
import Preferences
import Terminal
import UseCases

/// The last lines of the log, and what of each channel is written.
@MainActor final class LogView: ListScene {
  weak var stage: (any Stage)?
  private let options: DisplayOptions
  private let send: SceneRequests<LogReading.Request>
  private var viewModel = LogViewModel()
  package var pane = ListPane<LogRow, Never>()
  /// Whether the last line is selected, and goes on being when others follow it.
  private var follows = true

  init(interactor: any Interacting<LogReading.Request>, options: DisplayOptions = DisplayOptions())
  {
    send = SceneRequests(to: interactor)
    self.options = options
  }

  var header: Header {
    Header(viewModel.title, aside: viewModel.filter)
  }

  var hints: [Command] {
    viewModel.isKept ? [.back, .view, .bottom, .top, .help] : [.back, .help]
  }
  var keyHints: [Hint] { viewModel.turning.map { [$0] } ?? [] }
  var fitsBeside: Bool { false }

  func opened() { send.once(.open) }

  func closed() { send(.close) }

  func draw(on canvas: inout Canvas, in rect: CellRect, _ drawing: Drawing) {
    let theme = drawing.theme
    // Where there is little room, the lines have it.
    let switches = rect.size.rows >= 8 ? lines(columns: rect.size.columns - 3, theme) : []
    for (row, line) in switches.enumerated() {
      canvas.write(
        line,
        at: CellPosition(row: rect.origin.row + row, column: rect.origin.column + 2), within: rect)
    }
    let top = switches.isEmpty ? 0 : switches.count + 1
    let body = CellRect(
      row: rect.origin.row + top, column: rect.origin.column, rows: rect.size.rows - top,
      columns: rect.size.columns)
    if let notice = viewModel.notice {
      return notice.draw(on: &canvas, in: body, drawing, options)
    }
    pane.fit(body.size, look: .init(theme: theme)) { Self.block(of: $0, columns: $1, theme) }
    if follows { pane.selectLast() }
    pane.draw(on: &canvas, in: body, mark: drawing.isFront ? .init(theme, options) : nil)
  }

  func handle(_ event: SceneEvent) -> Bool {
    // Nothing is done with a line: a click has no meaning here.
    if case .mouse(let mouse, _) = event, case .press = mouse.action { return false }
    return handleInList(event)
  }
}

extension LogView: Displaying {
  func display(_ viewModel: LogViewModel) {
    self.viewModel = viewModel
    pane.show(viewModel.rows)
    stage?.redraw()
  }
}

extension LogView {
  func obey(_ command: Command) -> Bool {
    switch command {
    case .view: send(.filter)
    // It leads here.
    case .log: break
    case .refresh: send(.open)
    default:
      guard let place = LogPresenter.turning.firstIndex(of: command) else { return false }
      send(.turn(LogChannel.allCases[place]))
    }
    return true
  }

  func moved() {
    follows = pane.selection + 1 >= pane.items.count
    stage?.redraw()
  }

  private static func block(of row: LogRow, columns: Int, _ theme: Theme) -> Block<Never> {
    var line = Line()
    if !row.time.isEmpty { line.append(row.time + " ", theme.style(.time)) }
    line.append(row.text, theme.style(row.role))
    return Block(lines: TextWrapping.wrap(line, columns: columns))
  }

  /// The channels beside one another, as many in a line as there is room for.
  private func lines(columns: Int, _ theme: Theme) -> [Line] {
    var lines: [Line] = []
    var line = Line()
    for channel in viewModel.switches {
      var next = Line(channel.key + " ", theme.style(.key))
      next.append(channel.words, theme.style(channel.isOn ? .text : .faint))
      if line.columns > 0, line.columns + 3 + next.columns > columns {
        lines.append(line)
        line = Line()
      }
      if line.columns > 0 { line.pad(3) }
      line.append(next.cut(columns: columns))
    }
    return line.columns > 0 ? lines + [line] : lines
  }
}
