import FeedDomain
import PhotoDisplay
import Preferences
import Terminal
import Words

extension ConfirmationView {
  /// Creates an overlay that warns that the user's post is visible to more people than intended,
  /// with the choice to delete or keep the post.
  convenience init(
    _ exposure: UnintendedPostExposure, wording: Wording, keys: KeyMap,
    options: DisplayOptions = DisplayOptions(), delete: @escaping @MainActor () -> Void
  ) {
    let sentences: [StyledText] = wording.excessExposureMessages(for: exposure).map {
      [StyledSpan($0)]
    }
    let dialog = ConfirmationDialog(
      lines: [[StyledSpan(wording.exposedTitle, .bad)], []] + sentences,
      keys: [
        KeyHint(.delete, label: wording.say("delete it"), keys: keys),
        KeyHint(.back, label: wording.say("keep it as it is"), keys: keys),
      ].compactMap(\.self))
    self.init(dialog, confirmedBy: .delete, options: options) { _ in delete() }
  }
}
