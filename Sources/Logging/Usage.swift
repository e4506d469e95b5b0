import Groundwork

/// The file in which uses are counted: a name and a number a line.
package struct UsageFile {
  private let file: PrivateFile

  package init(path: String) { file = PrivateFile(path: path, maximumSize: 1 << 16) }

  /// The counts in the file; none where there is no file, or none that is ours.
  package func read() -> [String: Int] {
    guard let bytes = try? file.read() else { return [:] }
    var counts: [String: Int] = [:]
    for line in String(decoding: bytes, as: UTF8.self).split(separator: "\n") {
      let words = line.split(separator: " ")
      guard words.count == 2, let number = Int(words[1]), number > 0 else { continue }
      counts[String(words[0])] = number
    }
    return counts
  }

  /// Puts the counts in place of the file, whole or not at all; false where that cannot be done.
  package func write(_ counts: [String: Int]) -> Bool {
    let text = counts.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value)\n" }.joined()
    do throws(SystemError) {
      try file.replaceLightly(with: Array(text.utf8))
      return true
    } catch {
      return false
    }
  }
}

/// Something that people do with the program, by a name that says nothing about them.
package struct Feature: Hashable, Sendable, ExpressibleByStringLiteral {
  package let name: String

  /// A feature; its name comes from the source alone, in lower case and without blanks.
  package init(stringLiteral name: StaticString) { self.name = "\(name)" }

  package init(named name: String) { self.name = name }
}

/// Counts what is used, on this machine only; `tweetie doctor` shows it and nothing sends it.
@MainActor package final class Tracker {
  private let path: String?
  private var counts: [String: Int] = [:]

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
