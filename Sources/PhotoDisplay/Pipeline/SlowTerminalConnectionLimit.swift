package import FeedDomain
import Threads

/// A limiter of picture bytes on a slow connection to the terminal, with the photos that wait until
/// it is free.
@MainActor
final class SlowTerminalConnectionLimit {
  private(set) var waitingPhotos: Set<BoxedPhoto> = []
  private let timers: PipelineClockAndRedraw
  private var budget: PictureByteBudget?
  private var isAwaited = false

  init(_ timers: PipelineClockAndRedraw) { self.timers = timers }
  var isLimited: Bool { budget != nil }

  func setByteLimit(perMinute: Int?) {
    budget = perMinute.map { PictureByteBudget(perMinute: $0, now: timers.world.now) }
  }

  func forgetWaitingPhotos() { waitingPhotos = [] }

  /// Returns true if the byte budget of a slow connection to the terminal suffices for a photo
  /// besides reserved bytes. Otherwise the photo waits, and `again` is called when the budget
  /// suffices.
  func canSendPhotoOrWait(
    _ order: BoxedPhoto, for cost: Int, besides reserved: Int,
    again: @escaping @MainActor () -> Void
  ) -> Bool {
    let delay =
      budget?.delayUntilAvailable(for: cost, besides: reserved, now: timers.world.now) ?? .zero
    guard delay > .zero else { return true }
    waitingPhotos.insert(order)
    guard !isAwaited else { return false }
    isAwaited = true
    timers.runAfterDelay(delay) { [weak self] in
      self?.isAwaited = false
      again()
    }
    return false
  }

  /// Subtracts a loaded photo's bytes from the budget of a slow connection to the terminal.
  func spendBytesSentToTerminal(_ bytes: Int) {
    budget?.spendBytesSentToTerminal(bytes, now: timers.world.now)
  }
}

/// A budget of picture bytes for a slow connection, which grows with time up to a maximum.
struct PictureByteBudget {
  /// The number of picture bytes added to the budget in a minute, which is also its maximum.
  let perMinute: Int
  private var saved: Double
  private var at: Timestamp

  /// Creates a budget of picture bytes that is full at first.
  init(perMinute: Int, now: Timestamp) {
    self.perMinute = max(1, perMinute)
    saved = Double(self.perMinute)
    at = now
  }

  /// Returns the time until a number of picture bytes is available in the budget; zero if available
  /// now. A number beyond a minute's bytes waits until the budget is full.
  mutating func delayUntilAvailable(for bytes: Int, besides reserved: Int = 0, now: Timestamp)
    -> Duration
  {
    refillBudget(now)
    let missing = min(Double(bytes), Double(perMinute)) + Double(reserved) - saved
    guard missing > 0 else { return .zero }
    return .milliseconds(Int64((missing / Double(perMinute) * 60_000).rounded(.up)))
  }

  /// Subtracts picture bytes from the budget, which can become negative.
  mutating func spendBytesSentToTerminal(_ bytes: Int, now: Timestamp) {
    refillBudget(now)
    saved -= Double(bytes)
  }

  private mutating func refillBudget(_ now: Timestamp) {
    let passed = Double(max(0, now.elapsedTime(since: at).wholeMilliseconds))
    saved = min(Double(perMinute), saved + passed * Double(perMinute) / 60_000)
    at = now
  }
}

/// A meter of the progress of a photo's transfer, usable from any thread.
package final class PhotoTransferProgressMeter: Sendable {
  private let latest = LockedValue<ByteTransferProgress?>(nil)
  private let onStart: @Sendable () -> Void

  init(onStart: @escaping @Sendable () -> Void) { self.onStart = onStart }

  /// The last reported progress of the photo's transfer; nil before the first report.
  package var transfer: ByteTransferProgress? { latest.withLock { $0 } }

  package func recordPhotoTransferProgress(_ transfer: ByteTransferProgress) {
    let isFirst = latest.withLock { latest in
      defer { latest = transfer }
      return latest?.totalBytes == nil && transfer.totalBytes != nil
    }
    if isFirst { onStart() }
  }
}
