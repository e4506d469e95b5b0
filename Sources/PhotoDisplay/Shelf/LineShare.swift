import FeedDomain

/// What the line can take of pictures where it is slow, and what waits until it can.
@MainActor final class LineShare {
  /// What waits for the line's sake.
  private(set) var held: Set<PictureOrder> = []
  private let clockwork: PictureClockwork
  /// Nil where as many bytes may go over it as there are.
  private var budget: LineBudget?
  private var isAwaited = false

  init(_ clockwork: PictureClockwork) { self.clockwork = clockwork }

  /// Whether bytes are to be spared.
  var isLimited: Bool { budget != nil }

  func limit(perMinute: Int?) {
    budget = perMinute.map { LineBudget(perMinute: $0, now: clockwork.world.now) }
  }

  /// Nothing waits any more until it is asked for again.
  func releaseAll() { held = [] }

  /// Whether the line can take an order now that costs so many bytes, besides those that are on
  /// their way and will be paid for when they are here. Where it cannot, the order is held, and is
  /// to be tried again when it can.
  func takes(
    _ order: PictureOrder, for cost: Int, besides reserved: Int,
    again: @escaping @MainActor () -> Void
  ) -> Bool {
    let delay = budget?.delay(until: cost, besides: reserved, now: clockwork.world.now) ?? .zero
    guard delay > .zero else { return true }
    held.insert(order)
    guard !isAwaited else { return false }
    isAwaited = true
    clockwork.after(delay) { [weak self] in
      self?.isAwaited = false
      again()
    }
    return false
  }

  /// Takes note of bytes that go over the line.
  func spend(_ bytes: Int) { budget?.spend(bytes, now: clockwork.world.now) }
}
