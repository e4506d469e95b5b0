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
