import Groundwork

/// A file of usage counts: each line has the name of a feature, and the number of its uses.
package struct UsageCountFile {
  private let file: PrivateFile

  package init(path: String) { file = PrivateFile(path: path, maximumSize: 1 << 16) }

  /// Returns the usage counts read from their file, by feature; empty if the file is missing.
  /// Invalid lines are left out.
  package func readUsageCounts() -> [String: Int] {
    guard let bytes = try? file.readContents() else { return [:] }
    var counts: [String: Int] = [:]
    for line in String(decoding: bytes, as: UTF8.self).split(separator: "\n") {
      let words = line.split(separator: " ")
      guard words.count == 2, let number = Int(words[1]), number > 0 else { continue }
      counts[String(words[0])] = number
    }
    return counts
  }

  /// Writes the usage counts to their file, replacing it; returns false on failure.
  package func writeUsageCounts(_ counts: [String: Int]) -> Bool {
    let text = counts.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value)\n" }.joined()
    do throws(FileOperationError) {
      try file.replaceContentsWithoutSync(with: Array(text.utf8))
      return true
    } catch {
      return false
    }
  }
}

/// A feature of the program whose uses are counted; its name says nothing about the user.
package struct CountedFeature: Equatable, Sendable, ExpressibleByStringLiteral {
  package let name: String

  /// Creates a counted feature from its name in lower case without spaces.
  package init(stringLiteral name: StaticString) { self.name = "\(name)" }

  package init(named name: String) { self.name = name }
}

/// A counter of the uses of features on this machine, for the command doctor; nothing is sent.
@MainActor
package final class UsageCounter {
  private let path: String?
  private var counts: [String: Int] = [:]

  package nonisolated init(path: String?) { self.path = path }

  package func countUse(of feature: CountedFeature) { counts[feature.name, default: 0] += 1 }

  /// Adds the usage counts since the program's start to those in the file, at the program's end.
  package func addUsageCountsToFile() {
    guard let path, !counts.isEmpty else { return }
    let file = UsageCountFile(path: path)
    let sum = file.readUsageCounts().merging(counts) { $0.addingReportingOverflow($1).partialValue }
    if file.writeUsageCounts(sum) { counts = [:] }
  }
}
