/// Something that people do with the program, by a name that says nothing about them.
struct Feature: Hashable, Sendable, ExpressibleByStringLiteral {
  let name: String

  /// A feature; its name comes from the source alone, in lower case and without blanks.
  init(stringLiteral name: StaticString) { self.name = "\(name)" }

  /// A feature by such a name that is put together.
  init(named name: String) { self.name = name }
}

/// Counts what is used, on this machine only; `tweetie doctor` shows it and nothing sends it.
@MainActor final class Tracker {
  private let path: String?
  private var counts: [String: Int] = [:]

  /// A tracker that adds to the counts in that file; without one, nothing is kept.
  nonisolated init(path: String?) { self.path = path }

  /// Counts one use.
  func count(_ feature: Feature) { counts[feature.name, default: 0] += 1 }

  /// Adds what was counted to the file; belongs to the end of the program.
  func save() {
    guard let path, !counts.isEmpty else { return }
    let sum = UsageFile.read(path).merging(counts) { $0.addingReportingOverflow($1).partialValue }
    if UsageFile.write(sum, to: path) { counts = [:] }
  }
}
