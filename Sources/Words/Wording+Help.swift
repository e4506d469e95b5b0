package import Terminal

extension Wording {
  package var help: SafeText { say("Help") }
  package var helpBackToText: SafeText { say("Back to the text") }
  package var helpRemove: SafeText { say("Remove it") }
  package var mouse: SafeText { say("Mouse") }
}
