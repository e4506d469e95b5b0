internal import Glibc

/// A row of the benchmark's table: a measured value with its reference and limit.
struct Measurement {
  /// The comparison of a measured value with its limit.
  enum Outcome: String {
    case reached, missed
    /// The measurement has no limit; its row is for comparison.
    case noLimit = ""
    /// The measurement failed, for the reason in its row.
    case unmeasured = "not measured"
  }

  let what: String
  let measured: String
  let reference: String
  let limit: String
  let outcome: Outcome

  /// Creates a row with a measured value, and with a limit if there is one.
  init(
    _ what: String, _ measured: Quantity?, reference: Quantity? = nil, limit: String = "",
    isReached: Bool? = nil
  ) {
    self.what = what
    self.measured = measured?.text ?? "nothing seen"
    self.reference = reference?.text ?? ""
    self.limit = limit
    outcome = measured == nil ? .missed : isReached.map { $0 ? .reached : .missed } ?? .noLimit
  }

  /// Creates a row for a failed measurement, with the reason.
  init(_ what: String, unmeasured reason: String) {
    self.what = what
    measured = reason
    reference = ""
    limit = ""
    outcome = .unmeasured
  }
}

/// The table of the benchmark's measurements.
struct Table {
  private let measurements: [Measurement]

  init(_ measurements: [Measurement]) { self.measurements = measurements }

  /// The table as text, with a last line that counts the limits.
  var text: String {
    let heading = ["", "measured", "reference", "limit", ""]
    let rows = measurements.map {
      [$0.what, $0.measured, $0.reference, $0.limit, $0.outcome.rawValue]
    }
    let widths = heading.indices.map { column in
      ([heading] + rows).map { $0[column].count }.max() ?? 0
    }
    let lines = ([heading] + rows).map { row in
      zip(row, widths).map { $0 + String(repeating: " ", count: $1 - $0.count) }
        .joined(separator: "  ").trimmingEnd
    }
    return (lines + ["", summary]).joined(separator: "\n")
  }

  private var summary: String {
    let counts = Dictionary(grouping: measurements, by: \.outcome).mapValues(\.count)
    let missed = counts[.missed, default: 0] + counts[.unmeasured, default: 0]
    return "\(counts[.reached, default: 0]) limits reached, \(missed) missed or not measured"
  }
}

extension String {
  fileprivate var trimmingEnd: String {
    var text = self
    while text.last == " " { text.removeLast() }
    return text
  }
}

/// A measured number with its unit, as printed in the table.
enum Quantity: Equatable {
  case time(Nanoseconds)
  case bytes(Int64)
  case kilobytes(Int64)
  case count(Int64)
  case share(percent: Int64)

  var text: String {
    switch self {
    case .time(let nanoseconds): "\(decimals(nanoseconds / 10_000)) ms"
    case .bytes(let bytes): "\(bytes) B"
    case .kilobytes(let kilobytes): "\(decimals(kilobytes * 100 / 1024)) MB"
    case .count(let count): "\(count)"
    case .share(let percent): "\(percent) %"
    }
  }
}

/// Returns a number of hundredths as a decimal number.
private func decimals(_ hundredths: Int64) -> String {
  let fraction = String(hundredths % 100)
  return "\(hundredths / 100).\(fraction.count == 1 ? "0" : "")\(fraction)"
}

/// The values of a repeated measurement.
struct Samples {
  private let sorted: [Int64]

  init(_ values: [Int64]) { sorted = values.sorted() }
  var count: Int { sorted.count }
  var median: Int64? { percentile(50) }

  /// Returns the value that `share` percent of the samples do not exceed; nil without samples.
  func percentile(_ share: Int) -> Int64? {
    guard !sorted.isEmpty else { return nil }
    return sorted[max(0, (sorted.count * share + 99) / 100 - 1)]
  }
}

/// A time or duration of the monotonic clock, in nanoseconds.
typealias Nanoseconds = Int64

/// Returns the current time of the monotonic clock.
func monotonicNow() -> Nanoseconds {
  var time = timespec()
  clock_gettime(CLOCK_MONOTONIC, &time)
  return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
}

/// Sleeps until a time of the monotonic clock.
func sleep(until moment: Nanoseconds) {
  var time = timespec(tv_sec: Int(moment / 1_000_000_000), tv_nsec: Int(moment % 1_000_000_000))
  while clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &time, nil) == EINTR {}
}
