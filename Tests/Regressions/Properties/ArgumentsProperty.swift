import Terminal

@testable import Console
@testable import Words

/// The command line: understood, or refused with a sentence; an option's value is the same whether
/// it is attached or follows.
enum ArgumentsProperty {
  static func check(_ input: [UInt8]) throws(Finding) {
    var reader = InputReader(input)
    let arguments = reader.remainingParts()
    if case .failure(let error) = parsed(arguments) {
      try expect(!Wording().sentence(for: error).isEmpty, "refused without a word")
    }
    try checkAttachedValue(arguments[0])
  }

  private static func checkAttachedValue(_ value: String) throws(Finding) {
    let attached = parsed(["login", "tweetie", "--user=\(value)"])
    let following = parsed(["login", "tweetie", "--user", value])
    try expect(attached == following, "attached, the value is something else: \(attached)")
  }

  private static func parsed(_ arguments: [String]) -> Result<LaunchOptions, UsageError> {
    Result { () throws(UsageError) in
      try LaunchOptions.parsedCommandLine(from: arguments, environment: [:])
    }
  }
}
