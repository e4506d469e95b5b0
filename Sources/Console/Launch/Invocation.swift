/// What the command line asks for.
package enum Invocation: Equatable, Sendable {
  case fullScreen(FullScreenOptions)
  case command(CommandName, any CommandRequest)
  case help(CommandName?)
  /// What can stand where the last of these words begins, for a shell.
  case completion([String])
  case version

  package static func == (left: Invocation, right: Invocation) -> Bool {
    switch (left, right) {
    case (.fullScreen(let left), .fullScreen(let right)): left == right
    case (.command(let name, let left), .command(let other, let right)):
      name == other && left.isEqual(to: right)
    case (.help(let left), .help(let right)): left == right
    case (.completion(let left), .completion(let right)): left == right
    case (.version, .version): true
    default: false
    }
  }
}

extension Invocation {
  /// The command that was named; nil for the full screen, help and version.
  package var command: CommandName? {
    if case .command(let name, _) = self { name } else { nil }
  }
}

extension Invocation {
  /// Whether it goes on until somebody interrupts it.
  package var endsWhenInterrupted: Bool {
    if case .command(_, let request) = self { request.endsWhenInterrupted } else { false }
  }
}

extension CommandRequest {
  fileprivate func isEqual(to other: any CommandRequest) -> Bool { (other as? Self) == self }
}

extension Invocation {
  /// What the full screen opens where there is a terminal for it; nil for what only prints.
  package var place: String? {
    if case .command(_, let request as OpenCommand) = self { request.place } else { nil }
  }
}
