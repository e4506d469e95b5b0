/// What stands around the middle of a carousel: the elements, in a ring.
///
/// A ring that is not complete, because the stream goes on, has a seam where the rest will come in.
struct CarouselRing {
  /// How many elements are here.
  let count: Int
  /// Whether that is all of them.
  let isComplete: Bool

  /// What stands at a place of the ring.
  enum Element: Hashable {
    /// One that is here.
    case here(Int)
    /// Where the stream goes on.
    case seam
  }

  private var length: Int { count + (isComplete ? 0 : 1) }

  /// What stands so many places to the right of an element, or to the left of it for negative ones;
  /// nil where that would show something twice.
  func element(_ steps: Int, from index: Int) -> Element? {
    guard count > 0, steps >= -((length - 1) / 2), steps <= length / 2 else { return nil }
    let place = (index + steps + length) % length
    return place < count ? .here(place) : .seam
  }

  /// Where a step leads; the seam is stepped over to the left, where everything is known, and nil
  /// to the right, where it has to be waited for.
  func step(_ step: Int, from index: Int) -> Int? {
    guard count > 1 else { return nil }
    switch (index + step + length) % length {
    case let place where place < count: return place
    default: return step < 0 ? count - 1 : nil
    }
  }
}
