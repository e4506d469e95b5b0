internal import Terminal

extension Wording {
  /// The name of the scene.
  var muting: SafeText { say("Mute") }
  /// What can be typed there.
  var muteHelp: SafeText { say("Words, @name or #tag") }
  /// Whether something is muted.
  var isMuted: SafeText { say("muted") }
  var isNotMuted: SafeText { say("not muted") }
  /// What Enter does there.
  var muteIt: SafeText { say("mute") }
  var unmuteIt: SafeText { say("unmute") }
  /// That nothing was typed that can be muted.
  var nothingToMute: SafeText { say("Type words, a @name or a #tag.") }
}
