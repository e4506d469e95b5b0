import FeedDomain
import Terminal

/// The answers of a poll over whatever is on the screen, to choose from.
@MainActor final class PollView: Scene {
  weak var stage: (any Stage)?
  private let post: Post.ID
  private let interactor: any VotingInteracting
  private let options: DisplayOptions
  private let requests = SceneRequests()
  private var isOpen = false
  private var viewModel: PollViewModel?
  private var selection = 0
  private var chosen: Set<Int> = []
  private var origin = CellPosition(row: 0, column: 0)
  /// On which rows the answers were drawn, and from which on.
  private var answerRows: (rows: Range<Int>, first: Int) = (0..<0, 0)

  init(
    of post: Post.ID, interactor: any VotingInteracting,
    options: DisplayOptions = DisplayOptions()
  ) {
    self.post = post
    self.interactor = interactor
    self.options = options
  }

  var header: Header { Header() }
  var hints: [Command] { [] }
  var isOverlay: Bool { true }
  var isReady: Bool { viewModel != nil }

  func opened() {
    if !isOpen { send(.open(post)) }
    isOpen = true
  }

  func closed() { send(.close) }

  func draw(on canvas: inout Canvas, in rect: CellRect, _ drawing: Drawing) {
    guard let viewModel else { return }
    let theme = drawing.theme
    origin = rect.origin
    let columns = 56
    let question = TextWrapping.wrap(
      Line(viewModel.question, theme.style(.strong)),
      columns: max(1, min(columns, rect.size.columns - 6)))
    let above = Array(question.prefix(3)) + [Line()]
    let below =
      [Line()]
      + [viewModel.summary, viewModel.advice].filter { !$0.isEmpty }
      .map { Line($0, theme.style(.faint)) } + [Line()]
    let box = OverlayBox(
      in: rect, rows: above.count + viewModel.answers.count + below.count + 1, columns: columns,
      options: options)
    box.clear(on: &canvas, theme)
    drawLines(above, below, viewModel, on: &canvas, in: box.inner, theme)
  }

  func handle(_ event: SceneEvent) -> Bool {
    switch event {
    case .command(let command): return handle(command)
    case .mouse(let mouse, _): return point(mouse)
    case .key, .paste, .edited: return true
    }
  }
}

extension PollView: PollDisplaying {
  func display(_ viewModel: PollViewModel) {
    self.viewModel = viewModel
    selection = min(selection, max(0, viewModel.answers.count - 1))
    stage?.redraw()
  }

  func finish(_ message: Message?) {
    stage?.go(to: .back)
    if let message { stage?.say(message) }
  }

  func say(_ message: Message) { stage?.say(message) }
}

extension PollView {
  /// The answers have the room first, then the keys, then what surrounds them.
  private func drawLines(
    _ above: [Line], _ below: [Line], _ viewModel: PollViewModel, on canvas: inout Canvas,
    in rect: CellRect, _ theme: Theme
  ) {
    let answers = viewModel.answers.count
    let spare = max(0, rect.size.rows - 1 - answers)
    let isRoomy = spare >= above.count + below.count
    // Where room is short, what is asked is told in a line, and the advice with it.
    let top = isRoomy ? above : Array(above.prefix(min(1, spare)))
    let bottom = isRoomy ? below : Array(below.filter { $0.columns > 0 }.suffix(max(0, spare - 1)))
    let room = max(1, rect.size.rows - 1 - top.count - bottom.count)
    let first = max(0, min(selection - room + 1, answers - room))
    let shown = first..<min(answers, first + room)
    var row = rect.origin.row
    func write(_ line: Line) {
      canvas.write(
        line.cut(columns: rect.size.columns),
        at: CellPosition(row: row, column: rect.origin.column), within: rect)
      row += 1
    }
    for line in top { write(line) }
    answerRows = (row..<(row + shown.count), first)
    for place in shown { write(line(of: place, viewModel, columns: rect.size.columns, theme)) }
    for line in bottom { write(line) }
    canvas.write(
      HintLine.line(viewModel.keys, columns: rect.size.columns, theme: theme),
      at: CellPosition(row: rect.rows.upperBound - 1, column: rect.origin.column), within: rect)
  }

  private func line(
    of place: Int, _ viewModel: PollViewModel, columns: Int, _ theme: Theme
  ) -> Line {
    let answer = viewModel.answers[place]
    let isSelected = viewModel.isOpen && place == selection
    let style = theme.style(isSelected ? .currentTab : answer.isChosen ? .strong : .text)
    let isOn = answer.isChosen || chosen.contains(place)
    let box: SafeText =
      viewModel.allowsSeveral ? (isOn ? "[x] " : "[ ] ") : (isOn ? "(x) " : "( ) ")
    var line = Line((isSelected ? "› " : "  ") + box, style)
    let share = Line(answer.share, style)
    let room = columns - line.columns - (share.columns > 0 ? share.columns + 1 : 0)
    line.append(Line(answer.title, style).cut(columns: max(1, room)))
    if share.columns > 0 {
      line.pad(max(1, columns - line.columns - share.columns), style)
      line.append(share)
    }
    return line
  }

  private func handle(_ command: Command) -> Bool {
    switch command {
    case .down, .lineDown: select(selection + 1)
    case .up, .lineUp: select(selection - 1)
    case .top: select(0)
    case .bottom: select(.max)
    case .pageDown, .right: toggle(selection)
    case .open: vote()
    case .vote, .back: stage?.go(to: .back)
    case .quit, .repaint, .suspend: return false
    case .stream(let number): toggle(number - 1)
    default: break
    }
    stage?.redraw()
    return true
  }

  private func select(_ place: Int) {
    selection = max(0, min(place, (viewModel?.answers.count ?? 1) - 1))
  }

  /// Chooses an answer, in place of another where one may choose but one.
  private func toggle(_ place: Int) {
    guard let viewModel, viewModel.isOpen, viewModel.answers.indices.contains(place) else { return }
    selection = place
    if chosen.contains(place) {
      chosen.remove(place)
    } else {
      chosen = viewModel.allowsSeveral ? chosen.union([place]) : [place]
    }
  }

  /// Votes for what was chosen; for what is selected where nothing was.
  private func vote() {
    guard let viewModel, viewModel.isOpen else {
      stage?.go(to: .back)
      return
    }
    send(.vote(chosen.isEmpty ? [selection] : chosen))
  }

  private func point(_ mouse: MouseEvent) -> Bool {
    switch mouse.action {
    case .wheelDown: select(selection + 1)
    case .wheelUp: select(selection - 1)
    case .press(1):
      let row = mouse.position.row + origin.row
      if answerRows.rows.contains(row) {
        toggle(answerRows.first + row - answerRows.rows.lowerBound)
      }
    default: break
    }
    stage?.redraw()
    return true
  }

  private func send(_ request: Voting.Request) {
    requests.make { [interactor] in await interactor.handle(request) }
  }
}
