package import Terminal

extension Wording {
  package func readStream(_ name: SafeText) -> SafeText { say("Read: {stream}", ["stream": name]) }
  package var noSuchCommand: SafeText { say("No matching command.") }
  package var doIt: SafeText { say("run it") }
}
