import FeedDomain
import PhotoDisplay
import Preferences
import Terminal
import Words

/// The overlay that asks for how long a person's boosts are hidden, or alerts for a person's posts
/// are on: for a day, a week, or for good.
@MainActor
final class RelationshipTimeView: Scene {
  weak var navigator: (any Navigator)?
  private let action: ServiceAction
  private let wording: Wording
  private let keys: KeyMap
  private let options: DisplayOptions
  private let times: [(time: Duration?, name: SafeText)]
  private var list = ChoiceList.withoutField
  private var origin = CellPosition(row: 0, column: 0)
  /// A closure that hides the boosts or turns on the alerts for a time, nil for good; returns the
  /// error if that cannot be stored.
  private let perform: @MainActor (Duration?) async -> StoreError?

  init(
    _ kind: ServiceAction.ActionKind, of person: Person, wording: Wording, keys: KeyMap,
    options: DisplayOptions = DisplayOptions(),
    perform: @escaping @MainActor (Duration?) async -> StoreError?
  ) {
    action = ServiceAction(kind, person.id.rawValue, detail: person.handle)
    (self.wording, self.keys, self.options, self.perform) = (wording, keys, options, perform)
    times = [
      (.seconds(86_400), wording.say("for a day")),
      (.seconds(7 * 86_400), wording.say("for a week")),
      (nil, wording.say("for good")),
    ]
  }

  var properties: SceneProperties { SceneProperties(isOverlay: true) }

  private var title: SafeText { wording.title(of: action) }
  private var hints: [KeyHint] {
    [
      KeyHint(.open, word: wording.choose, keys: keys),
      KeyHint(.back, word: wording.leaveSearch, keys: keys),
    ].compactMap(\.self)
  }

  func drawScene(on canvas: inout Canvas, in rect: CellRect, _ drawing: DrawingParameters) {
    let theme = drawing.theme
    origin = rect.origin
    let box = OverlayBox(in: rect, rows: times.count + 6, columns: 50, options: options)
    box.clearOverlayArea(on: &canvas, theme)
    canvas.writeLine(
      Line(title, theme.style(.author)).cutLine(columns: box.inner.size.columns),
      at: box.inner.origin, within: box.inner)
    let area = box.listArea(below: 2)
    list.drawChoiceRows(times.count, on: &canvas, in: area) { place, isChosen in
      Line(
        choice: times[place].name, "", endStyle: theme.style(.faint), isChosen: isChosen,
        columns: area.size.columns, theme)
    }
    box.writeHints(hints, on: &canvas, theme)
  }

  func handleEvent(_ event: SceneEvent) -> Bool {
    switch event {
    case .command(.down): list.moveSelection(by: 1, of: times.count)
    case .command(.up): list.moveSelection(by: -1, of: times.count)
    case .command(.open): chooseTime(at: list.chosen ?? 0)
    case .command(.back): navigator?.navigate(to: .back)
    case .command(.quit), .command(.repaint), .command(.suspend): return false
    case .mouse(let mouse, _):
      if case .press(1) = mouse.action,
        let row = list.choiceIndex(at: mouse.position.row + origin.row, of: times.count)
      {
        chooseTime(at: row)
      }
    case .command, .key, .paste, .edited: break
    }
    navigator?.redraw()
    return true
  }

  private func chooseTime(at place: Int) {
    guard times.indices.contains(place) else { return }
    let (navigator, time) = (navigator, times[place].time)
    navigator?.navigate(to: .back)
    Task { [perform, wording, keys, action] in
      if let error = await perform(time) {
        navigator?.showMessage(BottomLineMessage(text: wording.sentence(for: error), tone: .bad))
      } else {
        let text = wording.undoMessage(action, key: keys.keyName(for: .undo) ?? "")
        navigator?.showMessage(BottomLineMessage(text: text, tone: .good))
      }
    }
  }
}

extension RelationshipTimeView {
  func screenReaderContents(at now: Timestamp) -> ScreenReaderContents {
    var words = ScreenReaderContents(title: title)
    words.question = ScreenReaderQuestion(title, "")
    words.question?.choices = times.map(\.name)
    words.question?.choose = { [weak self] in self?.chooseTime(at: $0) }
    return words
  }
}
