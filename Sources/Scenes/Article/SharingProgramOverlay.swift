import Preferences
import Terminal
import Words

extension ChoiceOverlayView {
  /// Makes the overlay for choosing the program to which a post or article is sent.
  static func makeSharingProgramOverlay(
    for article: ExportedArticle, _ targets: [SharingProgram], wording: Wording, keys: KeyMap,
    options: DisplayOptions
  ) -> ChoiceOverlayView {
    let overlay = ChoiceOverlay(
      wording.say("Send to a program"),
      targets.map {
        ChoiceOverlay.OverlayChoice(
          name: SafeText(sanitizing: $0.name), explanation: SafeText(sanitizing: $0.form.rawValue))
      },
      hints: [
        KeyHint(.open, label: wording.choose, keys: keys),
        KeyHint(.back, label: wording.leaveSearch, keys: keys),
      ].compactMap(\.self))
    return ChoiceOverlayView(overlay, takesText: false, options: options) { outcome, _, view in
      guard case .chosen(let index) = outcome else { return }
      let navigator = view.navigator
      navigator?.navigate(to: .back)
      navigator?.exportArticle(article, to: .program(targets[index]))
    }
  }
}
