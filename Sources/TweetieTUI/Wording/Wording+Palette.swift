internal import Terminal

extension Wording {
  /// To read a stream.
  func readStream(_ name: String) -> SafeText { say("Read: {stream}", ["stream": name]) }
  /// That nothing is called like what was typed.
  var noSuchCommand: SafeText { say("No command has these letters.") }
  /// What the keys do.
  var doIt: SafeText { say("do it") }
}
