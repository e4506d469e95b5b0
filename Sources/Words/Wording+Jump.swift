package import Terminal

extension Wording {
  package var openIt: SafeText { say("open") }
  package var onlyHere: SafeText { say("only this post") }
  package var everywhere: SafeText { say("all posts") }
}
