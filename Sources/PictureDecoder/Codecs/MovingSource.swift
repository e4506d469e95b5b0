import PictureWire

/// A picture that moves: its frames come one after the other, each laid over those before it.
protocol MovingSource: PictureSource {
  /// Begins before the first frame.
  func begin() throws(WireRefusal)
  /// Goes on to the next frame, the rows of which can be read then, from the top; false where there
  /// is no more, or nothing of it can be read.
  func advance() -> Bool
  /// How many pixels the last frame took to be unpacked and laid over the others.
  var work: Int { get }
}
