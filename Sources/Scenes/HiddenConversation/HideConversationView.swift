import FeedDomain
import PhotoDisplay
import Preferences
import Terminal
import Words

extension ConfirmationView {
  /// Creates an overlay that asks whether a post's conversation is to be hidden permanently. The
  /// closure `hide` hides it, and returns the error if that cannot be stored.
  convenience init(
    wording: Wording, keys: KeyMap, options: DisplayOptions = DisplayOptions(),
    hide: @escaping @MainActor () async -> StoreError?
  ) {
    let dialog = ConfirmationDialog(
      lines: [
        [StyledSpan(wording.say("Hide this conversation permanently?"), .strong)], [],
        [
          StyledSpan(
            wording.say(
              "This conversation will not be shown again. {key} lists what is hidden.",
              ["key": keys.keyName(for: .mute) ?? ""]), .faint)
        ],
      ],
      keys: keys.confirmationKeyHints(
        [.open], wording.say("hide it"), orBack: wording.say("keep it")))
    self.init(dialog, confirmedBy: .open, options: options) { navigator in
      Task {
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
    }
  }
}
