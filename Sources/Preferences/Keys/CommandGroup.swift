package import FeedDomain
package import Terminal
package import Words

/// What kind of thing a command does; help shows commands together that belong together.
package enum CommandGroup: CaseIterable {
  case move
  case read
  case act
  case go
  case program
}

extension Wording {
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

/// What an account must have for a command to be of use.
package enum CommandNeed: Sendable {
  /// That mark can be put on posts.
  case mark(Post.OwnActions)
  case writing
  case following
  /// Anything can be changed that waits in the outbox meanwhile.
  case changing
  case quoting
  case people
  case list(PeopleLists)
  case notifications
  case extra(ServiceExtra)
  case act(ServiceAction.Kind)
  case messages
  /// It asks the reader whom to let follow.
  case letting
  case places
  /// Several accounts have homes that can be read together.
  case company
}

extension Command {
  /// Whether it works at any moment, even while text is typed, when its key types nothing.
  package var isForAnyMoment: Bool { [.quit, .repaint, .suspend].contains(self) }

  /// Whether it moves, so that it can be told how often.
  package var isRepeated: Bool {
    switch self {
    case .down, .up, .halfPageDown, .halfPageUp, .pageDown, .pageUp, .lineDown, .lineUp, .left,
      .right, .nextPhoto, .previousPhoto, .nextResult, .previousResult, .zoomIn, .zoomOut:
      true
    default: false
    }
  }
}

extension Key {
  /// Whether nobody types it: a key with Control or Alt.
  package var isChord: Bool { !modifiers.isDisjoint(with: [.control, .alt]) }
}
