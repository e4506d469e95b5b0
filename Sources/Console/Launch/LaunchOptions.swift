package import Preferences

/// Command line and environment as a value.
package struct LaunchOptions: Equatable, Sendable {
  /// What is asked for.
  package let invocation: Invocation
  /// The account to use, by its id or handle; nil for the current one.
  package let account: String?
  /// What the environment says.
  package let environment: LaunchEnvironment

  /// Reads the arguments that follow the program's name.
  package static func parse(arguments: [String], environment: [String: String]) throws(UsageError)
    -> LaunchOptions
  {
    let scanned = try ScannedArguments(arguments)
    return LaunchOptions(
      invocation: try Invocation(scanned), account: scanned.value(of: .account),
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
