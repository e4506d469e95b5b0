import PhotoDisplay
import Preferences
import Words

extension PictureBox {
  /// Creates a drawer for profile pictures, which need no alt text because the name is beside them.
  init(ofPeople drawing: Drawing, _ options: DisplayOptions) {
    self.init(
      shelf: drawing.pictures, theme: drawing.theme, options: options, wording: Wording(),
      keys: ("", ""), frame: drawing.frame)
  }

  /// Creates a drawer for photos of posts, with the wording and keys of their hints.
  init(_ drawing: Drawing, _ posts: PostPresentation) {
    self.init(
      shelf: drawing.pictures, theme: drawing.theme, options: posts.options,
      wording: posts.wording, keys: (posts.retryKey, posts.revealKey), frame: drawing.frame)
    moves = drawing.isFront
  }
}
