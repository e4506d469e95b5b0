/// Something that people do with the program, by a name that says nothing about them.
package struct Feature: Hashable, Sendable, ExpressibleByStringLiteral {
  package let name: String

  /// A feature; its name comes from the source alone, in lower case and without blanks.
  package init(stringLiteral name: StaticString) { self.name = "\(name)" }

  /// A feature by such a name that is put together.
  package init(named name: String) { self.name = name }
}

/// Counts what is used, on this machine only; `tweetie doctor` shows it and nothing sends it.
@MainActor package final class Tracker {
  private let path: String?
  private var counts: [String: Int] = [:]

  /// A tracker that adds to the counts in that file; without one, nothing is kept.
  package nonisolated init(path: String?) { self.path = path }

  package func count(_ feature: Feature) { counts[feature.name, default: 0] += 1 }

  /// Adds what was counted to the file; belongs to the end of the program.
  package func save() {
    guard let path, !counts.isEmpty else { return }
    let file = UsageFile(path: path)
    let sum = file.read().merging(counts) { $0.addingReportingOverflow($1).partialValue }
    if file.write(sum) { counts = [:] }
  }
}
