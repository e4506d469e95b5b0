import FeedDomain
import PhotoDisplay
import Preferences
import Terminal
import Words

/// An overlay that warns that the user's post is visible to more people than intended, with the
/// choice to delete or keep the post.
@MainActor
final class AudienceWarningView: Scene {
  weak var navigator: (any Navigator)?
  private let dialog: ConfirmationDialog
  private let options: DisplayOptions
  private let delete: @MainActor () -> Void

  init(
    _ exposure: UnintendedPostExposure, wording: Wording, keys: KeyMap,
    options: DisplayOptions = DisplayOptions(), delete: @escaping @MainActor () -> Void
  ) {
    let sentences: [StyledText] = wording.excessExposureMessages(for: exposure).map {
      [StyledSpan($0)]
    }
    dialog = ConfirmationDialog(
      lines: [[StyledSpan(wording.exposedTitle, .bad)], []] + sentences,
      keys: [
        KeyHint(.delete, word: wording.say("delete it"), keys: keys),
        KeyHint(.back, word: wording.say("keep it as it is"), keys: keys),
      ].compactMap(\.self))
    (self.options, self.delete) = (options, delete)
  }

  var properties: SceneProperties { SceneProperties(isOverlay: true) }

  func drawScene(on canvas: inout Canvas, in rect: CellRect, _ drawing: DrawingParameters) {
    dialog.drawDialog(on: &canvas, in: rect, drawing.theme, sign: "", options: options)
  }

  func handleEvent(_ event: SceneInputEvent) -> Bool {
    guard case .command(let command) = event else { return true }
    switch command {
    case .delete:
      navigator?.navigate(to: .back)
      delete()
    case .back: navigator?.navigate(to: .back)
    case .quit, .repaint, .suspend: return false
    default: break
    }
    return true
  }
}

extension AudienceWarningView {
  func screenReaderContents(at now: Timestamp) -> ScreenReaderContents {
    var words = ScreenReaderContents(title: "")
    words.setDialogContents(dialog)
    return words
  }
}
