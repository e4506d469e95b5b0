package import Terminal

extension Wording {
  /// The name of the scene.
  package var muting: SafeText { say("Mute") }
  /// What can be typed there.
  package var muteHelp: SafeText { say("Words, @name or #tag") }
  /// Whether something is muted.
  package var isMuted: SafeText { say("muted") }
  package var isNotMuted: SafeText { say("not muted") }
  /// What Enter does there.
  package var muteIt: SafeText { say("mute") }
  package var unmuteIt: SafeText { say("unmute") }
  /// That nothing was typed that can be muted.
  package var nothingToMute: SafeText { say("Type words, a @name or a #tag.") }
}
