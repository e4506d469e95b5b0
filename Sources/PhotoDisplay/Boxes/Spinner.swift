package import Preferences
package import Terminal

/// The sign that something goes on, of which nobody knows how long.
package enum Spinner {
  private static let signs: [SafeText] = ["⠋", "⠙", "⠹", "⠸", "⠼", "⠴", "⠦", "⠧", "⠇", "⠏"]

  /// What to show in that frame; in the plain mode, or where nothing may move, always the same.
  package static func sign(frame: Int, _ options: DisplayOptions) -> SafeText {
    guard options.isAnimated else { return "…" }
    return signs[Int(frame.magnitude % UInt(signs.count))]
  }
}
