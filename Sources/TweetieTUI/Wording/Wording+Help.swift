internal import Terminal

extension Wording {
  /// The name of the scene.
  var help: SafeText { say("Help") }
  /// What nine commands do that differ in a number alone.
  var streamByNumber: SafeText { say("Stream by its number") }
  /// That a command has no key.
  var noKey: SafeText { say("no key") }
}
