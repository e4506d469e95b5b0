/// What stands around the middle of a carousel: all that is here, in a ring.
///
/// It is full from the beginning: what is fetched later comes in between the last and the first.
struct CarouselRing {
  /// How many elements are here.
  let count: Int

  /// What stands so many places to the right of an element, or to the left of it for negative ones;
  /// nil where that would show something twice.
  func element(_ steps: Int, from index: Int) -> Int? {
    guard count > 0, steps >= -((count - 1) / 2), steps <= count / 2 else { return nil }
    return (index + steps + count) % count
  }

  /// Where a step leads; nil where there is nothing else.
  func step(_ step: Int, from index: Int) -> Int? {
    count > 1 ? (index + step + count) % count : nil
  }
}
