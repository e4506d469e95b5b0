import Terminal

/// The terminal of the program: the full screen, or lines for a screen reader.
@MainActor
protocol ProgramTerminal: AnyObject {
  var size: CellSize { get }
  var colours: ColourDepth { get }
  var pictureAbility: PictureAbility { get }
  func handleResize()
  func repaintScreen()
  /// Writes more bytes of pictures to the terminal when there is nothing else to draw.
  func writePictureBytes()
  /// Copies text to the clipboard; returns false if the terminal has no way to do that.
  func copyToClipboard(_ text: SafeText) -> Bool
  /// Restores the terminal for another program or the shell.
  func suspendTerminal()
  /// Takes over the terminal again after a pause.
  func resumeTerminal()
  /// Sets the terminal's input mode and screen again after another program changed them.
  func reenterLostTerminal()
  /// Stops writing to a terminal that is gone.
  func abandonTerminal()
  /// Restores the terminal at the end of the program.
  func closeTerminal()
}
