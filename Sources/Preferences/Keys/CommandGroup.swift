package import Terminal
package import Words

/// What kind of thing a command does; help shows commands together that belong together.
package enum CommandGroup: CaseIterable {
  /// Moves the selection or the view.
  case move
  /// Shows more, or anew.
  case read
  /// Does something at the service.
  case act
  /// Goes to another scene or stream.
  case go
  /// Is about the program itself.
  case program
}

extension Wording {
  /// The title of a group of commands.
  package func title(of group: CommandGroup) -> SafeText {
    switch group {
    case .move: say("Move")
    case .read: say("Read")
    case .act: say("Act")
    case .go: say("Go")
    case .program: say("Program")
    }
  }
}
