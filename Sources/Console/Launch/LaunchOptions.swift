package import Preferences

/// Command line and environment as a value.
package struct LaunchOptions: Equatable, Sendable {
  /// What is asked for.
  package let invocation: Invocation
  /// The account to use, by its id or handle; nil for the current one.
  package let account: String?
  /// Whether only results and errors are printed.
  package var isQuiet = false
  /// Whether the log is written to standard error as well.
  package var isDebugging = false
  /// What the environment says.
  package let environment: LaunchEnvironment

  /// Reads the arguments that follow the program's name.
  package static func parse(arguments: [String], environment: [String: String]) throws(UsageError)
    -> LaunchOptions
  {
    if arguments.first == Completion.word {
      return LaunchOptions(
        invocation: .completion(Array(arguments.dropFirst())), account: nil,
        environment: LaunchEnvironment(environment))
    }
    let scanned = try ScannedArguments(arguments)
    return LaunchOptions(
      invocation: try Invocation(scanned), account: scanned.value(of: .account),
      isQuiet: scanned.has(.quiet), isDebugging: scanned.has(.debug),
      environment: LaunchEnvironment(environment))
  }
}

extension Invocation {
  fileprivate init(_ scanned: ScannedArguments) throws(UsageError) {
    if scanned.has(.help) {
      self = .help(scanned.command)
      return
    }
    if scanned.has(.version) {
      self = .version
      return
    }
    guard let name = scanned.command, let request = CommandSpec.named(name).request else {
      self = .fullScreen(try FullScreenOptions(scanned))
      return
    }
    self = .command(name, try request.init(scanned))
  }
}
