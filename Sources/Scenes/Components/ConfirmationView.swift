import FeedDomain
import PhotoDisplay
import Preferences
import Terminal

/// An overlay with a question, which a command confirms and every way back leaves.
@MainActor
final class ConfirmationView: Scene {
  weak var navigator: (any Navigator)?
  private let dialog: ConfirmationDialog
  private let command: Command
  private let options: DisplayOptions
  /// The closure that acts on the confirmation, after the overlay was left. Its argument is the
  /// overlay's navigator.
  private let confirm: @MainActor ((any Navigator)?) -> Void

  init(
    _ dialog: ConfirmationDialog, confirmedBy command: Command, options: DisplayOptions,
    confirm: @escaping @MainActor ((any Navigator)?) -> Void
  ) {
    (self.dialog, self.command, self.options, self.confirm) = (dialog, command, options, confirm)
  }

  var properties: SceneProperties { SceneProperties(isOverlay: true) }

  func drawScene(on canvas: inout Canvas, in rect: CellRect, _ drawing: DrawingParameters) {
    dialog.drawDialog(on: &canvas, in: rect, drawing.theme, sign: "", options: options)
  }

  func handleEvent(_ event: SceneInputEvent) -> Bool {
    guard case .command(let command) = event else { return true }
    switch command {
    case self.command:
      let navigator = navigator
      navigator?.navigate(to: .back)
      confirm(navigator)
    case .back: navigator?.navigate(to: .back)
    case .quit, .repaint, .suspend: return false
    default: break
    }
    return true
  }

  func screenReaderContents(at now: Timestamp) -> ScreenReaderContents {
    var words = ScreenReaderContents(title: "")
    words.replaceContentsByDialog(dialog)
    return words
  }
}
