/// What a person or their terminal does without, and which way they read.
struct DisplayOptions: Equatable, Sendable {
  /// For screen readers: words instead of boxes, bars and block art, and nothing that spins.
  let isPlain: Bool
  /// Whether anything may move by itself.
  let isAnimated: Bool
  /// Which end of a stream is at the top.
  let order: ReadingOrder

  /// What to do without; nothing where nothing is said.
  init(isPlain: Bool = false, isAnimated: Bool = true, order: ReadingOrder = .newest) {
    self.isPlain = isPlain
    self.isAnimated = isAnimated && !isPlain
    self.order = order
  }
}
