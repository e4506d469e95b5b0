import FeedDomain
import PhotoDisplay
import Preferences
import Terminal
import Words

/// An overlay that asks whether a post's conversation is to be hidden permanently.
@MainActor
final class HideConversationView: Scene {
  weak var navigator: (any Navigator)?
  private let dialog: ConfirmationDialog
  private let wording: Wording
  private let keys: KeyMap
  private let options: DisplayOptions
  /// The closure that hides the conversation when the user confirms the question; it returns the
  /// error if that cannot be stored.
  private let hide: @MainActor () async -> StoreError?

  init(
    wording: Wording, keys: KeyMap, options: DisplayOptions = DisplayOptions(),
    hide: @escaping @MainActor () async -> StoreError?
  ) {
    dialog = ConfirmationDialog(
      lines: [
        [StyledSpan(wording.say("Hide this conversation for good?"), .strong)], [],
        [
          StyledSpan(
            wording.say(
              "No more of this thread is shown, at any time. {key} lists what is hidden.",
              ["key": keys.keyName(for: .mute) ?? ""]), .faint)
        ],
      ],
      keys: keys.confirmationKeyHints(
        [.open], wording.say("hide it"), orBack: wording.say("keep it")))
    (self.wording, self.keys, self.options, self.hide) = (wording, keys, options, hide)
  }

  var properties: SceneProperties { SceneProperties(isOverlay: true) }

  func drawScene(on canvas: inout Canvas, in rect: CellRect, _ drawing: DrawingParameters) {
    dialog.drawDialog(on: &canvas, in: rect, drawing.theme, sign: "", options: options)
  }

  func handleEvent(_ event: SceneInputEvent) -> Bool {
    guard case .command(let command) = event else { return true }
    switch command {
    case .open:
      let navigator = navigator
      navigator?.navigate(to: .back)
      Task { [hide, wording, keys] in
        if let error = await hide() {
          navigator?.showMessage(
            BottomLineMessage(text: wording.sentence(for: error), tone: .bad))
        } else {
          let text = wording.say(
            "The conversation is hidden. {key} undoes it.",
            ["key": keys.keyName(for: .undo) ?? ""])
          navigator?.showMessage(BottomLineMessage(text: text, tone: .good))
        }
      }
    case .back: navigator?.navigate(to: .back)
    case .quit, .repaint, .suspend: return false
    default: break
    }
    return true
  }
}

extension HideConversationView {
  func screenReaderContents(at now: Timestamp) -> ScreenReaderContents {
    var words = ScreenReaderContents(title: "")
    words.setDialogContents(dialog)
    return words
  }
}
