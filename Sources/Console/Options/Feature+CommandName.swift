package import Logging

extension Feature {
  /// A command of the command line.
  package init(_ command: CommandName) { self.init(named: "command-\(command.rawValue)") }
}
