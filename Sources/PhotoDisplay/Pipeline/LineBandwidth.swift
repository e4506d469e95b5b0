package import FeedDomain
import Threads

/// The limit of picture bytes on a slow line to the terminal, with the orders for photos that wait.
@MainActor final class LineBandwidth {
  private(set) var held: Set<PictureOrder> = []
  private let timers: PictureTimers
  private var budget: LineBudget?
  private var isAwaited = false

  init(_ timers: PictureTimers) { self.timers = timers }
  var isLimited: Bool { budget != nil }

  func setLimit(perMinute: Int?) {
    budget = perMinute.map { LineBudget(perMinute: $0, now: timers.world.now) }
  }

  /// Forgets all orders for photos that wait for a slow line.
  func dropHeldOrders() { held = [] }

  /// Returns true if the slow line can take an order for a photo, besides reserved bytes; else the
  /// order waits.
  func canTakeOrder(
    _ order: PictureOrder, for cost: Int, besides reserved: Int,
    again: @escaping @MainActor () -> Void
  ) -> Bool {
    let delay =
      budget?.delayUntilAvailable(for: cost, besides: reserved, now: timers.world.now) ?? .zero
    guard delay > .zero else { return true }
    held.insert(order)
    guard !isAwaited else { return false }
    isAwaited = true
    timers.after(delay) { [weak self] in
      self?.isAwaited = false
      again()
    }
    return false
  }

  /// Subtracts the bytes of a loaded photo from the budget of a slow line.
  func spendBytes(_ bytes: Int) { budget?.spendBytes(bytes, now: timers.world.now) }
}

/// A budget of picture bytes on a slow line, which grows with time.
struct LineBudget {
  /// The picture bytes added to a slow line's budget in a minute, and the largest budget.
  let perMinute: Int
  private var saved: Double
  private var at: Timestamp

  /// Makes a budget for a slow line that holds the picture bytes of a minute.
  init(perMinute: Int, now: Timestamp) {
    self.perMinute = max(1, perMinute)
    saved = Double(self.perMinute)
    at = now
  }

  /// Returns the time until a number of picture bytes is available in the line's budget; zero if
  /// available now. A number beyond a minute's bytes waits for a full minute.
  mutating func delayUntilAvailable(for bytes: Int, besides reserved: Int = 0, now: Timestamp)
    -> Duration
  {
    refillBudget(now)
    let missing = min(Double(bytes), Double(perMinute)) + Double(reserved) - saved
    guard missing > 0 else { return .zero }
    return .milliseconds(Int64((missing / Double(perMinute) * 60_000).rounded(.up)))
  }

  /// Subtracts picture bytes from the budget of a slow line, which may fall below zero.
  mutating func spendBytes(_ bytes: Int, now: Timestamp) {
    refillBudget(now)
    saved -= Double(bytes)
  }

  private mutating func refillBudget(_ now: Timestamp) {
    let passed = Double(max(0, now.elapsedTime(since: at).wholeMilliseconds))
    saved = min(Double(perMinute), saved + passed * Double(perMinute) / 60_000)
    at = now
  }
}

/// A meter of a photo transfer's progress, for any thread.
package final class TransferMeter: Sendable {
  private let latest = LockedValue<ByteProgress?>(nil)
  private let begins: @Sendable () -> Void

  init(begins: @escaping @Sendable () -> Void) { self.begins = begins }

  /// The last reported progress of a photo's transfer.
  package var transfer: ByteProgress? { latest.withLock { $0 } }

  package func reportProgress(_ transfer: ByteProgress) {
    let isFirst = latest.withLock { latest in
      defer { latest = transfer }
      return latest?.expected == nil && transfer.expected != nil
    }
    if isFirst { begins() }
  }
}
