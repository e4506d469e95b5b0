import Terminal

/// A terminal that the program has for itself.
@MainActor protocol FullScreenTerminal: Screen {
  /// Whether it has not yet taken all of the last frame.
  var isBusy: Bool { get }
  /// How it shows pictures, as far as is known.
  var pictureAbility: PictureAbility { get }
  /// How many colours it shows.
  var colours: ColourDepth { get }
  /// Nothing is to be drawn now: more of the pictures may be written.
  func rest()
  /// Has another size.
  func resized()
  /// Puts everything back as it was before.
  func suspend()
  /// Takes it again and paints it whole.
  func resume()
  /// Takes it again where somebody else had it without our knowing.
  func reclaim()
  /// Writes nothing to it any more: it is gone.
  func abandon()
}
