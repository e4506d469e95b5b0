extension Feature {
  /// A command of the full screen; nil for those that merely move, which say nothing.
  init?(_ command: Command) {
    guard command.group != .move else { return nil }
    self.init(named: "key-\(command.rawValue)")
  }
}
