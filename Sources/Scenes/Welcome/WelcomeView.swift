import FeedDomain
import PhotoDisplay
import Preferences
import Terminal
import UseCases
import Words

/// An overlay of the first start with three important keys, and the choice of the key preset.
/// Pressing the key of a command closes the overlay and runs the command.
@MainActor
final class WelcomeView: Scene {
  private enum WelcomeLine {
    case title(SafeText)
    case key(SafeText, SafeText)
    case preset(Int)
    case blank
  }

  weak var navigator: (any Navigator)?
  private let send: SceneRequestSender<SettingsScene.SceneRequest>
  private let keys: KeyMap
  private let wording: Wording
  private let options: DisplayOptions
  private let presets = KeyPreset.allCases
  private var chosen = 0
  /// The indices of the key presets in the welcome overlay, by their rows in the last drawing, for
  /// mouse events.
  private var presetRows: [Int: Int] = [:]

  init(
    interactor: any Interacting<SettingsScene.SceneRequest>, keys: KeyMap, wording: Wording,
    options: DisplayOptions = DisplayOptions()
  ) {
    send = SceneRequestSender(to: interactor)
    (self.keys, self.wording, self.options) = (keys, wording, options)
  }

  var properties: SceneProperties { SceneProperties(isOverlay: true) }
  func handlesKeyItself(_ key: Key) -> Bool { true }
  func sceneDidAppear() { send.sendOpeningRequestOnce(.open) }

  func drawScene(on canvas: inout Canvas, in rect: CellRect, _ drawing: DrawingParameters) {
    let theme = drawing.theme
    let all = lines
    let box = OverlayBox(in: rect, rows: all.count + 2, columns: 62, options: options)
    box.clearOverlayAndDrawFrame(on: &canvas, theme)
    let room = box.listArea(below: 0)
    // In a low box blank lines are left out.
    let isTight = all.count > room.size.rows
    let shown = all.filter { line in if case .blank = line { !isTight } else { true } }
    presetRows = [:]
    for (row, line) in zip(room.rows, shown) {
      let place = CellPosition(row: row, column: room.origin.column)
      if case .preset(let index) = line {
        presetRows[row - rect.origin.row] = index
        if index == chosen { canvas.point = place }
      }
      canvas.writeLine(
        drawnWelcomeLine(line, columns: room.size.columns, theme), at: place, within: room)
    }
    let hints = [
      KeyHint(Key(.enter), label: wording.choose),
      KeyHint(Key(.up), Key(.down), label: wording.say("move")),
      KeyHint(Key(.escape), label: wording.leaveSearch),
    ]
    box.writeHints(hints, on: &canvas, theme)
  }

  func handleEvent(_ event: SceneInputEvent) -> Bool {
    switch event {
    case .key(let key): return handleKey(key)
    case .mouse(let mouse, _):
      guard case .press = mouse.action else { return true }
      if let index = presetRows[mouse.position.row] {
        setKeyPresetAndClose(index)
      } else {
        navigator?.navigate(to: .back)
      }
      return true
    case .command, .paste, .edited: return false
    }
  }

  private func handleKey(_ key: Key) -> Bool {
    switch key.code {
    case .escape: navigator?.navigate(to: .back)
    case .enter: setKeyPresetAndClose(chosen)
    case .down, .tab:
      chosen = (chosen + 1) % presets.count
      navigator?.requestRedraw()
    case .up:
      chosen = (chosen + presets.count - 1) % presets.count
      navigator?.requestRedraw()
    default:
      guard let command = keys.command(for: key) else {
        navigator?.navigate(to: .back)
        return true
      }
      navigator?.performPaletteChoice(.command(command))
    }
    return true
  }

  func screenReaderContents(at now: Timestamp) -> ScreenReaderContents {
    var words = ScreenReaderContents(title: wording.hintText(of: .help))
    words.notes = lines.compactMap { line in
      switch line {
      case .title(let text): text
      case .key(let key, let text): key + ": " + text
      case .preset, .blank: nil
      }
    }
    words.items = ScreenReaderItems(
      menu: presets.map { $0.name + ": " + $0.presetDescription(in: wording) }, selected: chosen
    ) { [weak self] in
      self?.chosen = $0
      self?.navigator?.requestRedraw()
    }
    return words
  }

  private func setKeyPresetAndClose(_ index: Int) {
    navigator?.navigate(to: .back)
    send(.set("reading.key-preset", to: presets[index].rawValue))
  }

  private var lines: [WelcomeLine] {
    let hints: [(Command, SafeText)] = [
      (.menu, wording.say("what you can do here")), (.help, wording.say("all keys")),
      (.palette, wording.say("find a command by its name")),
    ]
    return [.title(wording.say("Three keys to begin with:"))]
      + hints.compactMap { command, words in
        keys.keyName(for: command).map { .key(SafeText(sanitizing: $0), words) }
      }
      + [.blank, .title(wording.say("Which keys do you prefer?"))]
      + presets.indices.map { .preset($0) }
  }

  private func drawnWelcomeLine(_ line: WelcomeLine, columns: Int, _ theme: Theme) -> Line {
    switch line {
    case .blank: return Line()
    case .title(let words): return Line(words, theme.style(.strong)).truncatedLine(columns: columns)
    case .key(let key, let words):
      var line = Line("  ", theme.style(.text))
      line.append(key, theme.style(.strong))
      line.appendBlanks(max(1, 10 - line.columns))
      line.append(words, theme.style(.text))
      return line.truncatedLine(columns: columns)
    case .preset(let index):
      let isChosen = index == chosen
      let style = theme.style(isChosen ? .currentTab : .text)
      var line = Line(isChosen ? "› " : "  ", style)
      line.append(presets[index].name, style)
      line.appendBlanks(max(1, 12 - line.columns), style)
      line.append(
        presets[index].presetDescription(in: wording), isChosen ? style : theme.style(.faint))
      line = line.truncatedLine(columns: columns)
      if isChosen { line.appendBlanks(columns - line.columns, style) }
      return line
    }
  }
}

extension WelcomeView: Displaying {
  /// Returns the key preset that is set, which the overlay selects first.
  static func currentKeyPreset(in state: SettingsScene.SceneState) -> KeyPreset {
    state.inForce.settings.keyPreset
  }

  func display(_ preset: KeyPreset) {
    chosen = presets.firstIndex(of: preset) ?? 0
    navigator?.requestRedraw()
  }
}
