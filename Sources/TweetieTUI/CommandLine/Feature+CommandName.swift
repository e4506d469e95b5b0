extension Feature {
  /// A command of the command line.
  init(_ command: CommandName) { self.init(named: "command-\(command.rawValue)") }
}
