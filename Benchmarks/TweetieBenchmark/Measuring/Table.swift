/// The rows of a benchmark, set in columns.
struct Table {
  private let measurements: [Measurement]

  init(_ measurements: [Measurement]) { self.measurements = measurements }

  /// The table as text; its last line counts.
  var text: String {
    let heading = ["", "measured", "reference", "limit", ""]
    let rows = measurements.map {
      [$0.what, $0.measured, $0.reference, $0.limit, $0.verdict.rawValue]
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
    let counts = Dictionary(grouping: measurements, by: \.verdict).mapValues(\.count)
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
