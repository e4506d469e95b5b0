package import Terminal

/// What stands beside the letters at what can be opened, and where a key does nothing.
extension Wording {
  /// What typing a letter does.
  package var openIt: SafeText { say("open") }
  /// That only what is selected is to have letters.
  package var onlyHere: SafeText { say("only this post") }
  /// That everything on the screen is to have letters.
  package var everywhere: SafeText { say("all posts") }
}
