package import FeedDomain
import Threads

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

/// How many bytes of pictures a slow line may be given, a little more with every moment.
struct LineBudget {
  /// How many bytes a minute brings; at most as many are saved up.
  let perMinute: Int
  private var saved: Double
  private var at: Timestamp

  /// A budget that begins with a minute's worth.
  init(perMinute: Int, now: Timestamp) {
    self.perMinute = max(1, perMinute)
    saved = Double(self.perMinute)
    at = now
  }

  /// How long until there are so many bytes besides those that will be spent anyway; zero where
  /// they are there.
  ///
  /// What costs more than a minute brings waits for a full minute's worth.
  mutating func delay(until bytes: Int, besides reserved: Int = 0, now: Timestamp) -> Duration {
    collect(now)
    let missing = min(Double(bytes), Double(perMinute)) + Double(reserved) - saved
    guard missing > 0 else { return .zero }
    return .milliseconds(Int64((missing / Double(perMinute) * 60_000).rounded(.up)))
  }

  /// Spends bytes, which may be more than there are: that is waited for afterwards.
  mutating func spend(_ bytes: Int, now: Timestamp) {
    collect(now)
    saved -= Double(bytes)
  }

  private mutating func collect(_ now: Timestamp) {
    let passed = Double(max(0, now.since(at).wholeMilliseconds))
    saved = min(Double(perMinute), saved + passed * Double(perMinute) / 60_000)
    at = now
  }
}

/// How far a transfer is: told from any thread, read when a frame is drawn.
package final class TransferMeter: Sendable {
  private let latest = Guarded<Transfer?>(nil)
  private let begins: @Sendable () -> Void

  /// A meter that says once when it is known how much there is to come.
  init(begins: @escaping @Sendable () -> Void) { self.begins = begins }

  /// The latest that was told.
  package var transfer: Transfer? { latest.withLock { $0 } }

  package func tell(_ transfer: Transfer) {
    let isFirst = latest.withLock { latest in
      defer { latest = transfer }
      return latest?.expected == nil && transfer.expected != nil
    }
    if isFirst { begins() }
  }
}
