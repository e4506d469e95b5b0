import FeedDomain
import Preferences
import Terminal
import Words

/// An overlay that labels all click targets on the screen with letters. Typing a label clicks its
/// target; typing the label in capitals copies the target's address.
@MainActor
final class JumpLabelsView: Scene {
  weak var navigator: (any Navigator)?
  private let alphabet: JumpLabelAlphabet
  /// The keys that open the jump overlay; pressed in the overlay, they switch between all click
  /// targets and those of the selected row.
  private let keys: [Key]
  private let wording: Wording
  /// True if the jump overlay labels only the click targets of the selected row, with those for
  /// actions such as a like; false for all targets that open something.
  private var isForSelectionOnly: Bool
  private var typed = ""
  private var labels: [(label: String, target: ClickTarget)] = []
  /// The texts on the screen at the labelled click targets of the jump overlay, as last drawn; they
  /// are read to a screen reader.
  private var targetTexts: [SafeText] = []

  init(keys: KeyMap, wording: Wording, isForSelectionOnly: Bool = false) {
    self.keys = keys.workingKeys(for: .jump)
    alphabet = JumpLabelAlphabet(without: self.keys)
    self.wording = wording
    self.isForSelectionOnly = isForSelectionOnly
  }

  var properties: SceneProperties { SceneProperties(takesText: true, isOverlay: true) }

  var keyHints: [KeyHint] {
    let more = isForSelectionOnly ? wording.say("all posts") : wording.say("only this post")
    return [
      KeyHint(named: "a–z", label: wording.say("open")),
      KeyHint(named: "A–Z", label: wording.copyAddress),
    ]
      + (keys.first.map { [KeyHint($0, label: more)] } ?? [])
      + [KeyHint(Key(.escape), label: wording.leaveSearch)]
  }

  func sceneDidAppear() { assignJumpLabels() }

  func drawScene(on canvas: inout Canvas, in rect: CellRect, _ drawing: DrawingParameters) {
    // The scene behind the labels may have changed.
    assignJumpLabels()
    targetTexts = labels.map { canvas.screenTextUntilWideGap(inRowFrom: $0.target.position) }
    var style = drawing.theme.style(.currentTab)
    // Without colours a bold label would look like a letter of the text.
    if style.background == .standard { style.attributes.insert(.reversed) }
    var end = rect.origin
    for (label, target) in labels where label.hasPrefix(typed) {
      let line = Line(SafeText(sanitizing: label), style)
      var place = target.position
      // Labels are moved to the right rather than drawn over each other.
      if place.row != end.row { end = CellPosition(row: place.row, column: rect.origin.column) }
      place.column = max(place.column, end.column)
      // Blank cells left of a target are used for the label, so that the target stays readable.
      for _ in label where place.column > end.column && canvas.isBlankCell(leftOf: place) {
        place.column -= 1
      }
      place.column = min(place.column, rect.columns.upperBound - line.columns)
      canvas.writeLine(line, at: place, within: rect)
      end.column = place.column + line.columns
    }
  }

  func handleEvent(_ event: SceneInputEvent) -> Bool {
    switch event {
    case .key(let key): handleJumpLabelKey(key)
    case .mouse(let mouse, _): if case .press = mouse.action { closeJumpOverlay() }
    case .paste, .command, .edited: break
    }
    return true
  }

  private func assignJumpLabels() {
    let all = navigator?.clickTargets ?? []
    let targets = all.filter { isForSelectionOnly ? $0.isSelected : $0.opensContent }
    labels = Array(zip(alphabet.jumpLabels(targets.count), targets))
  }

  private func handleJumpLabelKey(_ key: Key) {
    if keys.contains(key), typed.isEmpty {
      isForSelectionOnly.toggle()
      navigator?.requestRedraw()
      return
    }
    guard case .character(let character) = key.code, key.modifiers.isEmpty else {
      return closeJumpOverlay()
    }
    typed += character.lowercased()
    if let mark = labels.first(where: { $0.label == typed }) {
      navigator?.closeJumpLabelsAndClick(mark.target, copyingAddress: character.isUppercase)
    } else if labels.contains(where: { $0.label.hasPrefix(typed) }) {
      navigator?.requestRedraw()
    } else {
      closeJumpOverlay()
    }
  }

  private func closeJumpOverlay() { navigator?.navigate(to: .back) }
}

extension JumpLabelsView {
  func screenReaderContents(at now: Timestamp) -> ScreenReaderContents {
    var words = ScreenReaderContents(title: wording.say("open"))
    words.items = ScreenReaderItems(menu: targetTexts, selected: nil) { _ in }
    words.items?.choose = { [weak self] place in
      guard let self, labels.indices.contains(place) else { return nil }
      navigator?.closeJumpLabelsAndClick(labels[place].target, copyingAddress: false)
      return nil
    }
    words.hints = keyHints
    return words
  }
}

extension Canvas {
  /// Returns the text on the screen from a cell to the next wide gap in its row, for screen
  /// readers.
  fileprivate func screenTextUntilWideGap(inRowFrom place: CellPosition) -> SafeText {
    guard rows.indices.contains(place.row) else { return "" }
    var text = ""
    for cell in rows[place.row].dropFirst(place.column) where cell.width > 0 {
      if text.hasSuffix("  ") { break }
      text.append(cell.character)
    }
    return SafeText(sanitizing: text).spoken
  }

  fileprivate func isBlankCell(leftOf place: CellPosition) -> Bool {
    let cell = rows[place.row][place.column - 1]
    return cell.character == " " && cell.width == 1
  }
}

/// An alphabet of jump labels: the letters from which the jump overlay makes the labels of click
/// targets, without its own keys.
struct JumpLabelAlphabet: Equatable {
  private static let all = Array("asdghjklqwertyuiopzxcvbnmf")

  private let letters: [Character]

  /// Creates the letters for jump labels, without those that are keys of the jump overlay.
  init(without keys: [Key]) {
    letters = Self.all.filter { !keys.contains(Key(.character($0))) }
  }

  /// Returns jump labels for a number of click targets: one letter each if there are enough
  /// letters, else two. No label begins another; targets beyond the possible pairs get none.
  func jumpLabels(_ count: Int) -> [String] {
    guard count > letters.count else { return letters.prefix(count).map { String($0) } }
    let pairs = letters.lazy.flatMap { first in letters.lazy.map { String([first, $0]) } }
    return Array(pairs.prefix(count))
  }
}
