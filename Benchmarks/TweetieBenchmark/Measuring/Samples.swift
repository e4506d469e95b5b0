/// What was measured several times over.
struct Samples {
  private let sorted: [Int64]

  init(_ values: [Int64]) { sorted = values.sorted() }

  var count: Int { sorted.count }
  var median: Int64? { percentile(50) }

  /// The value which so many of a hundred samples do not exceed; nothing without samples.
  func percentile(_ share: Int) -> Int64? {
    guard !sorted.isEmpty else { return nil }
    return sorted[max(0, (sorted.count * share + 99) / 100 - 1)]
  }
}
