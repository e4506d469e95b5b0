/// What a person or their terminal does without, and which way they read.
struct DisplayOptions: Equatable, Sendable {
  /// For screen readers: words instead of boxes, bars and block art, and nothing that spins.
  let isPlain: Bool
  /// Whether anything may move by itself.
  let isAnimated: Bool
  /// Whether the terminal is on this machine, so that a moment's movement costs nothing.
  let isNear: Bool
  /// Which end of a stream is at the top.
  let order: ReadingOrder

  /// What to do without; nothing where nothing is said.
  init(
    isPlain: Bool = false, isAnimated: Bool = true, isNear: Bool = false,
    order: ReadingOrder = .newest
  ) {
    self.isPlain = isPlain
    self.isAnimated = isAnimated && !isPlain
    self.isNear = isNear
    self.order = order
  }
  /// Whether things may glide to where they go.
  var mayGlide: Bool { isAnimated && isNear }
}
