package import FeedDomain
import Threads

/// The budget of a slow line for pictures, and waiting orders.
@MainActor final class LineBandwidth {
  /// Orders waiting for the line.
  private(set) var held: Set<PictureOrder> = []
  private let clockwork: PictureTimers
  /// nil without a limit.
  private var budget: LineBudget?
  private var isAwaited = false

  init(_ clockwork: PictureTimers) { self.clockwork = clockwork }

  /// Whether there is a limit.
  var isLimited: Bool { budget != nil }

  func limit(perMinute: Int?) {
    budget = perMinute.map { LineBudget(perMinute: $0, now: clockwork.world.now) }
  }

  /// Forgets all waiting orders.
  func releaseAll() { held = [] }

  /// Whether the line can take an order, besides reserved bytes. If not, the order waits.
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

  /// Counts bytes that were loaded.
  func spend(_ bytes: Int) { budget?.spend(bytes, now: clockwork.world.now) }
}

/// Bytes for pictures on a slow line, growing with time.
struct LineBudget {
  /// The bytes of a minute; more are not saved up.
  let perMinute: Int
  private var saved: Double
  private var at: Timestamp

  /// Begins with a minute's bytes.
  init(perMinute: Int, now: Timestamp) {
    self.perMinute = max(1, perMinute)
    saved = Double(self.perMinute)
    at = now
  }

  /// The time until bytes are available; zero if they are. An order beyond a minute's bytes waits
  /// for a full minute.
  mutating func delay(until bytes: Int, besides reserved: Int = 0, now: Timestamp) -> Duration {
    collect(now)
    let missing = min(Double(bytes), Double(perMinute)) + Double(reserved) - saved
    guard missing > 0 else { return .zero }
    return .milliseconds(Int64((missing / Double(perMinute) * 60_000).rounded(.up)))
  }

  /// Spends bytes, also below zero.
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

/// Progress of a transfer, for any thread.
package final class TransferMeter: Sendable {
  private let latest = Guarded<Transfer?>(nil)
  private let begins: @Sendable () -> Void

  init(begins: @escaping @Sendable () -> Void) { self.begins = begins }

  /// The last progress.
  package var transfer: Transfer? { latest.withLock { $0 } }

  package func tell(_ transfer: Transfer) {
    let isFirst = latest.withLock { latest in
      defer { latest = transfer }
      return latest?.expected == nil && transfer.expected != nil
    }
    if isFirst { begins() }
  }
}
