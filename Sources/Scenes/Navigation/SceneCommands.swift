package import Preferences
package import Terminal

/// The commands of a scene as the command menu shows them, with the reasons for unavailable ones.
package struct SceneCommands: Equatable, Sendable {
  /// The commands of a scene's bottom line, the most useful first.
  package var hints: [Command] = []
  /// The commands whose keys take precedence over other meanings of the same keys in a scene.
  package var priority: [Command] = []
  package var unavailable: [Command] = []
  /// The reasons why commands cannot be applied to a scene's selection.
  package var reasons: [Command: SafeText] = [:]
  package var places: Set<CommandPlace> = []

  package init() {}

  @MainActor package init(of scene: any Scene) {
    (hints, priority) = (scene.hints, scene.priorityCommands)
    (unavailable, places) = (scene.unavailableCommands, scene.commandPlaces)
    for command in unavailable {
      if let reason = scene.unavailableReason(for: command) { reasons[command] = reason }
    }
  }
}
