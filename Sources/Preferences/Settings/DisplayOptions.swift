/// What a person or their terminal does without, and which way they read.
package struct DisplayOptions: Equatable, Sendable {
  /// For screen readers: words instead of boxes, bars and block art, and nothing that spins.
  package let isPlain: Bool
  /// Whether the terminal shows the program's signs, as hearts and arrows.
  package let hasSigns: Bool
  /// Whether anything may move by itself.
  package let isAnimated: Bool
  /// Whether the terminal is on this machine, so that a moment's movement costs nothing.
  package let isNear: Bool
  /// Which end of a stream is at the top.
  package let order: ReadingOrder
  /// How it is told when something was.
  package let times: TimeStyle

  /// Whether a name has the colour of whoever bears it.
  package let coloursNames: Bool
  /// Whether people's pictures stand beside what they wrote, where there is room.
  package let showsPeople: Bool
  /// Whether answers stand below what they answer.
  package let showsThreads: Bool
  /// Whether h, j, k and l move on walls.
  package let movesByLetters: Bool

  /// What to do without; nothing where nothing is said.
  package init(
    isPlain: Bool = false, hasSigns: Bool = true, isAnimated: Bool = true, isNear: Bool = false,
    order: ReadingOrder = .newest, times: TimeStyle = .relative, coloursNames: Bool = true,
    showsPeople: Bool = false, showsThreads: Bool = true, movesByLetters: Bool = false
  ) {
    self.isPlain = isPlain
    self.hasSigns = hasSigns
    self.isAnimated = isAnimated && !isPlain
    self.isNear = isNear
    self.order = order
    self.times = times
    self.coloursNames = coloursNames
    self.showsPeople = showsPeople
    self.showsThreads = showsThreads
    self.movesByLetters = movesByLetters
  }
  /// Whether words tell what signs would.
  package var saysInWords: Bool { isPlain || !hasSigns }
  /// Whether things may glide to where they go.
  package var mayGlide: Bool { isAnimated && isNear }
}
