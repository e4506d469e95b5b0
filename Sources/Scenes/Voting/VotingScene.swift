import FeedDomain
import Preferences
import Terminal
import UseCases
import Words

@MainActor
final class VotingView: Scene {
  weak var navigator: (any Navigator)?
  private let post: Post.ID
  private let options: DisplayOptions
  private let send: SceneRequestSender<VotingScene.SceneRequest>
  private var question: VotingViewModel.PollQuestion?
  private var selection = 0
  private var chosen: Set<Int> = []
  private var origin = CellPosition(row: 0, column: 0)
  /// The screen rows of the poll's answers in the last drawing, with the index of the first shown
  /// answer, for mouse events.
  private var answerRows: (rows: Range<Int>, first: Int) = (0..<0, 0)

  init(
    of post: Post.ID, interactor: any Interacting<VotingScene.SceneRequest>,
    options: DisplayOptions = DisplayOptions()
  ) {
    self.post = post
    send = SceneRequestSender(to: interactor)
    self.options = options
  }

  var properties: SceneProperties { SceneProperties(isReady: question != nil, isOverlay: true) }

  /// Returns true for the space key, which the voting overlay uses for selecting an answer of the
  /// poll.
  func handlesKeyItself(_ key: Key) -> Bool { key == " " }

  func sceneDidAppear() { send.sendOpeningRequestOnce(.open(post)) }

  func sceneDidClose() { send(.close) }

  func drawScene(on canvas: inout Canvas, in rect: CellRect, _ drawing: DrawingParameters) {
    guard let asked = question else { return }
    let theme = drawing.theme
    origin = rect.origin
    let columns = 56
    let lines = TextWrapper.wrappedLines(
      of: Line(asked.text, theme.style(.strong)),
      columns: max(1, min(columns, rect.size.columns - 6)))
    let above = Array(lines.prefix(3)) + [Line()]
    let below =
      [Line()]
      + [asked.summary, asked.advice].filter { !$0.isEmpty }
      .map { Line($0, theme.style(.faint)) } + [Line()]
    let box = OverlayBox(
      in: rect, rows: above.count + asked.answers.count + below.count + 1, columns: columns,
      options: options)
    box.clearOverlayAndDrawFrame(on: &canvas, theme)
    drawPoll(above, below, asked, on: &canvas, in: box.content, theme)
  }

  func handleEvent(_ event: SceneInputEvent) -> Bool {
    switch event {
    case .command(let command): return handleCommand(command)
    case .mouse(let mouse, _): return handleMouse(mouse)
    case .key(" "): return handleCommand(.pageDown)
    case .key, .paste, .edited: return true
    }
  }

  /// Draws the poll in the voting overlay: the texts `above` and `below` the answers, and the key
  /// hints. On a low screen, texts are left out.
  private func drawPoll(
    _ above: [Line], _ below: [Line], _ asked: VotingViewModel.PollQuestion,
    on canvas: inout Canvas,
    in rect: CellRect, _ theme: Theme
  ) {
    let answers = asked.answers.count
    let spare = max(0, rect.size.rows - 1 - answers)
    let isRoomy = spare >= above.count + below.count
    // On a low screen the question and the advice get one line each.
    let top = isRoomy ? above : Array(above.prefix(min(1, spare)))
    let bottom = isRoomy ? below : Array(below.filter { $0.columns > 0 }.suffix(max(0, spare - 1)))
    let room = max(1, rect.size.rows - 1 - top.count - bottom.count)
    let first = max(0, min(selection - room + 1, answers - room))
    let shown = first..<min(answers, first + room)
    var row = rect.origin.row
    func writeNextLine(_ line: Line) {
      canvas.writeLine(line.truncatedLine(columns: rect.size.columns), onRow: row, of: rect)
      row += 1
    }
    for line in top { writeNextLine(line) }
    answerRows = (row..<(row + shown.count), first)
    for place in shown {
      if asked.isOpen, place == selection {
        canvas.point = CellPosition(row: row, column: rect.origin.column)
      }
      writeNextLine(pollAnswerLine(of: place, asked, columns: rect.size.columns, theme))
    }
    for line in bottom { writeNextLine(line) }
    canvas.writeLine(
      KeyHintLine.keyHintLine(asked.keys, columns: rect.size.columns, theme: theme),
      onRow: rect.rows.upperBound - 1, of: rect)
  }

  private func pollAnswerLine(
    of place: Int, _ asked: VotingViewModel.PollQuestion, columns: Int, _ theme: Theme
  ) -> Line {
    let answer = asked.answers[place]
    let isSelected = asked.isOpen && place == selection
    let style = theme.style(isSelected ? .currentTab : answer.isChosen ? .strong : .text)
    let isOn = answer.isChosen || chosen.contains(place)
    let box: SafeText =
      asked.allowsSeveral ? (isOn ? "[x] " : "[ ] ") : (isOn ? "(x) " : "( ) ")
    var line = Line((isSelected ? "› " : "  ") + box, style)
    let share = Line(answer.share, style)
    let room = columns - line.columns - (share.columns > 0 ? share.columns + 1 : 0)
    line.append(Line(answer.title, style).truncatedLine(columns: max(1, room)))
    if share.columns > 0 {
      line.appendBlanks(max(1, columns - line.columns - share.columns), style)
      line.append(share)
    }
    return line
  }

  private func handleCommand(_ command: Command) -> Bool {
    switch command {
    case .down, .lineDown: moveSelectionToPollAnswer(selection + 1)
    case .up, .lineUp: moveSelectionToPollAnswer(selection - 1)
    case .top: moveSelectionToPollAnswer(0)
    case .bottom: moveSelectionToPollAnswer(.max)
    case .pageDown, .right: togglePollAnswer(selection)
    case .open: sendVoteOrGoBack()
    case .vote, .back: navigator?.navigate(to: .back)
    case .quit, .repaint, .suspend: return false
    case .stream(let number): togglePollAnswer(number - 1)
    default: break
    }
    navigator?.requestRedraw()
    return true
  }

  /// Moves the selection of the voting overlay to an answer, without choosing the answer.
  private func moveSelectionToPollAnswer(_ place: Int) {
    selection = max(0, min(place, (question?.answers.count ?? 1) - 1))
  }

  /// Selects an answer of the poll in the voting overlay, and deselects the others if only one is
  /// allowed; deselects the answer if it was selected.
  private func togglePollAnswer(_ place: Int) {
    guard let question, question.isOpen, question.answers.indices.contains(place) else { return }
    selection = place
    if chosen.contains(place) {
      chosen.remove(place)
    } else {
      chosen = question.allowsSeveral ? chosen.union([place]) : [place]
    }
  }

  /// Sends the selected answers of the poll, or the answer under the cursor if none is selected.
  private func sendVoteOrGoBack() {
    guard let question, question.isOpen else {
      navigator?.navigate(to: .back)
      return
    }
    send(.vote(chosen.isEmpty ? [selection] : chosen))
  }

  private func handleMouse(_ mouse: MouseEvent) -> Bool {
    switch mouse.action {
    case .wheelDown: moveSelectionToPollAnswer(selection + 1)
    case .wheelUp: moveSelectionToPollAnswer(selection - 1)
    case .press(1):
      let row = mouse.position.row + origin.row
      if answerRows.rows.contains(row) {
        togglePollAnswer(answerRows.first + row - answerRows.rows.lowerBound)
      }
    default: break
    }
    navigator?.requestRedraw()
    return true
  }
}

extension VotingView: Displaying {
  func display(_ viewModel: VotingViewModel) {
    question = viewModel.question
    moveSelectionToPollAnswer(selection)
    navigator?.requestRedraw()
  }
}

struct VotingViewModel: Equatable {
  struct PollQuestion: Equatable {
    let text: SafeText
    let answers: [PostViewModel.PollAnswer]
    let summary: SafeText
    /// The text in the voting overlay that says how many answers are allowed, or why the user
    /// cannot vote.
    let advice: SafeText
    let isOpen: Bool
    let allowsSeveral: Bool
    let keys: [KeyHint]
    /// The words "your choice", which are read to screen readers after a selected answer of the
    /// poll.
    let chosenWord: SafeText
  }

  var question: PollQuestion?
}

@MainActor
struct VotingPresenter {
  let posts: PostViewModelFactory
  let world: any World
  let keys: KeyMap

  private var wording: Wording { posts.wording }

  func viewModel(of state: VotingScene.SceneState) -> VotingViewModel {
    VotingViewModel(question: state.post.flatMap { pollQuestion(of: $0, state.permission) })
  }

  private func pollQuestion(
    of post: Post, _ standing: VotingScene.VotePermission
  ) -> VotingViewModel.PollQuestion? {
    guard let poll = post.content.poll else { return nil }
    var item = PostItem(post)
    item.isRevealed = true
    // The overlay names its own keys below the poll.
    var posts = posts
    posts.voteKey = ""
    guard let words = posts.postViewModel(of: item, now: world.now).poll else { return nil }
    return VotingViewModel.PollQuestion(
      text: wording.excerpt(of: post.content.text.plain),
      answers: words.answers, summary: words.summary, advice: votingAdviceText(poll, standing),
      isOpen: standing == .open,
      allowsSeveral: poll.allowsSeveral, keys: keyHints(poll, standing),
      chosenWord: wording.say("your choice"))
  }

  private func votingAdviceText(_ poll: Poll, _ standing: VotingScene.VotePermission) -> SafeText {
    switch standing {
    case .open: poll.allowsSeveral ? wording.say("Choose one or more answers.") : wording.chooseOne
    case .voted: wording.votedAlready
    case .closed: wording.pollIsOver
    case .ownPoll: wording.pollIsYours
    case .notOffered: wording.sentence(for: .noWriting, at: nil)
    }
  }

  private func keyHints(_ poll: Poll, _ standing: VotingScene.VotePermission) -> [KeyHint] {
    func keyHint(_ command: Command, _ word: SafeText) -> [KeyHint] {
      KeyHint(command, label: word, keys: keys).map { [$0] } ?? []
    }
    let back = keyHint(.back, wording.hintText(of: .back))
    guard standing == .open else { return back }
    let vote = keyHint(.open, wording.hintText(of: .vote))
    let choose = [KeyHint(" ", label: wording.choose)]
    return (poll.allowsSeveral ? choose + vote : vote + choose) + back
  }
}

extension VotingView {
  func screenReaderContents(at now: Timestamp) -> ScreenReaderContents {
    guard let question else { return ScreenReaderContents(title: "", isBusy: true) }
    var words = ScreenReaderContents(title: question.text)
    words.notes = [question.summary.spoken, question.advice].filter { !$0.isBlank }
    words.items = ScreenReaderItems(
      ids: question.answers.indices.map { AnyHashable($0) },
      selected: question.isOpen ? selection : nil,
      lines: { [chosen] place in
        let answer = question.answers[place]
        let isChosen = answer.isChosen || chosen.contains(place)
        let parts = [answer.title, answer.share, isChosen ? question.chosenWord : ""]
        return [parts.filter { !$0.isEmpty }.joined(separator: ", ")]
      },
      select: { [weak self] in self?.moveSelectionToPollAnswer($0) })
    words.items?.choose = { [weak self] place in
      self?.togglePollAnswer(place)
      return nil
    }
    words.items?.isMenu = true
    words.hints = question.keys
    return words
  }
}
