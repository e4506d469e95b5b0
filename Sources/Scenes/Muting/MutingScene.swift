import FeedDomain
import Preferences
import Terminal
import UseCases
import Words

struct MuteOrSuggestionRow: Equatable {
  let mute: Mute
  let name: SafeText
  let isMuted: Bool
  /// The text in a row of the muting overlay that says whether the row's words, person, tag,
  /// conversation or boosts are muted.
  let state: SafeText
}

struct MutingViewModel: Equatable {
  let title, help, mute, unmute, choose, leave: SafeText
  /// The rows of the muting overlay: suggestions from a post, then the other mutes.
  let rows: [MuteOrSuggestionRow]
  /// The mute that was added last in the muting overlay, which then clears its field and selects
  /// the row; nil before the first.
  let lastAdded: Mute?
}

extension MutingViewModel {
  init(_ state: MutingScene.SceneState, _ wording: Wording) {
    (title, help) = (wording.say("Mute"), wording.say("Words, @name or #tag"))
    (mute, unmute) = (wording.say("mute"), wording.say("unmute"))
    (choose, leave) = (wording.choose, wording.leaveSearch)
    rows = state.entries.map { entry in
      MuteOrSuggestionRow(
        mute: entry.mute, name: Self.muteName(of: entry.mute, wording), isMuted: entry.isMuted,
        state: entry.isMuted ? wording.isMuted : wording.say("not muted"))
    }
    lastAdded = state.lastAdded
  }

  private static func muteName(of mute: Mute, _ wording: Wording) -> SafeText {
    switch mute {
    case .conversation(let hidden):
      return wording.say("Conversation: {title}", ["title": hidden.title])
    case .boosts(let handle, let end):
      let name = wording.say("Boosts of @{handle}", ["handle": handle])
      guard let end else { return name }
      let moments = TypedMomentFormat(wording) { end }
      return name + " → " + SafeText(sanitizing: moments.typedMomentText(of: end))
    case .words, .person, .tag: return SafeText(sanitizing: mute.text)
    }
  }
}

/// An overlay that lists muted words, people, tags, conversations and boosts, with a field for
/// adding mutes.
@MainActor
final class MutingView: Scene {
  weak var navigator: (any Navigator)?
  private let post: Post.ID?
  private let options: DisplayOptions
  private let send: SceneRequestSender<MutingScene.SceneRequest>
  private var viewModel: MutingViewModel?
  private var filterField = FilterField()
  private var origin = CellPosition(row: 0, column: 0)

  /// Creates the muting overlay, with suggestions from `post`; nil for no suggestions.
  init(
    about post: Post.ID?, interactor: any Interacting<MutingScene.SceneRequest>,
    options: DisplayOptions = DisplayOptions()
  ) {
    self.post = post
    send = SceneRequestSender(to: interactor)
    self.options = options
  }

  var properties: SceneProperties { SceneProperties(takesText: true, isOverlay: true) }

  func sceneDidAppear() { send(.open(about: post)) }

  func sceneDidClose() { send.cancelAllRequests() }

  func drawScene(on canvas: inout Canvas, in rect: CellRect, _ drawing: DrawingParameters) {
    guard let viewModel else { return }
    let theme = drawing.theme
    origin = rect.origin
    let box = OverlayBox(
      in: rect, rows: max(11, min(rows.count + 6, 18)), columns: 64, options: options)
    box.clearOverlayAndDrawFrame(on: &canvas, theme)
    var prompt = Line(viewModel.title, theme.style(.author))
    prompt.append("  ", theme.style(.text))
    let field = filterField.drawFilterField(after: prompt, on: &canvas, in: box.content, theme)
    canvas.writeLine(
      Line(viewModel.help, theme.style(.faint)).truncatedLine(columns: field.size.columns),
      at: CellPosition(row: field.origin.row + 1, column: field.origin.column),
      within: box.content)
    let list = box.listArea(below: 3)
    filterField.list.drawChoiceRows(rows.count, on: &canvas, in: list) { place, isChosen in
      let row = viewModel.rows[place]
      return Line(
        choice: row.name, row.state, endStyle: theme.style(row.isMuted ? .good : .faint),
        isChosen: isChosen, columns: list.size.columns, theme)
    }
    let isMuted = filterField.chosen.map { viewModel.rows[$0].isMuted } ?? false
    let hints = [
      KeyHint(Key(.enter), label: isMuted ? viewModel.unmute : viewModel.mute),
      KeyHint(Key(.up), Key(.down), label: viewModel.choose),
      KeyHint(Key(.escape), label: viewModel.leave),
    ]
    box.writeHints(hints, on: &canvas, theme)
  }

  func handleEvent(_ event: SceneInputEvent) -> Bool {
    switch filterField.handleEvent(event, from: origin, of: rows.count) {
    case .ignored: return false
    case .closed: navigator?.navigate(to: .back)
    case .confirmed:
      send(filterField.chosen.map { .toggle(rows[$0].mute) } ?? .add(filterField.text))
    case .clicked(let row): send(.toggle(rows[row].mute))
    case .selectionChanged, .edited: break
    }
    navigator?.requestRedraw()
    return true
  }

  private var rows: [MuteOrSuggestionRow] { viewModel?.rows ?? [] }
}

extension MutingView: Displaying {
  func display(_ viewModel: MutingViewModel) {
    // The first suggestion from the post is selected, unless the user has typed already.
    if rows.isEmpty, post != nil, filterField.text.isEmpty, !viewModel.rows.isEmpty {
      filterField.list.selectChoiceRow(0)
    }
    let before = self.viewModel?.lastAdded
    self.viewModel = viewModel
    if let place = filterField.chosen, !rows.indices.contains(place) {
      filterField.list.resetSelection()
    }
    if let added = viewModel.lastAdded, added != before {
      filterField = FilterField()
      filterField.list.selectChoiceRow(rows.firstIndex { $0.mute == added })
    }
    navigator?.requestRedraw()
  }
}

extension MutingView {
  func screenReaderContents(at now: Timestamp) -> ScreenReaderContents {
    guard let viewModel else { return ScreenReaderContents(title: "", isBusy: true) }
    var words = ScreenReaderContents(title: viewModel.title)
    words.setFilterFieldQuestion(
      viewModel.help, filterField, choices: rows.map { $0.name + ", " + $0.state }
    ) { [weak self] in self?.filterField.list.selectChoiceRow($0) }
    return words
  }
}
