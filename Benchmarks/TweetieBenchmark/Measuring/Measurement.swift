/// One row of the table: what was measured, beside what and against what.
struct Measurement {
  /// Whether the limit was reached.
  enum Verdict: String {
    case reached, missed
    /// There is nothing to reach: the row is for comparison.
    case noLimit = ""
    /// It could not be measured; the row says why.
    case unmeasured = "not measured"
  }

  let what: String
  let measured: String
  let reference: String
  let limit: String
  let verdict: Verdict

  /// A row that is measured against a limit, or against none.
  init(
    _ what: String, _ measured: Quantity?, reference: Quantity? = nil, limit: String = "",
    isReached: Bool? = nil
  ) {
    self.what = what
    self.measured = measured?.text ?? "nothing seen"
    self.reference = reference?.text ?? ""
    self.limit = limit
    verdict = measured == nil ? .missed : isReached.map { $0 ? .reached : .missed } ?? .noLimit
  }

  /// A row that could not be measured, and why.
  init(_ what: String, unmeasured reason: String) {
    self.what = what
    measured = reason
    reference = ""
    limit = ""
    verdict = .unmeasured
  }
}
