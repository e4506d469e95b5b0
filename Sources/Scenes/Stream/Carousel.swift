/// A carousel that is looked at; at rest it is always one photo that is in the middle.
struct Carousel {
  /// A turn that is under way.
  struct Animation: Equatable {
    /// What was in the middle.
    let from: Int
    /// How far it has come.
    var glide: CarouselGlide
  }

  /// The turn that is under way; nil at rest.
  private(set) var motion: Animation?

  /// Begins a turn that brings what stands so many places to the right to the middle.
  mutating func turn(by steps: Int, from index: Int) {
    motion = Animation(from: index, glide: CarouselGlide(turn: steps))
  }

  /// Goes on a step, or comes to rest.
  mutating func goOn() {
    motion = motion.flatMap { motion in
      motion.glide.next.map { Animation(from: motion.from, glide: $0) }
    }
  }

  /// Comes to rest at once: what is in the ring has changed.
  mutating func rest() { motion = nil }
}
