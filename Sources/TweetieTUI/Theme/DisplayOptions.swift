/// What a person or their terminal does without.
struct DisplayOptions: Equatable, Sendable {
  /// For screen readers: words instead of boxes, bars and block art, and nothing that spins.
  let isPlain: Bool
  /// Whether anything may move by itself.
  let isAnimated: Bool

  /// What to do without; nothing where nothing is said.
  init(isPlain: Bool = false, isAnimated: Bool = true) {
    self.isPlain = isPlain
    self.isAnimated = isAnimated && !isPlain
  }
}
