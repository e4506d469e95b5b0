package import Terminal

/// What stands beside the letters at what can be opened, and where a key does nothing.
extension Wording {
  package var openIt: SafeText { say("open") }
  package var onlyHere: SafeText { say("only this post") }
  package var everywhere: SafeText { say("all posts") }
}
