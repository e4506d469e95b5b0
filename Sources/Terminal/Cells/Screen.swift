/// A terminal's screen, as the application sees it.
@MainActor public protocol Screen: AnyObject {
  /// How large it is now.
  var size: CellSize { get }
  /// Changes what is seen into the canvas, writing as little as possible.
  func show(_ canvas: Canvas)
  /// Forgets what is on the screen, so that the next canvas is painted whole.
  func repaint()
  /// Puts the text on the person's clipboard, through the terminal (OSC 52).
  func copy(_ text: SafeText)
}
