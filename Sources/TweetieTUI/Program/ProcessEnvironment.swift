import CSystem

/// The environment the program was started in, as a value that a test can choose.
struct ProcessEnvironment: Equatable {
  /// The variables.
  let variables: [String: String]

  /// An environment of these variables.
  init(_ variables: [String: String]) { self.variables = variables }

  /// The value of a variable; nil where it is not set, or empty.
  subscript(name: String) -> String? {
    guard let value = variables[name], !value.isEmpty else { return nil }
    return value
  }

  /// The process's own.
  static func inherited() -> ProcessEnvironment {
    var variables: [String: String] = [:]
    guard var entry = csystem_environment() else { return ProcessEnvironment(variables) }
    while let text = entry.pointee {
      let words = String(cString: text).split(
        separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      if words.count == 2 { variables[String(words[0])] = String(words[1]) }
      entry += 1
    }
    return ProcessEnvironment(variables)
  }
}
