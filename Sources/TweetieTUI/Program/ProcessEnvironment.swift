import CSystem

/// The environment the program was started in, read once and passed on as a value.
enum ProcessEnvironment {
  /// The variables.
  static func inherited() -> [String: String] {
    var variables: [String: String] = [:]
    guard var entry = csystem_environment() else { return variables }
    while let text = entry.pointee {
      let words = String(cString: text).split(
        separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      if words.count == 2 { variables[String(words[0])] = String(words[1]) }
      entry += 1
    }
    return variables
  }
}
