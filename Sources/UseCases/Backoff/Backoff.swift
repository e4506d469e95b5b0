internal import FeedDomain

/// How long to wait before trying again: longer with each failure, and never quite the same, so that
/// many clients do not come back all at once.
struct Backoff: Sendable {
  /// What is waited after the first failure, the second, and so on; the last one repeats.
  private let steps: [Duration]

  /// For a stream that refreshes by itself.
  static let refresh = Backoff(steps: [5, 15, 60, 300])
  /// For a change on its way to the service.
  static let delivery = Backoff(steps: [5, 15, 60, 300, 900])
  /// For looking at the service again, which nobody waits for.
  static let upkeep = Backoff(steps: [60, 300, 900, 3600])
  /// For keeping a token that could not be kept, which is lost where the program ends before.
  static let keeping = Backoff(steps: [5, 15, 60])
  /// The longest anything waits for a service, whatever the service or a wrong clock says.
  static let longest = Duration.seconds(15 * 60)

  /// How long a service is left in peace that said no, where it is asked again at all; `random` is
  /// from 0 up to 1.
  static func delayAfterRefusal(random: Double) -> Duration { longest * (1 + 0.2 * random) }

  private init(steps seconds: [Int]) { steps = seconds.map { .seconds($0) } }

  /// The wait after so many failures in a row; `random` is from 0 up to 1.
  func delay(afterFailures failures: Int, random: Double) -> Duration {
    let step = steps[min(max(failures, 1), steps.count) - 1]
    return step * (0.8 + 0.4 * random)
  }

  /// When to ask again a service that asked to be left alone until that moment, or for a while.
  static func end(ofLimit until: Timestamp?, now: Timestamp) -> Timestamp {
    let asked = until ?? now.advanced(by: .seconds(60))
    return min(max(asked, now.advanced(by: .seconds(1))), now.advanced(by: longest))
  }
}
