package import Terminal

extension Wording {
  package var muting: SafeText { say("Mute") }
  package var muteHelp: SafeText { say("Words, @name or #tag") }
  package var isMuted: SafeText { say("muted") }
  package var isNotMuted: SafeText { say("not muted") }
  package var muteIt: SafeText { say("mute") }
  package var unmuteIt: SafeText { say("unmute") }
}
