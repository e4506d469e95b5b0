import FeedDomain
import PhotoDisplay
import Preferences
import Terminal
import Words

extension ChoiceOverlayView {
  /// Makes the overlay that asks for how long a person's boosts are hidden, or alerts for a
  /// person's posts are on. `perform` gets the chosen time, nil for no end, and returns the error
  /// if that cannot be stored.
  static func makeRelationshipDurationChoiceOverlay(
    _ kind: ServiceAction.ServiceActionKind, of person: Person, wording: Wording, keys: KeyMap,
    options: DisplayOptions = DisplayOptions(),
    perform: @escaping @MainActor (Duration?) async -> StoreError?
  ) -> ChoiceOverlayView {
    let action = ServiceAction(kind, person.id.rawValue, detail: person.handle)
    let times: [(time: Duration?, name: SafeText)] = [
      (.seconds(86_400), wording.say("for a day")),
      (.seconds(7 * 86_400), wording.say("for a week")),
      (nil, wording.say("forever")),
    ]
    let overlay = ChoiceOverlay(
      wording.title(of: action), times.map { ChoiceOverlay.OverlayChoice(name: $0.name) },
      hints: [
        KeyHint(.open, label: wording.choose, keys: keys),
        KeyHint(.back, label: wording.leaveSearch, keys: keys),
      ].compactMap(\.self))
    return ChoiceOverlayView(overlay, takesText: false, options: options) { outcome, _, view in
      guard case .chosen(let place) = outcome else { return }
      let (navigator, time) = (view.navigator, times[place].time)
      navigator?.navigate(to: .back)
      Task {
        if let error = await perform(time) {
          navigator?.showMessage(BottomLineMessage(text: wording.sentence(for: error), tone: .bad))
        } else {
          let text = wording.undoableActionMessage(action, key: keys.keyName(for: .undo) ?? "")
          navigator?.showMessage(BottomLineMessage(text: text, tone: .good))
        }
      }
    }
  }
}
