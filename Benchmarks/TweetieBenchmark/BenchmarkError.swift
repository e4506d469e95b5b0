/// Why the benchmark cannot go on, or a part of it cannot be measured.
struct BenchmarkError: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) { self.description = description }
}
