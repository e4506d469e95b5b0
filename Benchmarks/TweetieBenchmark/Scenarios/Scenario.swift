/// A part of the benchmark that can be run alone, and the rows it adds to the table.
protocol Scenario: Sendable {
  /// What `--only` finds it by.
  var name: String { get }
  func measure(on stage: BenchmarkFixture) async throws -> [Measurement]
}
