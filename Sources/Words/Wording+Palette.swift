package import Terminal

extension Wording {
  /// To read a stream.
  package func readStream(_ name: SafeText) -> SafeText { say("Read: {stream}", ["stream": name]) }
  /// That nothing is called like what was typed.
  package var noSuchCommand: SafeText { say("No matching command.") }
  /// What the keys do.
  package var doIt: SafeText { say("run it") }
}
