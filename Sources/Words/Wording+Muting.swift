package import Terminal

extension Wording {
  package var isMuted: SafeText { say("muted") }
}
