import PhotoDisplay
import Preferences
import Words

extension PictureBox {
  /// Draws people's pictures alone: who that is stands beside them, so that nothing is said in words.
  init(ofPeople drawing: Drawing, _ options: DisplayOptions) {
    self.init(
      shelf: drawing.pictures, theme: drawing.theme, options: options, wording: Wording(),
      keys: ("", ""), frame: drawing.frame)
  }

  /// Draws as the drawing asks, in the words and with the keys of posts.
  init(_ drawing: Drawing, _ posts: PostPresentation) {
    self.init(
      shelf: drawing.pictures, theme: drawing.theme, options: posts.options,
      wording: posts.wording, keys: (posts.retryKey, posts.revealKey), frame: drawing.frame)
    moves = drawing.isFront
  }
}
