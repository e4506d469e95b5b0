import Logging
import Preferences

extension Feature {
  /// A command of the full screen; nil for those that merely move, which say nothing.
  init?(_ command: Command) {
    let row = CommandTable.row(of: command)
    guard row.group != .move else { return nil }
    self.init(named: "key-\(row.name)")
  }
}
