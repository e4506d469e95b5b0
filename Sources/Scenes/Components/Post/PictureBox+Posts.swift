import PhotoDisplay

extension PictureBox {
  /// Draws as the drawing asks, in the words and with the keys of posts.
  init(_ drawing: Drawing, _ posts: PostPresentation) {
    self.init(
      shelf: drawing.pictures, theme: drawing.theme, options: posts.options,
      wording: posts.wording, keys: (posts.retryKey, posts.revealKey), frame: drawing.frame)
  }
}
